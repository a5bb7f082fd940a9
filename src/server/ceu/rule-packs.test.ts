import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import compact from '#rules/compact.json' with { type: 'json' }
import { StartError } from '#server/kernel/config.ts'
import { MAX_PACK_BYTES, type PackFile } from '#shared/ceu/rule-pack.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { createRulesKey, laterVersion, rulesWith, signedPack } from '#testing/rule-packs.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { installPack, rollBackPack, uploadPack, versionInUse } from './rule-install-service.ts'
import { readTrustedKeys } from './rule-key-service.ts'
import { createRules } from './rules-service.ts'

const { path, privateKey } = createRulesKey()
const record = embeddedRules.find('TX-RN', '2026-12-31')
const [alabama] = compact.records
const [first, second] = [laterVersion(1), laterVersion(2)]

let services: TestServices
beforeAll(async () => {
  services = await openTestServices({ env: { RULES_PUBLIC_KEYS: path } })
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  await services.rules.refresh()
})

const textOf = (pack: PackFile) => JSON.stringify(pack)
const upload = (pack: PackFile) => uploadPack(services, textOf(pack))
const install = async (pack: PackFile) => {
  const { manifest } = await upload(pack)
  await installPack(services, manifest.version)
}
const current = () => services.rules.current().version

describe('refuses a pack, and stores nothing, if', () => {
  const valid = () => signedPack(privateKey, { records: [record] })
  const broken = (change: object) => signedPack(privateKey, { records: [{ ...record, ...change }] })
  const { privateKey: unknownKey } = generateKeyPairSync('ed25519')

  it.each<[string, () => string, RegExp]>([
    ['it is not JSON', () => 'rules', /^This is not a rule pack/],
    [
      'it is cut off',
      () => textOf(valid()).slice(0, -200),
      /^This is not a rule pack, or only a part of one/,
    ],
    ['it is something else', () => '{"kind":"backup"}', /^This is not a rule pack.*kind/],
    ['it is too large', () => `"${'x'.repeat(MAX_PACK_BYTES)}"`, /larger than a rule pack may be \(8 MB\)/],
    [
      'someone else signed it',
      () => textOf(signedPack(unknownKey)),
      /a key that this installation does not trust/,
    ],
    [
      'its manifest was changed',
      () => textOf({ ...valid(), manifest: valid().manifest.replace('more', 'fewer') }),
      /was changed after it was signed/,
    ],
    [
      'a file was changed',
      () => textOf({ ...valid(), files: { 'states.json': '{"records":[]}' } }),
      /The file states\.json is not the one that was signed/,
    ],
    [
      'a file is missing',
      () => textOf({ ...valid(), files: {} }),
      /The file states\.json of the pack is missing/,
    ],
    [
      'a file was added',
      () => textOf({ ...valid(), files: { ...valid().files, 'more.json': '{}' } }),
      /The file more\.json is not the one that was signed/,
    ],
    [
      'it is for a later program',
      () => textOf(signedPack(privateKey, { manifest: { format: 4, language: 'en' } })),
      /has format 4, and this version of Lanyard reads format 3: upgrade Lanyard first/,
    ],
    ['a field of a rule is invalid', () => textOf(broken({ periodYears: 'two' })), /TX-RN, periodYears: /],
    ['a rule has a field too many', () => textOf(broken({ hour: 1 })), /TX-RN.*hour/],
    [
      'two rules of one id are about the same time',
      () => textOf(signedPack(privateKey, { records: [record, record] })),
      /TX-RN, effectiveFrom: Another record of this id/,
    ],
    [
      'a status of the compact is invalid',
      () => textOf(signedPack(privateKey, { compact: { ...compact, records: [] } })),
      /The file compact\.json of the pack is not readable \(records/,
    ],
    [
      'a state of the compact is there twice',
      () => textOf(signedPack(privateKey, { compact: { ...compact, records: [alabama, alabama] } })),
      /The file compact\.json of the pack is not readable: AL is there twice/,
    ],
    [
      'it is the version in use',
      () => textOf(signedPack(privateKey, { version: embeddedRules.version })),
      /are in use already\. Nothing was changed/,
    ],
    [
      'it is older',
      () => textOf(signedPack(privateKey, { version: '2025-12.9' })),
      /are older than those in use/,
    ],
  ])('%s', async (_reason, content, message) => {
    await expect(uploadPack(services, content())).rejects.toThrow(message)
    const { rows } = await services.database.pool.query('select version from rule_packs')
    expect(rows).toEqual([])
    expect(current()).toBe(embeddedRules.version)
  })
})

describe('an installed pack', () => {
  it('applies immediately, and an uploaded one only when it is installed', async () => {
    await upload(signedPack(privateKey, { records: rulesWith('TX-RN', { board: 'Another board' }) }))
    expect(current()).toBe(embeddedRules.version)
    await installPack(services, first)
    expect(current()).toBe(first)
    expect(services.rules.current().find('TX-RN', '2026-12-31')?.board).toBe('Another board')
  })

  it('in an earlier format uses the compact states that the program came with', async () => {
    await install(signedPack(privateKey, { manifest: { format: 1 } }))
    expect(services.rules.current()).toMatchObject({ version: first, compact: { asOf: compact.asOf } })
  })

  it('replaces the compact states with its own', async () => {
    const massachusetts = { ...alabama, jurisdiction: 'MA', name: 'Massachusetts' }
    const own = { ...compact, asOf: '2026-12-01', records: [massachusetts] }
    await install(signedPack(privateKey, { compact: own }))
    expect(services.rules.current().compact.find('MA')).toMatchObject({ status: 'member' })
    expect(services.rules.current().compact.find('AL')).toBeNull()
  })

  it('applies in another process once that checks for packs', async () => {
    const other = createRules(services)
    await install(signedPack(privateKey))
    expect(other.current().version).toBe(embeddedRules.version)
    await other.refresh()
    expect(other.current().version).toBe(first)
    await rollBackPack(services, first)
    await other.refresh()
    expect(other.current().version).toBe(embeddedRules.version)
  })

  it('can be rolled back to the previous one, and then to the rules of the program', async () => {
    await install(signedPack(privateKey))
    await install(signedPack(privateKey, { version: second }))
    await expect(rollBackPack(services, first)).rejects.toThrow(`The rules ${first} are not in use`)
    await rollBackPack(services, second)
    expect(current()).toBe(first)
    await rollBackPack(services, first)
    expect(current()).toBe(embeddedRules.version)
    await expect(rollBackPack(services, first)).rejects.toThrow(/came with this version of Lanyard/)
    await installPack(services, second)
    expect(current()).toBe(second)
  })

  it('is not replaced by another one of its version or by an older one', async () => {
    await install(signedPack(privateKey, { version: second }))
    for (const version of [first, second]) {
      await expect(upload(signedPack(privateKey, { version }))).rejects.toThrow(/Nothing was changed/)
    }
    await expect(installPack(services, laterVersion(3))).rejects.toThrow(/No pack .* was uploaded/)
  })

  it('is superseded by newer rules of an upgraded program', async () => {
    await install(signedPack(privateKey))
    const upgraded = createRules(services, { ...embeddedRules, version: laterVersion(9) })
    await upgraded.refresh()
    expect(upgraded.current().version).toBe(laterVersion(9))
    expect(await versionInUse({ db: services.db, rules: upgraded })).toBe(laterVersion(9))
  })

  it('that this program cannot read is skipped for the newest readable one', async () => {
    await install(signedPack(privateKey))
    const later = signedPack(privateKey, { version: second, manifest: { format: 4 } })
    await services.database.pool.query("insert into rule_packs values ($1, $2, 'key', now(), now())", [
      second,
      textOf(later),
    ])
    await services.rules.refresh()
    expect(current()).toBe(first)
  })

  it('is no longer used once its key is not trusted', async () => {
    await install(signedPack(privateKey))
    const distrusting = createRules({ ...services, config: { RULES_PUBLIC_KEYS: [] } })
    await distrusting.refresh()
    expect(distrusting.current().version).toBe(embeddedRules.version)
  })
})

test('a key that cannot be used stops the start', () => {
  const read = (key: string) => () => readTrustedKeys({ RULES_PUBLIC_KEYS: [key] })
  expect(readTrustedKeys({ RULES_PUBLIC_KEYS: [path] })).toHaveLength(3)
  expect(readTrustedKeys({ RULES_PUBLIC_KEYS: [path.replace('/public.pem', '')] })).toHaveLength(3)
  expect(read('package.json')).toThrow(StartError)
  expect(read('no/such/key.pem')).toThrow(
    /^The public key no\/such\/key\.pem of RULES_PUBLIC_KEYS is not usable/,
  )
})
