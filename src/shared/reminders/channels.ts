import { z } from 'zod'
import { instant, uuid } from '#shared/kernel/fields.ts'

const nullableText = z.string().nullable()

/** GET `/api/reminders/push`. */
export const pushState = z.object({
  publicKey: z.string().describe('The VAPID key to subscribe with'),
  devices: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      fingerprint: z.string().describe('SHA-256 of its endpoint: a browser finds itself by it'),
      createdAt: instant,
      lastSentAt: instant.nullable(),
      lastError: nullableText,
    }),
  ),
})
export type PushState = z.infer<typeof pushState>

/** POST `/api/reminders/push`: a browser's own subscription, as it gives it. */
export const pushInput = z.strictObject({
  endpoint: z.url().max(1000),
  expirationTime: z.number().nullable().optional(),
  keys: z.strictObject({ p256dh: z.string().min(1).max(200), auth: z.string().min(1).max(100) }),
})
export type PushInput = z.infer<typeof pushInput>

/** GET `/api/reminders/webhook`. */
export const webhookState = z.object({
  url: nullableText,
  createdAt: instant.nullable(),
  lastSentAt: instant.nullable(),
  lastError: nullableText,
})
export type WebhookState = z.infer<typeof webhookState>
export const webhookInput = z.strictObject({
  url: z.url('Enter an address that begins with https://').max(1000),
})
/** PUT answers the secret once; every message is signed with it. */
export const webhookMade = webhookState.extend({ secret: z.string() })

/** GET `/api/reminders/calendar`; POST answers the address once and ends the one before. */
export const calendarState = z.object({ isOn: z.boolean(), createdAt: instant.nullable() })
export type CalendarState = z.infer<typeof calendarState>
export const calendarMade = z.object({ url: z.url() })
