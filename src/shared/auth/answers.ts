import { z } from 'zod'

/** Responses that several sign-in routes share. */
const identity = z.looseObject({ id: z.string(), email: z.string(), name: z.string() })

export const done = z.object({ status: z.literal(true) })
export const signedIn = z.looseObject({ user: identity })
export const registered = z.looseObject({ user: identity.nullable() })
export const currentSession = z
  .looseObject({
    user: identity.extend({
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      locale: z.string().nullable(),
      timeZone: z.string().nullable(),
    }),
    session: z.looseObject({
      id: z.string(),
      userId: z.string(),
      /** `shared` expires after 15 minutes without use, and leaves nothing on the computer. */
      kind: z.enum(['remembered', 'brief', 'shared']),
    }),
  })
  .nullable()

/** `none`: signed out, ended by its owner, or too long ago. */
export const sessionEnd = z.object({ session: z.enum(['open', 'timed_out', 'none']) })

export const tags = ['Signing in']
