import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { PACK_FORMAT, type PackFile } from '#shared/ceu/rule-pack.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { ceuClient, readJson, texas } from '#testing/ceu-vault.ts'
import { createRulesKey, laterVersion, rulesWith, signedPack } from '#testing/rule-packs.ts'
import { addLicense } from '#testing/share-links.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { runAdmin } from './admin-service.ts'

const { path, privateKey } = createRulesKey()
const token = 'a token of the operator'
const first = laterVersion(1)

let services: TestServices
beforeAll(async () => {
  services = await openTestServices({ env: { RULES_PUBLIC_KEYS: path, OPS_TOKEN: token } })
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  await services.rules.refresh()
})

const basic = (password: string) => `Basic ${Buffer.from(`ops:${password}`).toString('base64')}`
const ask = (address: string, init: RequestInit = {}, authorization = basic(token)) =>
  services.stranger().fetch(address, { ...init, headers: { authorization, ...init.headers } })
const post = (address: string, init: RequestInit = {}) => ask(address, { method: 'POST', ...init })

function formOf(content: string): FormData {
  const form = new FormData()
  form.append('file', new File([content], 'rules.lanyard-rules'))
  return form
}
const upload = (pack: PackFile) => post('/ops/rules', { body: formOf(JSON.stringify(pack)) })
const changed = () =>
  signedPack(privateKey, { records: rulesWith('TX-RN', { board: 'Board of <b>Texas</b>' }) })

describe('the pages of the operator', () => {
  it('show the rules in use, accept a pack, show its changes, install it and roll it back', async () => {
    const start = await (await ask('/ops/rules')).text()
    expect(start).toContain(`CE rules ${embeddedRules.version}`)
    expect(start).toContain('This version of Lanyard')
    const uploaded = await upload(changed())
    expect([uploaded.status, uploaded.headers.get('location')]).toEqual([303, `/ops/rules/${first}`])
    const preview = await (await ask(`/ops/rules/${first}`)).text()
    expect(preview).toContain('<dt>TX-RN</dt><dd>Asks for more hours</dd>')
    expect(preview).toContain('TX-RN: version, board')
    const installed = await post(`/ops/rules/${first}/install`)
    expect([installed.status, installed.headers.get('location')]).toEqual([303, '/ops/rules'])
    expect(await (await ask('/ops/rules')).text()).toContain(`CE rules ${first}`)
    expect(await (await ask(`/ops/rules/${first}`)).text()).toContain('are in use already')
    expect((await post(`/ops/rules/${first}/rollback`)).status).toBe(303)
    const end = await (await ask('/ops/rules')).text()
    expect(end).toContain(`CE rules ${embeddedRules.version}`)
    expect(end).toContain('not in use')
  })

  it('list what is not known about a rule by the number of owners, with where to look', async () => {
    const owners = await Promise.all(['ann', 'bea', 'cyd'].map((name) => services.nurse(name)))
    for (const owner of owners) await addLicense(owner, { state: 'FL', type: 'RN' })
    await addLicense(owners[0] as (typeof owners)[number], { state: 'CT', type: 'APRN' })
    const review = await (await ask('/ops/rules/review')).text()
    const headings = [...review.matchAll(/<summary>(\S+): (\d+) owners?,/g)].map(
      ([, id, count]) => `${id} ${count}`,
    )
    expect(headings.slice(0, 2)).toEqual(['FL-RN 3', 'CT-APRN 1'])
    expect(review).toContain('Keeping records for three years has no source we can cite.')
    expect(review).toContain('href="https://portal.ct.gov/dph"')
    const lines = await runAdmin(services, { command: 'rules-review', days: 0 })
    expect(lines[0]).toBe('FL-RN, 3 owners:')
    expect(lines.at(-1)).toMatch(/^\d+ points in \d+ records\.$/)
  })

  it('explain why a pack is refused', async () => {
    const forged = await upload({ ...changed(), manifest: '{"version":"<script>"}' })
    expect(forged.status).toBe(422)
    expect(await forged.text()).toContain('was changed after it was signed')
    expect(await (await post(`/ops/rules/${first}/install`)).text()).toContain(
      `No pack ${first} was uploaded`,
    )
    expect(await (await post(`/ops/rules/${first}/rollback`)).text()).toContain('nothing to roll back')
    const huge = await post('/ops/rules', { body: formOf('x'.repeat(8_000_001)) })
    expect([huge.status, await huge.text()]).toEqual([
      422,
      expect.stringContaining('larger than a rule pack'),
    ])
  })

  it('show a pack that this program cannot use, and take it out of use', async () => {
    const second = laterVersion(2)
    const later = signedPack(privateKey, { version: second, manifest: { format: PACK_FORMAT + 1 } })
    await services.database.pool.query("insert into rule_packs values ($1, $2, 'key', now(), now())", [
      second,
      JSON.stringify(later),
    ])
    expect(await (await ask('/ops/rules')).text()).toContain('but this version of Lanyard cannot use it')
    const shown = await ask(`/ops/rules/${second}`)
    expect([shown.status, await shown.text()]).toEqual([
      422,
      expect.stringContaining('upgrade Lanyard first'),
    ])
    expect((await post(`/ops/rules/${second}/rollback`)).status).toBe(303)
    expect(await (await ask('/ops/rules')).text()).not.toContain('cannot use it')
  })

  it('contain no script and load nothing', async () => {
    await upload(changed())
    const answer = await ask(`/ops/rules/${first}`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).not.toMatch(/script|unsafe/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).not.toMatch(/<script|<link|<img/)
  })
})

