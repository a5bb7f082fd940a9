import { z } from 'zod'
import type { FieldError } from '#shared/http/errors.ts'
import { instant, optionalText, uuid, wholeNumber } from '#shared/kernel/fields.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** "Share link lifetime: 7 days." */
export const DEFAULT_LIFETIME_MS = 7 * DAY_MS
export const MIN_LIFETIME_MS = HOUR_MS
export const MAX_LIFETIME_MS = 30 * DAY_MS
/** A minute either way: the clock that counted the days is not ours. */
const SKEW_MS = 60_000

/** Live links an owner. */
export const MAX_SHARES = 500
/** Things in one packet. */
export const MAX_SHARED = 50

const shareType = z.enum(['license', 'certification', 'ceuCycle', 'packet'])
export type ShareType = z.infer<typeof shareType>
const sharedType = z.enum(['license', 'certification', 'ceuCycle', 'file'])
export type SharedType = z.infer<typeof sharedType>

const shared = z.strictObject({ resourceType: sharedType, resourceId: uuid })
/** One thing that a link shows. */
export type Shared = z.infer<typeof shared>

const masks = z.strictObject({ hideNumber: z.boolean().default(false) })
export type Masks = z.infer<typeof masks>

/** `live`: the link shows later edits. `frozen`: it shows what was there when it was made. */
export const shareMode = z.enum(['live', 'frozen'])
export type ShareMode = z.infer<typeof shareMode>

/** Compared exactly, as a password: neither trimmed nor cleaned. */
export const passcode = z
  .string()
  .refine((value) => [...value].length >= 6, 'At least 6 characters')
  .refine((value) => [...value].length <= 64, 'At most 64 characters')
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'Use other characters')
  .meta({ minLength: 6, maxLength: 64 })

const instantIn = z.iso.datetime({ offset: true, error: 'Enter an instant as ISO 8601' })
const viewLimit = z.int().min(1, 'At least 1 view').max(1000, 'At most 1,000 views')

const redaction = z.strictObject({
  fileId: uuid,
  pictureIds: z.array(uuid).min(1, 'At least one picture').max(20, 'At most 20 pictures'),
})
/** What stands for a file whose number is hidden: uploaded pictures of its pages, drawn over. */
export type Redaction = z.infer<typeof redaction>

/** POST `/api/share`, and POST `/api/share/preview`. `expiresAt` absent or `null`: in 7 days. */
export const shareInput = z
  .strictObject({
    resourceType: shareType,
    resourceId: uuid.nullable().default(null),
    resources: z.array(shared).max(MAX_SHARED, `At most ${MAX_SHARED} things`).default([]),
    masks: masks.default({ hideNumber: false }),
    includeFiles: z.boolean().default(true),
    allowDownloads: z.boolean().default(true),
    mode: shareMode.default('live'),
    recipient: optionalText(100).default(null),
    note: optionalText(1000).default(null),
    expiresAt: instantIn.nullable().default(null),
    passcode: passcode.nullable().default(null),
    viewLimit: viewLimit.nullable().default(null),
    redactions: z.array(redaction).max(100, 'At most 100 redacted files').default([]),
  })
  .superRefine((input, context) => {
    for (const { path, message } of sharedProblems(input))
      context.addIssue({ code: 'custom', path: [path], message, input })
  })
export type ShareInput = z.infer<typeof shareInput>

function sharedProblems(input: {
  resourceType: ShareType
  resourceId: string | null
  resources: Shared[]
}): FieldError[] {
  const { resourceType, resourceId, resources } = input
  if (resourceType === 'packet') {
    if (resourceId !== null)
      return [{ path: 'resourceId', message: 'A packet names its things in resources' }]
    if (resources.length === 0) return [{ path: 'resources', message: 'Choose at least one thing to show' }]
    const ids = new Set(resources.map((one) => one.resourceId))
    return ids.size < resources.length ? [{ path: 'resources', message: 'Each thing once' }] : []
  }
  if (resources.length > 0) return [{ path: 'resources', message: 'Only a packet has resources' }]
  return resourceId === null ? [{ path: 'resourceId', message: 'Required' }] : []
}

/** What the link shows, in its order. */
export function sharedThings(input: {
  resourceType: ShareType
  resourceId: string | null
  resources: Shared[]
}): Shared[] {
  const { resourceType, resourceId, resources } = input
  if (resourceType === 'packet') return resources
  return resourceId === null ? [] : [{ resourceType, resourceId }]
}

