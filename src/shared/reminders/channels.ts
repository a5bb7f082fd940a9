import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { instant, uuid } from '#shared/kernel/fields.ts'

const nullableText = z.string().nullable()

export const pushState = z.object({
  publicKey: z.string().describe('The VAPID key to subscribe with'),
  devices: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      fingerprint: z
        .string()
        .describe('SHA-256 of the endpoint, base64url: a browser recognizes itself by it'),
      createdAt: instant,
      lastSentAt: instant.nullable(),
      lastError: nullableText,
    }),
  ),
})
export type PushState = z.infer<typeof pushState>

/** A browser's subscription as `PushSubscription.toJSON()` returns it. */
export const pushInput = z.strictObject({
  endpoint: z.url().max(1000),
  expirationTime: z.number().nullable().optional(),
  keys: z.strictObject({ p256dh: z.string().min(1).max(200), auth: z.string().min(1).max(100) }),
})
export type PushInput = z.infer<typeof pushInput>

export const webhookState = z.object({
  url: nullableText,
  createdAt: instant.nullable(),
  lastSentAt: instant.nullable(),
  lastError: nullableText,
})
export type WebhookState = z.infer<typeof webhookState>
export const webhookInput = z.strictObject({
  url: z.url(msg`Enter an address that begins with https://`).max(1000),
})
/** The secret signs every message and is shown only once. */
export const savedWebhook = webhookState.extend({ secret: z.string() })

export const calendarFeedState = z.object({ isOn: z.boolean(), createdAt: instant.nullable() })
/** `todoUrl`: the same dates as tasks, for reminder apps. */
export const createdCalendarFeed = z.object({ url: z.url(), todoUrl: z.url() })