describe('anyone but the operator', () => {
  it.each(['/ops/rules', '/ops/rules/review', `/ops/rules/${first}`])('cannot open %s', async (address) => {
    for (const authorization of ['', 'Basic !', basic(''), basic('another token, long enough'), 'Bearer x']) {
      const answer = await ask(address, {}, authorization)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
    }
    expect((await (await services.nurse('ann')).fetch(address)).status).toBe(401)
    await services.limits.reset('operator', 'unknown')
  })

  it('cannot upload, install or roll back, and neither can another site in the operator’s browser', async () => {
    const origin = { origin: 'https://evil.example' }
    for (const address of ['', `/${first}/install`, `/${first}/rollback`]) {
      const path = `/ops/rules${address}`
      expect((await ask(path, { method: 'POST' }, basic('wrong'))).status).toBe(401)
      expect((await post(path, { headers: origin })).status).toBe(403)
    }
    await services.limits.reset('operator', 'unknown')
  })

  it('can only guess a few times', async () => {
    const statuses = []
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await ask('/ops/rules', {}, basic(`guess ${guess}`))).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await ask('/ops/rules')).status).toBe(429)
  })
})

test('without a token the pages do not exist', async () => {
  const plain = await openTestServices()
  try {
    expect((await plain.stranger().fetch('/ops/rules')).status).toBe(404)
  } finally {
    await plain.close()
  }
})

test('a cycle keeps its rule until its own owner accepts the newer one', async () => {
  const [ann, bob] = [await services.nurse('ann'), await services.nurse('bob')]
  const cycleOf = async (nurse: typeof ann) => {
    const licenseId = await addLicense(nurse, { state: 'TX', type: 'RN' })
    return (await ceuClient(nurse).addCycle({ ...texas, ruleId: 'TX-RN', licenseId })).id
  }
  const ids = [await cycleOf(ann), await cycleOf(bob)]
  await upload(changed())
  await post(`/ops/rules/${first}/install`)
  type Shown = { rule: { board: string }; newerRule: { board: string } | null }
  const show = (nurse: typeof ann, id = '') => readJson<Shown>(nurse.fetch(`/api/ceu-cycles/${id}`))
  const before = await show(ann, ids[0])
  expect(before.rule.board).not.toContain('<b>')
  expect(before.newerRule?.board).toContain('<b>')
  expect((await bob.json('POST', `/api/ceu-cycles/${ids[0]}/rule`, {})).status).toBe(403)
  expect((await ann.json('POST', `/api/ceu-cycles/${ids[0]}/rule`, {})).status).toBe(200)
  expect((await show(ann, ids[0])).rule.board).toContain('<b>')
  expect((await show(bob, ids[1])).rule.board).not.toContain('<b>')
})

test('the command installs, shows and rolls back', async () => {
  const run = (request: Parameters<typeof runAdmin>[1]) => runAdmin(services, request)
  const lines = await run({ command: 'rules-install', content: JSON.stringify(changed()) })
  expect(lines).toEqual([
    'TX-RN: Asks for more hours',
    `Installed rules ${first}. Records changed: 1, added: 0, removed: 0.`,
    expect.stringContaining('within half a minute'),
  ])
  expect(await run({ command: 'rules-status' })).toEqual([
    `Rules ${first} are in use.`,
    `This version of Lanyard came with rules ${embeddedRules.version}.`,
    expect.stringMatching(/^Pack .+, installed on 2026-03-10 15:00 UTC, signed with the key [0-9a-f]{16}\.$/),
  ])
  expect((await run({ command: 'rules-rollback' }))[0]).toBe(
    `Went back from rules ${first} to ${embeddedRules.version}.`,
  )
  await expect(run({ command: 'rules-install', content: '{}' })).rejects.toThrow(/^This is not a rule pack/)
})
