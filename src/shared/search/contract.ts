import { z } from 'zod'
import { ceuCycle } from '#shared/ceu/cycle.ts'
import { ceuEntry } from '#shared/ceu/entry.ts'
import { kind } from '#shared/credentials/credential.ts'
import { fileFields } from '#shared/files/file.ts'
import { healthKind } from '#shared/health/kinds.ts'
import { type Contract, json } from '#shared/http/contract.ts'
import { calendarDate, searchedText, uuid } from '#shared/kernel/fields.ts'
import { share } from '#shared/shares/share.ts'
import { MAX_FOUND } from './search.ts'

export const searchQuery = z.strictObject({
  q: searchedText(200).describe('All of its words must occur; case and accents do not matter'),
})

const foundCredential = z.object({
  ...{ id: uuid, kind, title: z.string().describe('The short one: `Texas RN`, `BLS`') },
  ...{ expiresAt: calendarDate.nullable(), neverExpires: z.boolean(), isArchived: z.boolean() },
})
const foundCycle = ceuCycle.pick({
  ...{ id: true, state: true, credentialTitle: true, cycleStart: true, cycleEnd: true },
})
const foundCourse = ceuEntry.pick({ id: true, title: true, provider: true, completedAt: true })
const foundDocument = fileFields.omit({ userId: true })
const foundShare = share.pick({ id: true, recipient: true, resources: true, state: true, expiresAt: true })
const foundHealthRecord = z.object({
  ...{ id: uuid, kind: healthKind, title: z.string(), performedOn: calendarDate.nullable() },
})

const found = <S extends z.ZodType>(result: S) =>
  z.object({
    items: z.array(result).describe(`At most ${MAX_FOUND}`),
    hasMore: z.boolean().describe('More of this kind match'),
  })

/** GET `/api/search`. A kind that was not searched is `null`: a device or an access token may not read it. */
export const searchResults = z.object({
  credentials: found(foundCredential).describe('Soonest expiration first, archived ones last'),
  cycles: found(foundCycle).describe('By credential or state, the newest start first'),
  courses: found(foundCourse).describe('By title, provider and topics, the newest first'),
  documents: found(foundDocument)
    .nullable()
    .describe('By name, the newest first, without documents of health records'),
  shares: found(foundShare)
    .nullable()
    .describe('By recipient, note and credentials, the newest first; not for an access token'),
  healthRecords: found(foundHealthRecord)
    .nullable()
    .describe('The newest first; null if one of them cannot be decrypted'),
})
export type SearchResults = z.infer<typeof searchResults>
export type FoundDocument = z.infer<typeof foundDocument>

export const searchContract = {
  'GET /api/search': {
    tags: ['Search'],
    summary: 'Search your credentials, CE cycles and courses, documents, share links and health records',
    query: searchQuery,
    answers: { 200: json(searchResults, 'What was found, by kind') },
  },
} satisfies Contract
