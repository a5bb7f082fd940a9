import { z } from 'zod'
import { ceuCycle } from '#shared/ceu/cycle.ts'
import { reason } from '#shared/ceu/entry.ts'
import { residenceInput } from '#shared/compact/residence.ts'
import { certificationFields } from '#shared/credentials/certification.ts'
import type { Kind } from '#shared/credentials/credential.ts'
import { licenseFields } from '#shared/credentials/license.ts'
import { fileFields } from '#shared/files/file.ts'
import { MAX_FILE_BYTES, MAX_OWNER_BYTES } from '#shared/files/file-limits.ts'
import { isObjectPath, objectDetails, objectFreeFields } from '#shared/files/stored-object.ts'
import { queryFlag, uuid } from '#shared/kernel/fields.ts'
import { card, renewal, renewalState } from '#shared/renewals/renewal.ts'

/** Identifies the format of the ZIP; other formats are rejected. */
export const EXPORT_FORMAT = 'lanyard-export'
export const EXPORT_VERSION = 1

/** All files, plus the JSON, the spreadsheets, the page, and the ZIP's own overhead. */
export const MAX_EXPORT_BYTES = MAX_OWNER_BYTES + 512 * 1024 ** 2

/** Paths in the ZIP. An import reads some of `data/`; the rest is for the owner. */
export const exportPaths = {
  manifest: 'lanyard.json',
  page: 'index.html',
  profile: 'data/profile.json',
  signIn: 'data/sign-in.json',
  credentials: 'data/credentials.json',
  cycles: 'data/ce-cycles.json',
  entries: 'data/ce-entries.json',
  lookups: 'data/lookups.json',
  practiceLog: 'data/practice-log.json',
  healthRecords: 'data/health-records.json',
  renewals: 'data/renewals.json',
  requirementLists: 'data/requirement-lists.json',
  files: 'data/files.json',
  reminders: 'data/reminders.json',
  reminderSettings: 'data/reminder-settings.json',
  shares: 'data/share-links.json',
  activity: 'data/activity.json',
} as const

/** GET `/api/users/me/export`. */
export const exportQuery = z.strictObject({
  progress: queryFlag.describe('Tells how far it is, and in words when it fails'),
})

const counts = z.object({
  credentials: z.number().int(),
  cycles: z.number().int(),
  entries: z.number().int(),
  practiceRecords: z
    .number()
    .int()
    .default(0)
    .describe('Of the practice log; 0 in exports of earlier versions'),
  healthRecords: z.number().int().default(0).describe('0 in exports of earlier versions'),
  files: z.number().int(),
  shares: z.number().int(),
  inTrash: z
    .number()
    .int()
    .describe(
      'Of the credentials, cycles, entries, practice records, health records and files, those that are deleted',
    ),
})
export type ExportCounts = z.infer<typeof counts>

/** GET `/api/users/me/export/summary`. */
export const exportSummary = z.object({
  counts,
  bytes: z.number().int().describe('Of the files; the ZIP is a little larger'),
  isEmpty: z
    .boolean()
    .describe(
      'No credential, cycle, entry, practice record, health record or file, in the trash neither: an import may come in',
    ),
})
export type ExportSummary = z.infer<typeof exportSummary>

/** `damaged`: the bytes are not those that were uploaded. */
export const fileFault = z.enum(['missing', 'damaged'])
export type FileFault = z.infer<typeof fileFault>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const memberPath = z.string().min(1).max(400)

/** `lanyard.json`: the description of the ZIP. */
export const exportManifest = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.number().int(),
  lanyard: z.string().max(50),
  madeAt: z.iso.datetime(),
  counts,
  members: z
    .array(z.object({ path: memberPath, size: z.number().int().min(0), sha256 }))
    .describe('Every other member; of a damaged file the size and hash that it should have'),
  faults: z
    .array(z.object({ fileId: uuid, name: z.string(), path: memberPath.nullable(), fault: fileFault }))
    .describe('Files that could not be included as they were uploaded'),
})
export type ExportManifest = z.infer<typeof exportManifest>

