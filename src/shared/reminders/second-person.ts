import { z } from 'zod'
import { email } from '#shared/auth/registration.ts'
import { instant, text } from '#shared/kernel/fields.ts'

/** The second person is told of what expires in at most so many days, and of what expired at most so many days ago. */
export const SOON_DAYS = 7
export const PAST_DAYS = 30
/** A reminder counts as unanswered only after this time. Shorter than the shortest day of a time zone. */
export const HOURS_TO_REACT = 20
export const INVITATION_DAYS = 7
/** For so long, a person who ended it cannot be asked again by the same owner. */
export const REFUSAL_DAYS = 90

export const secondPersonInput = z.strictObject({
  name: text(60)
    .transform((name) => name.replace(/\s+/g, ' '))
    .describe('How the emails greet this person'),
  email,
})
export type SecondPersonInput = z.infer<typeof secondPersonInput>

export const secondPersonState = z.enum(['none', 'invited', 'expired', 'confirmed', 'ended'])

/** `expired`: not confirmed in time. `ended`: the person ended it. */
export const secondPerson = z.object({
  state: secondPersonState,
  name: z.string().nullable(),
  email: z.string().nullable(),
  invitedAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  endedAt: instant.nullable(),
  lastToldAt: instant.nullable().describe('When the last mail about an item was sent'),
  isMailSetUp: z.boolean().describe('Without a mail server nobody can be named'),
})
export type SecondPerson = z.infer<typeof secondPerson>
