import { z } from 'zod'

/** The kinds of access that recovering an account can drop, in display order. */
export const droppedKinds = [
  'password',
  'secondFactor',
  'passkey',
  'linkedAccount',
  'session',
  'accessToken',
  'emailChange',
  'share',
  'pass',
  'calendar',
  'mailAddress',
  'mailSender',
  'webhook',
  'secondPerson',
  'device',
] as const

/** `names` are names such as "Safari on an iPhone"; a kind of access that exists only once has none. */
export const dropped = z.object({
  kind: z.enum(droppedKinds),
  count: z.number(),
  names: z.array(z.string()),
})
export type Dropped = z.infer<typeof dropped>
export type DroppedKind = Dropped['kind']

/** `resetToken` is a code to set a new password: the old one no longer works for anyone. */
export const recovered = z.object({
  email: z.string(),
  resetToken: z.string(),
  dropped: z.array(dropped),
})
export type Recovered = z.infer<typeof recovered>
