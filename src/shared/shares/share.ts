import { z } from 'zod'
import type { FieldError } from '#shared/http/errors.ts'
import { languages } from '#shared/i18n/language.ts'
import { msg } from '#shared/i18n/translate.ts'
import { instant, optionalText, ownerId, uuid, wholeNumber } from '#shared/kernel/fields.ts'
import { redaction } from './redaction.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** "Share link lifetime: 7 days." */
export const DEFAULT_LIFETIME_MS = 7 * DAY_MS
export const MIN_LIFETIME_MS = HOUR_MS
export const MAX_LIFETIME_MS = 30 * DAY_MS
/** The browser that computed the expiration may have a clock that is off by up to a minute. */
const SKEW_MS = 60_000

/** Live share links per owner. */
export const MAX_SHARES = 500
/** Resources in one share. */
export const MAX_RESOURCES = 50

const shareType = z.enum(['license', 'certification', 'ceuCycle', 'packet'])
export type ShareType = z.infer<typeof shareType>
const resourceType = z.enum(['license', 'certification', 'ceuCycle', 'healthRecord', 'file'])
export type ResourceType = z.infer<typeof resourceType>

const sharedResource = z.strictObject({ resourceType, resourceId: uuid })
/** One license, certification, CE cycle, health record or file that a share link shows. */
export type SharedResource = z.infer<typeof sharedResource>

/** The parts of health records that a link shows in addition to their dates and plain fields: none by default. */
const healthMask = z.strictObject({
  numbers: z.boolean().default(false),
  results: z.boolean().default(false),
  files: z.boolean().default(false),
})

const masks = z.strictObject({
  hideNumber: z.boolean().default(false),
  health: healthMask.optional().describe('Absent: no number, result or document of a health record'),
})
export type Masks = z.infer<typeof masks>

/** `live`: the link shows later edits. `frozen`: the link shows the records as they were when it was created. */
export const shareMode = z.enum(['live', 'frozen'])
export type ShareMode = z.infer<typeof shareMode>

/**
 * Surrounding spaces are removed, because they are easily copied by mistake. Otherwise compared exactly, like a
 * password.
 */
export const passcode = z
  .string()
  .transform((typed) => typed.trim())
  .refine((value) => [...value].length >= 6, msg`At least 6 characters`)
  .refine((value) => [...value].length <= 64, msg`At most 64 characters`)
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), msg`Use other characters`)
  .meta({ minLength: 6, maxLength: 64 })

const instantIn = z.iso.datetime({ offset: true, error: msg`Enter a date and time in ISO 8601 format` })
const pageLanguage = z
  .enum(languages, msg`Choose a language from the list`)
  .nullable()
  .describe('Of the page, unless its visitor chooses another one; null: what their browser asks for')
const viewLimit = z.int().min(1, msg`At least 1 view`).max(1000, msg`At most 1,000 views`)

/** For creating a share and for its preview. `expiresAt` (ISO 8601) absent or `null`: in 7 days. */
export const shareInput = z
  .strictObject({
    resourceType: shareType,
    resourceId: uuid.nullable().default(null),
    resources: z.array(sharedResource).max(MAX_RESOURCES, msg`At most ${MAX_RESOURCES} items`).default([]),
    masks: masks.default({ hideNumber: false }),
    includeFiles: z.boolean().default(true),
    allowDownloads: z.boolean().default(true),
    mode: shareMode.default('live'),
    recipient: optionalText(100).default(null),
    note: optionalText(1000).default(null),
    expiresAt: instantIn.nullable().default(null),
    passcode: passcode.nullable().default(null),
    viewLimit: viewLimit.nullable().default(null),
    language: pageLanguage.default(null),
    redactions: z.array(redaction).max(100, msg`At most 100 redacted files`).default([]),
  })
  .superRefine((input, context) => {
    for (const { path, message } of resourceProblems(input))
      context.addIssue({ code: 'custom', path: [path], message, input })
  })
export type ShareInput = z.infer<typeof shareInput>

function resourceProblems(input: {
  resourceType: ShareType
  resourceId: string | null
  resources: SharedResource[]
  mode: ShareMode
}): FieldError[] {
  const { resourceType, resourceId, resources } = input
  if (resourceType === 'packet') {
    if (resourceId !== null)
      return [{ path: 'resourceId', message: msg`List the items of a packet in resources` }]
    if (input.mode === 'frozen' && resources.some((one) => one.resourceType === 'healthRecord'))
      return [{ path: 'mode', message: msg`A link with health records cannot be frozen` }]
    if (resources.length === 0)
      return [{ path: 'resources', message: msg`Choose at least one item to share` }]
    const ids = new Set(resources.map((one) => one.resourceId))
    return ids.size < resources.length ? [{ path: 'resources', message: msg`List each item only once` }] : []
  }
  if (resources.length > 0) return [{ path: 'resources', message: msg`Only a packet can list resources` }]
  return resourceId === null ? [{ path: 'resourceId', message: msg`Required` }] : []
}

/** The resources of a share, in the owner's order. Works for a packet and for a single record. */
export function sharedResources(input: {
  resourceType: ShareType
  resourceId: string | null
  resources: SharedResource[]
}): SharedResource[] {
  const { resourceType, resourceId, resources } = input
  if (resourceType === 'packet') return resources
  return resourceId === null ? [] : [{ resourceType, resourceId }]
}

type Content = Parameters<typeof sharedResources>[0] & { masks: Masks; redactions: readonly unknown[] }