/** "Lifetime 1 hour to 30 days", counted as instants. */
export function expiryProblems(expiresAt: Date, now: Date): FieldError[] {
  const lifetime = expiresAt.getTime() - now.getTime()
  if (lifetime < MIN_LIFETIME_MS - SKEW_MS)
    return [{ path: 'expiresAt', message: 'A link is open for at least 1 hour' }]
  if (lifetime > MAX_LIFETIME_MS + SKEW_MS)
    return [{ path: 'expiresAt', message: 'A link is open for at most 30 days' }]
  return []
}

/** PATCH `/api/share/{id}`: absent means unchanged, `null` clears. What it shows never changes: make another link. */
export const sharePatch = z
  .strictObject({
    expiresAt: instantIn,
    allowDownloads: z.boolean(),
    recipient: optionalText(100),
    note: optionalText(1000),
    passcode: passcode.nullable(),
    viewLimit: viewLimit.nullable().describe('Views from now on'),
  })
  .partial()
export type SharePatch = z.infer<typeof sharePatch>

/** POST `/api/share/{id}/token`: a new link for the same share, also for one that ended; the old link stays dead. */
export const tokenInput = z.strictObject({ expiresAt: instantIn.nullable().default(null) })
export type TokenInput = z.infer<typeof tokenInput>

/**
 * `live`, or why it is not: `revoked` by its owner, `expired`, `used_up` (all its views), `gone` (all that it showed
 * was deleted; it comes back when that is restored in time).
 */
export const shareState = z.enum(['live', 'revoked', 'expired', 'used_up', 'gone'])
export type ShareState = z.infer<typeof shareState>

/** A link to its owner. `title` is null of what was deleted. */
export const share = z.object({
  id: uuid,
  resourceType: shareType,
  resourceId: uuid.nullable(),
  resources: z.array(shared.extend({ title: z.string().nullable() })).describe('What it shows, in its order'),
  masks,
  includeFiles: z.boolean(),
  allowDownloads: z.boolean(),
  mode: shareMode,
  recipient: z.string().nullable(),
  note: z.string().nullable(),
  hasPasscode: z.boolean(),
  viewLimit: z.number().int().nullable(),
  viewsLeft: z.number().int().nullable(),
  viewCount: z.number().int(),
  firstViewedAt: instant.nullable(),
  lastViewedAt: instant.nullable(),
  expiresAt: instant,
  revokedAt: instant.nullable(),
  state: shareState,
  createdAt: instant,
  updatedAt: instant,
})
export type Share = z.infer<typeof share>

/** The answer that holds the link, this once: only a hash of its token is kept. */
export const shareMade = share.extend({ token: z.string(), url: z.string() })
export type ShareMade = z.infer<typeof shareMade>

/** Whether a link opens at `now`; `things` is how many of those that it shows are still there. */
export function shareStateOf(
  row: { revokedAt: Date | null; expiresAt: Date; viewsLeft: number | null },
  things: number,
  now: Date,
): ShareState {
  if (row.revokedAt !== null) return 'revoked'
  if (now >= row.expiresAt) return 'expired'
  if (row.viewsLeft === 0) return 'used_up'
  return things === 0 ? 'gone' : 'live'
}

/** GET `/api/share`: mine, newest first. */
export const shareQuery = z.strictObject({
  state: z.enum(['live', 'ended']).optional(),
  limit: wholeNumber(1, 100).default(50),
  cursor: z.string().max(1000).optional(),
})
export type ShareQuery = z.infer<typeof shareQuery>
export const sharePage = z.object({ items: z.array(share), nextCursor: z.string().nullable() })

/** What happened at a link. `refused` says why in `what`. */
const shareEventKind = z.enum(['opened', 'viewed', 'downloaded', 'refused'])
export type ShareEventKind = z.infer<typeof shareEventKind>

/** Why a visitor was not let in. */
export const refusal = z.enum(['revoked', 'expired', 'used_up', 'gone', 'passcode', 'download'])
export type Refusal = z.infer<typeof refusal>

/** One line of the access log. `visitor` is a short salted hash of a network, never an address. */
export const shareEvent = z.object({
  at: instant,
  kind: shareEventKind,
  what: z.string().nullable().describe('The name of a file, `packet`, or why it was refused'),
  device: z.string().nullable(),
  visitor: z.string(),
})
export type ShareEvent = z.infer<typeof shareEvent>

export const shareLogQuery = z.strictObject({
  limit: wholeNumber(1, 200).default(50),
  cursor: z.string().max(1000).optional(),
})
export type ShareLogQuery = z.infer<typeof shareLogQuery>
export const shareLog = z.object({ items: z.array(shareEvent), nextCursor: z.string().nullable() })
