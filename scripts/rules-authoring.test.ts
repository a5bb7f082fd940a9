import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { ceRule } from '#shared/ceu/rule.ts'
import { findRuleFaults } from '#shared/ceu/rule-check.ts'
import { runAuthoring } from './rules-authoring.ts'
import { newestEdition, openFolder, readPack, readRecords } from './rules-pack.ts'
import { skeletonOf } from './rules-skeleton.ts'

// The program cannot use its own rules while an editor has an error in them. The commands must still tell which.
vi.mock('#rules/states.json', () => ({ default: { records: [{ id: 'TX-RN' }] } }))

const own = join(import.meta.dirname, '../rules')
const folder = mkdtempSync(join(tmpdir(), 'lanyard-rules-'))
afterAll(() => rmSync(folder, { recursive: true }))
const keyPath = join(folder, 'key.pem')
const { privateKey } = generateKeyPairSync('ed25519')
writeFileSync(keyPath, privateKey.export({ type: 'pkcs8', format: 'pem' }))

/** A copy of the project's rules that the test may change. */
function copyOfRules(): string {
  const rules = mkdtempSync(join(folder, 'rules-'))
  cpSync(own, rules, { recursive: true })
  return rules
}

function run(rules: string, ...args: string[]) {
  const lines: string[] = []
  const code = runAuthoring(args, {
    rules,
    now: new Date('2026-11-25T12:00:00Z'),
    say: (line) => lines.push(line),
  })
  return { code, lines }
}

function writeRecords(rules: string, change: (records: { id: string }[]) => unknown[]): void {
  const path = join(newestEdition(rules), 'states.json')
  const { records } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ records: change(records) }))
}

test('the rules in this folder have no errors', () => {
  const { code, lines } = run(own, 'check')
  expect(code, lines.join('\n')).toBe(0)
})

test('the rules in this folder match their signature', () => {
  const { manifest, book } = openFolder(newestEdition(own))
  expect(newestEdition(own).endsWith(manifest.version.replace(/\..*/, ''))).toBe(true)
  expect(book.rules.length).toBeGreaterThan(150)
})

test('a pack is one file that an installation can open', () => {
  const path = join(folder, 'rules.lanyard-rules')
  expect(run(own, 'pack', path)).toEqual({ code: 0, lines: [expect.stringMatching(/^Wrote rules /)] })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(readPack(newestEdition(own)))
})

test('changed rules are checked and reported, and cannot become a pack until they are signed', () => {
  const rules = copyOfRules()
  writeRecords(rules, ([first, ...others]) => [{ ...first, periodYears: 'two' }, ...others])
  const { code, lines } = run(rules, 'check')
  expect(code).toBe(1)
  expect(lines[0]).toMatch(/^[A-Z-]+, periodYears: /)
  expect(lines.at(-1)).toMatch(/^The pack is not signed as it is now/)
  expect(run(rules, 'pack', join(folder, 'never')).code).toBe(1)
})

test('a file that is not JSON is named', () => {
  const rules = copyOfRules()
  writeFileSync(join(newestEdition(rules), 'states.json'), '{ "records": [{},,] }')
  expect(run(rules, 'check')).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^states\.json is not JSON: /)],
  })
})

test('a pack that is signed with a key of RULES_PUBLIC_KEYS can be written', () => {
  const rules = copyOfRules()
  const publicKey = join(folder, 'public.pem')
  writeFileSync(publicKey, createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }))
  vi.stubEnv('RULES_SIGNING_KEY', keyPath)
  vi.stubEnv('RULES_PUBLIC_KEYS', publicKey)
  run(rules, 'sign')
  expect(run(rules, 'check').lines.at(-1)).toMatch(/ are signed with the key /)
  expect(run(rules, 'pack', join(folder, 'own.lanyard-rules')).code).toBe(0)
  vi.unstubAllEnvs()
})

test('signing needs a private key, and refuses invalid rules', () => {
  const rules = copyOfRules()
  delete process.env.RULES_SIGNING_KEY
  expect(run(rules, 'sign')).toEqual({ code: 1, lines: [expect.stringContaining('RULES_SIGNING_KEY')] })
  process.env.RULES_SIGNING_KEY = join(own, 'public-key.pem')
  expect(run(rules, 'sign').lines[0]).toMatch(/is not a private key/)
  process.env.RULES_SIGNING_KEY = keyPath
  writeRecords(rules, (records) => records.slice(1))
  expect(run(rules, 'sign')).toEqual({ code: 0, lines: [expect.stringMatching(/^Signed rules /)] })
  // The key differs from this project's key.
  expect(run(rules, 'pack', join(folder, 'never')).lines[0]).toMatch(
    /a key that this installation does not trust/,
  )
  writeRecords(rules, (records) => [{}, ...records])
  expect(run(rules, 'sign').lines.at(-1)).toMatch(/nothing was signed/)
  delete process.env.RULES_SIGNING_KEY
})

test('a new record is valid, and is refused if one already exists', () => {
  const { code, lines } = run(own, 'new', 'PR', 'LPN')
  expect(code).toBe(0)
  expect(ceRule.parse(JSON.parse(lines.join('\n')))).toEqual(skeletonOf('PR', 'LPN', '2026-11-25'))
  expect(findRuleFaults([skeletonOf('PR', 'RN', '2026-11-25')])).toEqual([])
  expect(run(own, 'new', 'TX').lines[0]).toMatch(/^TX-RN exists/)
  for (const args of [['new', 'Texas'], ['new', 'PR', 'CNA'], [], ['toString']])
    expect(run(own, ...args)).toEqual({ code: 1, lines: [expect.stringMatching(/^Usage: /)] })
})

test('the documentation counts the records that have a source for every part and no doubt', () => {
  const records = readRecords(readPack(newestEdition(own))).map((record) => ceRule.parse(record))
  const sourced = records.filter(({ doubts, uncited }) => doubts.length === 0 && uncited.length === 0)
  const page = readFileSync(new URL('../docs/ce-rules.md', import.meta.url), 'utf8')
  expect(page).toContain(
    `Of the ${records.length} records, ${sourced.length} have a source for every part and no doubt.`,
  )
})
