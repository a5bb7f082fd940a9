import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwnerId } from '#server/users/owner.ts'
import { codeText } from '#shared/checks/code.ts'
import type { KnownDocument } from '#shared/checks/contract.ts'
import { createLink, revokeLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { documentKeys } from './key-service.ts'
import { issueCode } from './statement-service.ts'

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
})
afterAll(() => services.close())

const ask = (code: string, who = services.stranger()) => who.json('POST', '/api/check', { code })
const known = async (code: string) => {
  const answer = await ask(code)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as { known: KnownDocument }).known
}
const issueFor = async (nurse: Nurse, linkId: string) =>
  (await issueCode(services, asOwnerId(nurse.id), { kind: 'sharePacket', linkId })).code
const isUnknown = async (code: string) => {
  const answer = await ask(code)
  expect([answer.status, await answer.json()]).toEqual([200, { known: null }])
}
const cycleId = '00000000-0000-4000-8000-000000000000'

describe('whoever has the code of a document', () => {
  test('learns what it is, when it was made and when its link ends, and nothing else', async () => {
    const link = await createLink(ann)
    const answer = await ask(await issueFor(ann, link.id))
    expect(await answer.json()).toEqual({
      known: {
        kind: 'sharePacket',
        madeAt: services.clock.now().toISOString(),
        linkEndsAt: link.expiresAt,
      },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('may type it with dashes, spaces, small letters, and O for 0', async () => {
    const link = await createLink(ann)
    const code = await issueFor(ann, link.id)
    const typed = codeText(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    for (const each of [
      typed,
      ` ${typed.replaceAll('-', ' ')} `,
      typed.replaceAll('-', '–'),
      `code ${typed}`,
    ])
      expect(await known(each)).toEqual(await known(code))
  })

  test('sees a link that was ended early as ended then, and one that is gone as none', async () => {
    const link = await createLink(ann)
    const code = await issueFor(ann, link.id)
    await revokeLink(ann, link.id)
    expect((await known(code)).linkEndsAt).toBe(services.clock.now().toISOString())
    const usedUp = await createLink(ann)
    const ofUsedUp = await issueFor(ann, usedUp.id)
    const lastViewedAt = new Date(services.clock.now().getTime() - 60_000)
    await services.database.pool.query(
      'update shares set views_left = 0, last_viewed_at = $2 where id = $1',
      [usedUp.id, lastViewedAt],
    )
    expect((await known(ofUsedUp)).linkEndsAt).toBe(lastViewedAt.toISOString())
    await services.database.pool.query('delete from shares where id = $1', [link.id])
    expect(await known(code)).toMatchObject({ kind: 'sharePacket', linkEndsAt: null })
  })

  test('learns nothing once the account is disabled or deleted', async () => {
    const bea = await services.nurse('bea')
    const { code } = await issueCode(services, asOwnerId(bea.id), { kind: 'cePacket', cycleId })
    expect(await known(code)).toMatchObject({ kind: 'cePacket', linkEndsAt: null })
    const disable = (at: string | null) =>
      services.database.pool.query('update users set disabled_at = $2 where id = $1', [bea.id, at])
    await disable('2026-03-10T00:00:00Z')
    await isUnknown(code)
    await disable(null)
    expect((await bea.json('DELETE', '/api/users/me', { password: testPassword })).status).toBeLessThan(300)
    await isUnknown(code)
    // A document that was being made meanwhile: its code is not registered.
    await issueCode(services, asOwnerId(bea.id), { kind: 'cePacket', cycleId })
    await isUnknown(code)
  })
})

describe('somebody without a code', () => {
  test('learns nothing by trying', async () => {
    for (const code of ['', 'x', '0'.repeat(28), 'Ü'.repeat(28), `${'7K3Q-'.repeat(7)}`])
      await isUnknown(code)
    expect((await ask('0'.repeat(101))).status).toBe(422)
    expect((await services.stranger().json('POST', '/api/check', { code: 1 })).status).toBe(422)
  })

  test('gets 300 tries an hour, also from a network with a valid code', async () => {
    const limited = await openTestServices()
    const who = limited.stranger()
    for (let tries = 0; tries < 300; tries++) expect((await ask('x', who)).status).toBe(200)
    const refused = await ask('x', who)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await limited.close()
  })

  test('cannot find a code in the database', async () => {
    const code = await issueFor(ann, (await createLink(ann)).id)
    const { rows } = await services.database.pool.query('select t::text as row from document_codes t')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

test('two nurses never have the same code, and one day’s code is not the next day’s', async () => {
  const bob = await services.nurse('bob')
  const [anns, bobs] = [await createLink(ann), await createLink(bob)]
  const codes = [await issueFor(ann, anns.id), await issueFor(bob, bobs.id)]
  expect(await issueFor(ann, anns.id)).toBe(codes[0])
  services.clock.set('2026-03-11T12:00:00Z')
  codes.push(await issueFor(ann, anns.id))
  expect(new Set(codes).size).toBe(3)
})

test('the public key is at a fixed address for everyone, and the private one is never sent', async () => {
  const answer = await services.stranger().fetch('/api/check/key')
  expect(answer.headers.get('content-type')).toBe('application/x-pem-file')
  const pem = await answer.text()
  expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=]{60}\n-----END PUBLIC KEY-----\n$/)
  expect(pem).toBe((await documentKeys(services)).publicPem)
})
