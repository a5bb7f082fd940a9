import { z } from 'zod'
import { checkDates, kind } from '#shared/credentials/credential.ts'
import { cardFields, notes } from '#shared/credentials/license.ts'
import { isDateMissing } from '#shared/credentials/status.ts'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { type FieldError, Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { calendarDate, instant, optionalText, uuid } from '#shared/kernel/fields.ts'

/** Of one credential: finished ones and those in the trash count too. */
export const MAX_RENEWALS = 100

export const renewalState = z.enum(['planned', 'submitted', 'done'])
export type RenewalState = z.infer<typeof renewalState>
const openState = z.enum(['planned', 'submitted'])

const fileIds = z.array(uuid).max(MAX_FILES_PER_RECORD, msg`At most ${MAX_FILES_PER_RECORD} files`)

/** What the owner says about a duty of the rule. */
const dutyAnswer = z.strictObject({
  duty: z.string().min(1).max(60).describe('The key of the duty'),
  answer: z.enum(['done', 'exempt']).describe('`exempt`: it does not apply to the owner'),
})
export type DutyAnswer = z.infer<typeof dutyAnswer>

/** The owner's input while the renewal is under way. */
const entered = {
  openedOn: calendarDate,
  submittedOn: calendarDate.nullable(),
  classOn: calendarDate.nullable().describe('The day of the class that a certification asks for'),
  fee: z.int().min(0, msg`At least $0`).max(1_000_000, msg`At most $10,000`).nullable().describe('In cents'),
  confirmation: optionalText(100).describe('The confirmation number'),
  notes: notes.schema,
  duties: z.array(dutyAnswer).max(20).describe('What is done of the duties besides hours and topics'),
  fileIds: fileIds.describe('Its documents, such as the receipt'),
}
export const renewalKeys = Object.keys(entered)

/**
 * PATCH `/api/renewals/{id}`: absent means unchanged, `null` clears. A finished one keeps its state and its dates. POST
 * `/api/credentials/{id}/renewals` takes the same: `openedOn` is today unless given.
 */
export const renewalPatch = z
  .strictObject({ ...entered, state: openState })
  .partial()
  .superRefine((patch, context) => {
    if (patch.state !== 'planned' || !patch.submittedOn) return
    const message = msg`A planned renewal has no such date`
    context.addIssue({ code: 'custom', path: ['submittedOn'], message, input: patch })
  })
export type RenewalPatch = z.infer<typeof renewalPatch>

/** POST `/api/renewals/{id}/finish`: the new card. Without `number` the credential keeps its number. */
export const renewalFinish = z
  .strictObject({
    issuedAt: cardFields.issuedAt.schema.default(null),
    expiresAt: cardFields.expiresAt.schema.default(null),
    neverExpires: cardFields.neverExpires.schema.default(false),
    number: cardFields.number.schema.optional(),
    fileIds: fileIds.default([]).describe('The documents of the new card, the main one first'),
  })
  .superRefine(checkDates)
  .superRefine((card, context) => {
    if (!isDateMissing(card)) return
    const message = msg`Enter the date on the new card, or choose “Does not expire”.`
    context.addIssue({ code: 'custom', path: ['expiresAt'], message, input: card })
  })
export type RenewalFinish = z.infer<typeof renewalFinish>

export const renewal = z.object({
  id: uuid,
  credentialId: uuid,
  state: renewalState,
  ...entered,
  finishedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Renewal = z.infer<typeof renewal>
export const renewalItems = z.object({ items: z.array(renewal) })

/** One among the renewals of all credentials: the open one of a credential, or the last that was finished. */
export const renewalOverview = z.object({
  ...renewal.pick({ id: true, credentialId: true, state: true, openedOn: true, submittedOn: true }).shape,
  duties: entered.duties,
  finishedAt: instant.nullable(),
  endedTerm: calendarDate.nullable().describe('The last day of the term that it ended'),
  kind,
  title: z.string().describe('The short title of the credential'),
})
export type RenewalOverview = z.infer<typeof renewalOverview>
export const renewalOverviewItems = z.object({ items: z.array(renewalOverview) })

/** The data on the card for one term. */
export const card = z.object({
  issuedAt: cardFields.issuedAt.schema,
  expiresAt: cardFields.expiresAt.schema,
  neverExpires: z.boolean(),
  number: cardFields.number.schema,
  fileIds,
})
export type Card = z.infer<typeof card>

/** A term that a renewal has ended, as it was. */
export const term = z.object({ id: uuid, renewalId: uuid, ...card.shape, endedAt: instant })
export type Term = z.infer<typeof term>
export const termItems = z.object({ items: z.array(term) })

type OpenFields = { state: RenewalState; submittedOn: string | null }

/** A submission date makes a renewal submitted, and a submitted one has a date. `today` is the owner's calendar date. */
export function settleState(before: OpenFields, patch: RenewalPatch, today: string): OpenFields {
  const { state, submittedOn } = patch
  if (state === undefined && submittedOn === undefined) return before
  if (before.state === 'done') throw new Problem('renewal_done')
  const isSubmitted = state === undefined ? submittedOn !== null : state === 'submitted'
  if (!isSubmitted) return { state: 'planned', submittedOn: null }
  return { state: 'submitted', submittedOn: submittedOn ?? before.submittedOn ?? today }
}

/** A renewal cannot have been submitted after today. */
export function submissionProblems(submittedOn: string | null, today: string): FieldError[] {
  if (submittedOn === null || submittedOn <= today) return []
  return [{ path: 'submittedOn', message: msg`This date is in the future` }]
}

/** Whether the credential still has the data of this card; the order of the files does not matter. */
export function isSameCard(a: Card, b: Card): boolean {
  const files = (each: Card) => each.fileIds.toSorted().join()
  return (
    a.issuedAt === b.issuedAt &&
    a.expiresAt === b.expiresAt &&
    a.neverExpires === b.neverExpires &&
    a.number === b.number &&
    files(a) === files(b)
  )
}