/**
 * Whether a link may show a number, a document or a health record, today or after a later change of its records.
 * Creating, replacing and opening up such a link need recent authentication.
 */
export function mayShowSensitive(content: Content): boolean {
  return (
    !content.masks.hideNumber ||
    content.redactions.length > 0 ||
    sharedResources(content).some(({ resourceType }) => resourceType === 'healthRecord')
  )
}

/** "Lifetime 1 hour to 30 days": the problems of an expiration outside this range, with a minute of tolerance. */
export function expiryProblems(expiresAt: Date, now: Date): FieldError[] {
  const lifetime = expiresAt.getTime() - now.getTime()
  if (lifetime < MIN_LIFETIME_MS - SKEW_MS)
    return [{ path: 'expiresAt', message: msg`A link must stay open for at least 1 hour` }]
  if (lifetime > MAX_LIFETIME_MS + SKEW_MS)
    return [{ path: 'expiresAt', message: msg`A link can stay open for at most 30 days` }]
  return []
}

/** Absent means unchanged, `null` clears. The resources of a share never change: create another one. */
export const sharePatch = z
  .strictObject({
    expiresAt: instantIn,
    allowDownloads: z.boolean(),
    recipient: optionalText(100),
    note: optionalText(1000),
    passcode: passcode.nullable(),
    viewLimit: viewLimit.nullable().describe('Views left from now on'),
    language: pageLanguage,
  })
  .partial()
export type SharePatch = z.infer<typeof sharePatch>

type Limits = { expiresAt: Date; allowDownloads: boolean; viewsLeft: number | null; hasPasscode: boolean }

/**
 * Whether a patch lets more people see more of a share, or for longer: a later end, more views, downloads, or another
 * passcode in place of the one it has.
 */
export function opensUp(
  now: Limits,
  { expiresAt, allowDownloads, viewLimit, passcode }: SharePatch,
): boolean {
  const isMore = viewLimit === null || (viewLimit !== undefined && viewLimit > (now.viewsLeft ?? 0))
  return (
    (expiresAt !== undefined && new Date(expiresAt) > now.expiresAt) ||
    (allowDownloads === true && !now.allowDownloads) ||
    (now.viewsLeft !== null && isMore) ||
    (now.hasPasscode && passcode !== undefined)
  )
}

/** For replacing the link of a share. `expiresAt` (ISO 8601) absent or `null`: in 7 days. */
export const tokenInput = z.strictObject({ expiresAt: instantIn.nullable().default(null) })
export type TokenInput = z.infer<typeof tokenInput>

/**
 * `live`, or why the link does not open: `revoked` by its owner, `expired`, `used_up` (no views left), `gone`
 * (everything that it showed was deleted; restoring any part makes the share live again).
 */
export const shareState = z.enum(['live', 'revoked', 'expired', 'used_up', 'gone'])
export type ShareState = z.infer<typeof shareState>

/** A share as its owner sees it. The `title` of a deleted resource is null. */
export const share = z.object({
  id: uuid,
  userId: ownerId,
  resourceType: shareType,
  resourceId: uuid.nullable(),
  resources: z
    .array(sharedResource.extend({ title: z.string().nullable() }))
    .describe('What it shows, in your order'),
  masks,
  includeFiles: z.boolean(),
  allowDownloads: z.boolean(),
  mode: shareMode,
  recipient: z.string().nullable(),
  note: z.string().nullable(),
  hasPasscode: z.boolean(),
  language: pageLanguage,
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

/** The only response with the link: Lanyard stores just a hash of its token. */
export const createdShare = share.extend({ token: z.string(), url: z.string() })
export type CreatedShare = z.infer<typeof createdShare>

type LinkRow = { revokedAt: Date | null; expiresAt: Date; viewsLeft: number | null }

/** Whether the link opens at `now`, judging by the share alone. Its resources may have been deleted. */
export function linkStateOf(
  { revokedAt, expiresAt, viewsLeft }: LinkRow,
  now: Date,
): Exclude<ShareState, 'gone'> {
  if (revokedAt !== null) return 'revoked'
  if (now >= expiresAt) return 'expired'
  return viewsLeft === 0 ? 'used_up' : 'live'
}

/** Like `linkStateOf`, with the number of resources that are not deleted. */
export function shareStateOf(row: LinkRow, resourcesLeft: number, now: Date): ShareState {
  const state = linkStateOf(row, now)
  return state === 'live' && resourcesLeft === 0 ? 'gone' : state
}

export const shareQuery = z.strictObject({
  state: z.enum(['live', 'ended']).optional(),
  limit: wholeNumber(1, 100).default(50),
  cursor: z.string().max(1000).optional(),
})
export type ShareQuery = z.infer<typeof shareQuery>
export const sharePage = z.object({ items: z.array(share), nextCursor: z.string().nullable() })

/** An entry of the access log. For `refused`, `what` is the reason. */
const shareEventKind = z.enum(['opened', 'viewed', 'downloaded', 'refused'])
export type ShareEventKind = z.infer<typeof shareEventKind>

/** Why a visitor was refused. */
export const refusal = z.enum(['revoked', 'expired', 'used_up', 'gone', 'passcode', 'download'])
export type Refusal = z.infer<typeof refusal>

/** One entry of the access log. `visitor` is a short salted hash of a network, never an IP address. */
export const shareEvent = z.object({
  at: instant,
  kind: shareEventKind,
  what: z
    .string()
    .nullable()
    .describe('A file name, `health document`, `packet`, or the reason for a refusal'),
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
