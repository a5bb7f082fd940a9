import { expect, test } from 'vitest'
import { MAX_FILE_BYTES, MAX_OWNER_BYTES } from '#shared/files/file-limits.ts'
import { problemsOf } from '#testing/schema.ts'
import {
  credentialKeys,
  exportedCounts,
  exportedCredential,
  exportedCycle,
  exportedFile,
  exportManifest,
  exportName,
  exportPaths,
  exportQuery,
  exportSummary,
  MAX_EXPORT_BYTES,
} from './export.ts'
import { importQuery, importResult } from './import.ts'

const id = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
const at = '2026-11-21T12:00:00.000Z'
const sha256 = 'ab'.repeat(32)
const counts = {
  credentials: 2,
  cycles: 1,
  entries: 3,
  practiceRecords: 2,
  healthRecords: 0,
  files: 1,
  shares: 0,
  inTrash: 1,
}

test('is named after its date, and may be larger than all files of an owner', () => {
  expect(exportName('2026-11-21')).toBe('lanyard-export-2026-11-21.zip')
  expect(MAX_EXPORT_BYTES - MAX_OWNER_BYTES).toBe(512 * 2 ** 20)
})

test('has one path per kind of data', () => {
  const paths = Object.values(exportPaths)
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) expect(path).toMatch(/^(lanyard\.json|index\.html|data\/[a-z-]+\.json)$/)
})

test('has a summary with its counts', () => {
  const summary = { counts, bytes: 7, isEmpty: false }
  expect(exportSummary.parse(summary)).toEqual(summary)
  expect([exportQuery.parse({}), importQuery.parse({})]).toEqual([{ progress: false }, { progress: false }])
  expect(exportQuery.parse({ progress: 'true' })).toEqual({ progress: true })
  expect(problemsOf(importQuery, { page: '2' })).toEqual(['page: Unknown field'])
})

test('an import reports what it created and what it left out', () => {
  const { shares: _, ...created } = counts
  const result = { ...created, filesLeftOut: 1, sharesLeftOut: 2 }
  expect(importResult.parse(result)).toEqual(result)
})

test('the manifest lists every member, and the damaged files', () => {
  const path = 'files/001 BLS - card.pdf'
  const manifest = {
    ...{ format: 'lanyard-export', version: 1, lanyard: '1.0.0', madeAt: at, counts },
    members: [{ path, size: 7, sha256 }],
    faults: [
      { fileId: id, name: 'card.pdf', path, fault: 'damaged' },
      { fileId: id, name: 'lost.pdf', path: null, fault: 'missing' },
    ],
  }
  expect(exportManifest.parse(manifest)).toEqual(manifest)
  const member = (more: object) => ({ ...manifest, members: [{ path, size: 0, sha256, ...more }] })
  expect(problemsOf(exportManifest, member({ path: 'x'.repeat(400) }))).toEqual([])
  const { practiceRecords: _new, ...earlier } = counts
  expect(exportManifest.parse({ ...manifest, counts: earlier }).counts).toEqual({
    ...earlier,
    practiceRecords: 0,
    healthRecords: 0,
  })
  for (const bad of [
    { ...manifest, format: 'zip' },
    { ...manifest, lanyard: 'x'.repeat(51) },
    member({ size: -1 }),
    member({ path: '' }),
    member({ path: 'x'.repeat(401) }),
    member({ sha256: `${sha256}0` }),
    member({ sha256: `0${sha256}` }),
    member({ sha256: 'AB'.repeat(32) }),
    { ...manifest, faults: [{ ...manifest.faults[0], fault: '' }] },
  ])
    expect(problemsOf(exportManifest, bad)).toHaveLength(1)
})

test('a credential has the fields that its owner entered, and when it was archived and deleted', () => {
  expect(credentialKeys('license')).toEqual(expect.arrayContaining(['kind', 'state', 'multistate']))
  expect(credentialKeys('license')).not.toContain('code')
  expect(credentialKeys('certification')).toEqual(expect.arrayContaining(['kind', 'code']))
  expect(credentialKeys('certification')).not.toContain('state')
  const record = { id, createdAt: at, updatedAt: at, deletedAt: null }
  expect(exportedCredential.parse(record)).toEqual({ ...record, archivedAt: null })
  expect(exportedCredential.parse({ ...record, archivedAt: at }).archivedAt).toBe(at)
})

test('a cycle has its rule and its sums', () => {
  const cycle = {
    ...{ ruleId: null, rule: null, hoursCompleted: 6, hoursCounted: 5 },
    topicsCompleted: [{ topic: 'Ethics', hours: 2, isMet: true, lastOn: null, countsUntil: null }],
  }
  expect(exportedCycle.parse({ ...cycle, notes: 'entered' })).toEqual(cycle)
  const { hoursCounted: _new, ...earlier } = cycle
  expect(exportedCycle.parse(earlier)).toEqual(earlier)
})

test('an entry counts in at most 200 cycles', () => {
  const count = { cycleId: id, acceptedHours: null, wasMain: true, countedHours: 2, reasons: [] }
  expect(exportedCounts.parse(Array(200).fill(count))).toEqual(Array(200).fill(count))
  expect(problemsOf(exportedCounts, Array(201).fill(count))).toHaveLength(1)
})

test('a file has the size and hash of its bytes', () => {
  const file = {
    ...{ id, name: 'card.pdf', size: MAX_FILE_BYTES, mimeType: 'application/pdf', sha256 },
    ...{
      resourceType: 'license',
      resourceId: id,
      createdAt: at,
      deletedAt: null,
      path: 'files/1',
      fault: null,
    },
    ...{ objectPath: null, objectDetails: null, freeFields: {} },
  }
  expect(exportedFile.parse(file)).toEqual(file)
  const { objectPath: _path, objectDetails: _details, freeFields: _fields, ...earlier } = file
  expect(exportedFile.parse(earlier)).toEqual(file)
  expect(problemsOf(exportedFile, { ...file, objectPath: '../card.pdf' })).toHaveLength(1)
  const free = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`f${at}`, 'x'.repeat(300)]))
  const object = { objectDetails: { md5: '', version: 1, updatedAt: at, custom: { side: 'front' } } }
  const ofFirebase = { ...file, ...object, objectPath: 'card.pdf', freeFields: { ...free, page: 2 } }
  expect(exportedFile.parse(ofFirebase)).toEqual(ofFirebase)
  expect(exportedFile.parse({ ...file, size: 1 }).size).toBe(1)
  for (const size of [0, 1.5, MAX_FILE_BYTES + 1])
    expect(problemsOf(exportedFile, { ...file, size })).toHaveLength(1)
})
