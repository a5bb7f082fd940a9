import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword, passcodeTurn, passwordCost } from '#server/auth/password-hash.ts'
import { createLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let eve: Nurse
let license: string
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  eve = await services.nurse('eve')
  license = await licenseOf(ann)
})
afterAll(() => services.close())

async function licenseOf(nurse: Nurse): Promise<string> {
  const input = { kind: 'license', type: 'RN', state: 'TX', number: '1', expiresAt: '2027-03-31' }
  return ((await (await nurse.json('POST', '/api/credentials', input)).json()) as { id: string }).id
}

const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code

/** Fills this owner's queue with hashes, so that one more is refused, until the returned function is called. */
function fillTurns(owner: string): () => Promise<unknown> {
  let isFull = true
  const takeTurns = async () => {
    while (isFull) {
      await hashPassword('night shift', passwordCost, passcodeTurn({ owner })).catch(() => {})
      await setImmediate()
    }
  }
  const running = Promise.all(Array.from({ length: 24 }, takeTurns))
  return () => {
    isFull = false
    return running
  }
}

describe('the passcode of a share', () => {
  test('is hashed only when the share can be created, and separately from sign-ins', async () => {
    const own = await licenseOf(eve)
    const endTurns = fillTurns(eve.id)
    const share = (resourceId: string) =>
      eve.json('POST', '/api/share', { resourceType: 'license', resourceId, passcode: 'night shift' })
    expect(await codeOf(await share(license))).toBe('license_not_owned')
    expect(await codeOf(await share(own))).toBe('queue_full')
    expect((await eve.signIn()).status).toBe(200)
    await endTurns()
    expect((await share(own)).status).toBe(201)
  })

  test('is hashed only when the share can be changed', async () => {
    const { id } = await createLink(ann, { resourceType: 'license', resourceId: license })
    const own = await createLink(eve, { resourceType: 'license', resourceId: await licenseOf(eve) })
    const endTurns = fillTurns(eve.id)
    const change = (share: string) => eve.json('PATCH', `/api/share/${share}`, { passcode: 'night shift' })
    expect(await codeOf(await change(id))).toBe('share_not_owned')
    expect(await codeOf(await change(own.id))).toBe('queue_full')
    await endTurns()
  })
})