/** The fields that an owner enters, by kind: those of `credentialInput`. */
export function credentialKeys(kind: Kind): string[] {
  return ['kind', ...Object.keys(kind === 'license' ? licenseFields : certificationFields)]
}

const at = z.iso.datetime()

/** The fields of every record besides those that its owner entered. `deletedAt`: when it was moved to the trash. */
export const exportedRecord = z.object({
  ...{ id: uuid, createdAt: at, updatedAt: at },
  deletedAt: at.nullable(),
})

/** The fields of a credential that are not entered; exports of earlier versions have no archived ones. */
export const exportedCredential = exportedRecord.extend({ archivedAt: at.nullable().default(null) })

/** The fields of a look-up that are not entered. */
export const exportedLookup = exportedRecord.extend({ credentialId: uuid })

/** Exports of earlier versions have no residences in the trash. */
export const exportedResidence = residenceInput.extend({ deletedAt: at.nullable().default(null) })
export type ExportedResidence = z.infer<typeof exportedResidence>

/** The fields of a renewal that are not entered, with the term that it ended. */
export const exportedRenewal = exportedRecord.extend({
  credentialId: uuid,
  state: renewalState,
  submittedOn: renewal.shape.submittedOn,
  finishedAt: at.nullable(),
  renewedTo: card.nullable(),
  term: card.extend({ id: uuid, fileId: uuid.nullable(), endedAt: at }).nullable(),
})

/**
 * The fields of a cycle that are not entered: its rule, and what was counted. In exports of earlier versions
 * `hoursCompleted` has the hours that the rule accepts, and `hoursCounted` is missing.
 */
export const exportedCycle = ceuCycle
  .pick({ ruleId: true, rule: true, hoursCompleted: true, topicsCompleted: true })
  .extend({ hoursCounted: ceuCycle.shape.hoursCounted.optional() })

/** Where an entry counts, including deleted cycles. `countedHours` and `reasons` are derived. */
export const exportedCounts = z
  .array(
    z.object({
      cycleId: uuid,
      acceptedHours: z.number().nullable(),
      wasMain: z.boolean().describe('It was the main cycle when that was deleted'),
      countedHours: z.number(),
      reasons: z.array(reason),
    }),
  )
  .max(200)
export type ExportedCount = z.infer<typeof exportedCounts>[number]

/** One item of `data/files.json`. `path` is the location of its bytes in the ZIP; `null` if they are missing. */
export const exportedFile = fileFields.omit({ userId: true }).extend({
  freeFields: objectFreeFields.default({}),
  size: z.number().int().min(1).max(MAX_FILE_BYTES),
  sha256,
  resourceId: uuid.nullable(),
  createdAt: at,
  deletedAt: at.nullable(),
  path: memberPath.nullable(),
  fault: fileFault.nullable(),
  // Exports of earlier versions have neither of these two.
  objectPath: z.string().refine(isObjectPath).nullable().default(null),
  objectDetails: objectDetails
    .extend({
      custom: z.record(z.string(), z.string()).optional().describe('In exports of earlier versions'),
    })
    .nullable()
    .default(null),
})
export type ExportedFile = z.infer<typeof exportedFile>

/** "lanyard-export-2026-11-21.zip", by the owner's calendar date. */
export function exportName(madeOn: string): string {
  return `lanyard-export-${madeOn}.zip`
}

/**
 * The response with `?progress=true`: lines of JSON. A line with `bytes` is followed by that many bytes of the ZIP,
 * then by the next line. The last line is `end`, or the `problem` that aborted the export. `total` is exact unless a
 * file turns out to be damaged.
 */
export type ExportLine =
  | { name: string; total: number }
  | { bytes: number }
  | { end: { size: number; faults: number } }
  | { problem: { code?: string; detail?: string } }
