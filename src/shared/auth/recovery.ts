import { z } from 'zod'

/** What taking an account back can drop, in the order in which it is shown. */
export const droppedKinds = [
  'password',
  'secondFactor',
  'passkey',
  'linkedAccount',
  'session',
  'accessToken',
  'emailChange',
  'share',
  'calendar',
  'webhook',
  'device',
] as const

/** `names` are such as "Safari on an iPhone"; a kind of which there is only one has none. */
export const dropped = z.object({
  kind: z.enum(droppedKinds),
  count: z.number(),
  names: z.array(z.string()),
})
export type Dropped = z.infer<typeof dropped>
export type DroppedKind = Dropped['kind']

/** `resetToken` is a code for a new password: the old one no longer works, whoever knew it. */
export const recovered = z.object({
  email: z.string(),
  resetToken: z.string(),
  dropped: z.array(dropped),
})
export type Recovered = z.infer<typeof recovered>
