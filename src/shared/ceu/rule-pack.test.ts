import { expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import type { CeRule } from './rule.ts'
import { comparePackVersions, compareRules, packFile, packManifest, packVersion } from './rule-pack.ts'
import { embeddedRules } from './rules.ts'

const manifest = {
  format: 1,
  version: '2026-11.1',
  asOf: '2026-11-23',
  changelog: [{ id: 'TX-RN', what: 'Forensic evidence is asked once' }],
  files: { 'states.json': 'a'.repeat(64) },
}

test('a manifest names its version, its files and what changed', () => {
  expect(packManifest.parse(manifest)).toEqual(manifest)
})

test.each<[string, object]>([
  ['another format', { format: 4 }],
  ['a version without its number', { version: '2026-11' }],
  ['a file outside of the pack', { files: { '../states.json': 'a'.repeat(64) } }],
  ['half a hash', { files: { 'states.json': 'a'.repeat(32) } }],
  ['a change that is not described', { changelog: [{ id: 'TX-RN', what: '' }] }],
  ['a field of a later format', { language: 'en' }],
])('a manifest with %s is refused', (_what, change) => {
  expect(problemsOf(packManifest, { ...manifest, ...change })).toHaveLength(1)
})

test('a pack is one file of texts', () => {
  const file = {
    kind: 'lanyard-rules',
    manifest: '{}',
    signature: 'aGVsbG8=',
    files: { 'states.json': '{}' },
  }
  expect(packFile.parse(file)).toEqual(file)
  expect(problemsOf(packFile, { ...file, signature: 'not base64!' })).toHaveLength(1)
  expect(problemsOf(packFile, { ...file, kind: 'rules' })).toHaveLength(1)
})

test.each(['2026-00.1', '2026-13.1', '26-11.1', '2026-11.0', '2026-11.1000', '2026-11.1.1', 'x2026-11.1'])(
  '%s is no version',
  (version) => expect(packVersion.safeParse(version).success).toBe(false),
)

test('versions are ordered by edition, then by number', () => {
  const ordered = ['2025-12.40', '2026-02.1', '2026-02.2', '2026-02.10', '2026-11.1', '2027-01.1']
  expect(ordered.toReversed().toSorted(comparePackVersions)).toEqual(ordered)
  expect(comparePackVersions('2026-11.1', '2026-11.1')).toBe(0)
})

const [first, second, third] = embeddedRules.rules as [CeRule, CeRule, CeRule]

test('lists added, removed and changed records by their ids', () => {
  const changed = { ...second, version: '2027-01-01', board: 'Another board' }
  expect(compareRules([first, second], [changed, third])).toEqual({
    added: [third.id],
    removed: [first.id],
    changed: [{ id: second.id, fields: ['version', 'board'] }],
  })
  expect(compareRules([first, second], [second, first])).toEqual({ added: [], removed: [], changed: [] })
})

test('treats a record that succeeds another with the same id as a separate record', () => {
  const later = { ...first, effectiveFrom: '2027-01-01' }
  expect(compareRules([first], [first, later]).added).toEqual([`${first.id} from 2027-01-01`])
})
