import { z } from 'zod'
import { ceuCyclePatch, cycleProblems } from '#shared/ceu/cycle.ts'
import { ceuEntryInput } from '#shared/ceu/entry.ts'
import { competencyKeys, competencyRecordInput } from '#shared/competency/record.ts'
import { credentialInput, kind } from '#shared/credentials/credential.ts'
import { takenNames } from '#shared/credentials/field-display.ts'
import { healthRecordInput, healthRecordKeys } from '#shared/health/record.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { freeFieldsOf } from '#shared/kernel/free-field-values.ts'
import { freeFields } from '#shared/kernel/free-fields.ts'
import { lookupFields, lookupKeys } from '#shared/lookups/record.ts'
import { renewalKeys, renewalPatch } from '#shared/renewals/renewal.ts'
import { listKeys, requirementListInput } from '#shared/requirements/list.ts'
import {
  credentialKeys,
  exportedCounts,
  exportedCredential,
  exportedCycle,
  exportedFile,
  exportedLookup,
  exportedRecord,
  exportedRenewal,
} from '#shared/transfer/export.ts'

// One record of an export, validated like typed input. Each throws a ZodError.

/** For a rule imported with a cycle; our own have 2 to 8 kB. */
const MAX_RULE_LENGTH = 60_000

export type Fields = Record<string, unknown>
export const fieldsOf = z.record(z.string(), z.unknown())

export const pickKeys = (row: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]])))

/** A link from an imported file may only lead to a web page. */
const isWebAddress = (url: string) => /^https?:\/\//i.test(url)

const cycleInput = ceuCyclePatch.required()
const entryKeys = Object.keys(ceuEntryInput.shape)
const cycleKeys = Object.keys(cycleInput.shape)

/** Exports from before residences were recorded have `false` where the owner had not answered. */
export function withoutGuess(row: Fields): Fields {
  return row.multistate === false ? { ...row, multistate: null } : row
}

export function readCredential(row: Fields) {
  const free = row.kind === 'license' ? freeFieldsOf(row, takenNames) : {}
  const input = { ...pickKeys(row, credentialKeys(kind.parse(row.kind))), fileId: null, fileIds: [] }
  return {
    ...exportedCredential.parse(row),
    fileId: uuid.nullable().parse(row.fileId),
    input: { ...freeFields(takenNames).parse(free), ...credentialInput.parse(input) },
  }
}
export type ReadCredential = ReturnType<typeof readCredential>

/** Values that exports of earlier versions lack. */
const sinceWays = { wayId: null, needAnswers: [], carriedOverHours: null }

export function readCycle(row: Fields) {
  const input = cycleInput.parse({ ...sinceWays, ...pickKeys(row, cycleKeys) })
  // A cycle without a state belongs to a certification, which may have been deleted before the cycle.
  const [problem] = cycleProblems(input).filter(({ path }) => path !== 'state')
  if (problem)
    throw new z.ZodError([{ code: 'custom', path: [problem.path], message: problem.message, input }])
  const exported = exportedCycle.parse(row)
  const { rule } = exported
  const isOdd =
    rule !== null &&
    (JSON.stringify(rule).length > MAX_RULE_LENGTH ||
      ![rule.boardUrl, ...rule.evidence.map(({ url }) => url)].every(isWebAddress))
  if (isOdd)
    throw new z.ZodError([{ code: 'custom', path: ['rule'], message: 'Is no rule of ours', input: rule }])
  return { ...exportedRecord.parse(row), ...exported, input }
}
export type ReadCycle = ReturnType<typeof readCycle>

const entryRest = z.object({
  fileId: uuid.nullable(),
  importId: uuid.nullable(),
  deletedWithCycleId: uuid.nullable(),
  counts: exportedCounts,
})

export function readEntry(row: Fields) {
  const rest = entryRest.parse(row)
  const { hours, ...given } = pickKeys(row, entryKeys)
  const input = ceuEntryInput.parse({
    ...given,
    // The hours of a certificate's amount are computed again.
    ...(given.amount === null ? { hours } : {}),
    ...{ fileId: null, fileIds: [] },
    counts: rest.counts.map(({ cycleId, acceptedHours }) => ({ cycleId, acceptedHours })),
  })
  return { ...exportedRecord.parse(row), ...rest, input }
}
export type ReadEntry = ReturnType<typeof readEntry>

export function readPractice(row: Fields) {
  const input = competencyRecordInput.parse({ ...pickKeys(row, competencyKeys), fileIds: [] })
  return { ...exportedRecord.parse(row), input }
}
export type ReadPractice = ReturnType<typeof readPractice>

export function readLookup(row: Fields) {
  const input = lookupFields.parse({ ...pickKeys(row, lookupKeys), fileIds: [] })
  return { ...exportedLookup.parse(row), input }
}
export type ReadLookup = ReturnType<typeof readLookup>
export function readHealth(row: Fields) {
  const input = healthRecordInput.parse({ ...pickKeys(row, healthRecordKeys), fileIds: [] })
  return { ...exportedRecord.parse(row), input }
}
export type ReadHealth = ReturnType<typeof readHealth>

const renewalEntered = renewalPatch.required({ openedOn: true })

export function readRenewal(row: Fields) {
  const { submittedOn: _date, ...given } = pickKeys(row, renewalKeys)
  return { ...exportedRenewal.parse(row), input: renewalEntered.parse({ ...given, fileIds: [] }) }
}
export type ReadRenewal = ReturnType<typeof readRenewal>

export function readRequirementList(row: Fields) {
  return { ...exportedRecord.parse(row), input: requirementListInput.parse(pickKeys(row, listKeys)) }
}
export type ReadRequirementList = ReturnType<typeof readRequirementList>

export const readFile = (row: Fields) => exportedFile.parse(row)
export type ExportedFile = ReturnType<typeof readFile>
