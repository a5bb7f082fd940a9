import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CreatedShare } from '#shared/shares/share.ts'
import {
  addLicense,
  addPicture,
  createLink,
  findLink,
  licenseNumber,
  openLinkAsVisitor,
} from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { shares } from './table.ts'

let services: TestServices
let ann: Nurse
let license: string

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  license = await addLicense(ann)
})
afterAll(() => services.close())
beforeEach(async () => {
  await prove()
  await services.db.delete(shares)
})

const prove = () => ann.json('POST', '/api/auth/reauthenticate', { password: testPassword })
const wait = (minutes: number) =>
  services.clock.set(new Date(services.clock.now().getTime() + minutes * 60_000).toISOString())
const toLicense = () => ({ resourceType: 'license', resourceId: license })

async function told(answer: Response): Promise<[number, string]> {
  const { code = 'made' } = (await answer.json()) as { code?: string }
  return [answer.status, code]
}
const refused = [401, 'reauthentication_needed']

async function addCertification(more: object = {}): Promise<string> {
  const card = { kind: 'certification', name: 'Basic Life Support', issuer: 'AHA', expiresAt: '2027-01-31' }
  const answer = await ann.json('POST', '/api/credentials', { ...card, ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

const make = (input: object, key?: string) =>
  ann.json('POST', '/api/share', input, key === undefined ? undefined : { 'Idempotency-Key': key })

describe('a nurse who reauthenticated more than ten minutes ago', () => {
  it('must reauthenticate before a link shows a number, and the same attempt then succeeds', async () => {
    wait(9)
    expect((await make(toLicense())).status).toBe(201)
    await services.db.delete(shares)
    wait(1)
    const key = crypto.randomUUID()
    expect(await told(await make(toLicense(), key))).toEqual(refused)
    expect(await services.db.$count(shares)).toBe(0)
    const { items } = (await (await ann.fetch('/api/users/me/activity')).json()) as {
      items: { action: string }[]
    }
    expect(items.filter(({ action }) => action === 'credential_shared')).toHaveLength(1)
    await prove()
    const answer = await make(toLicense(), key)
    expect(answer.status).toBe(201)
    const made = await answer.json()
    // The share already exists: repeating the request needs no reauthentication.
    wait(11)
    expect(await (await make(toLicense(), key)).json()).toEqual(made)
    expect(await services.db.$count(shares)).toBe(1)
  })

  it('must reauthenticate if the number is in the owner’s texts, in a frozen copy, or in a file', async () => {
    const bare = await addCertification()
    const file = await addPicture(ann)
    const toBare = { resourceType: 'certification', resourceId: bare }
    wait(10)
    for (const input of [
      { ...toLicense(), mode: 'frozen' },
      { ...toBare, note: `My license is ${licenseNumber}.` },
      { resourceType: 'packet', resources: [toBare, toLicense()] },
      { resourceType: 'packet', resources: [{ resourceType: 'file', resourceId: file }] },
      { resourceType: 'certification', resourceId: await addCertification({ fileIds: [file] }) },
    ])
      expect(await told(await make(input)), JSON.stringify(input)).toEqual(refused)
    expect(await services.db.$count(shares)).toBe(0)
  })

  it('must reauthenticate for a link that may show a number later, whatever its records hold today', async () => {
    const emptied = { resourceType: 'license', resourceId: await addLicense(ann, { number: null }) }
    wait(10)
    for (const input of [
      emptied,
      { ...emptied, mode: 'frozen' },
      { ...emptied, includeFiles: false },
      { resourceType: 'certification', resourceId: await addCertification() },
    ])
      expect(await told(await make(input)), JSON.stringify(input)).toEqual(refused)
    expect(await services.db.$count(shares)).toBe(0)
  })

  it('need not reauthenticate if the numbers are hidden, and what is added later is hidden as well', async () => {
    const plain = await addCertification({ fileIds: [await addPicture(ann)] })
    const resourceId = await addLicense(ann, { number: null })
    wait(10)
    const masks = { hideNumber: true }
    expect((await make({ resourceType: 'certification', resourceId: plain, masks })).status).toBe(201)
    const link = await createLink(ann, { resourceType: 'license', resourceId, masks })
    await ann.json('PATCH', `/api/credentials/${resourceId}`, { number: 'RN-551-9043', notes: null })
    const visitor = await openLinkAsVisitor(services, link.token)
    const page = await (await visitor.fetch(`/api/share/${link.token}`)).text()
    expect(page).toContain('"isNumberHidden":true')
    expect(page).not.toContain('551-9043')
  })

  it('must reauthenticate before replacing a link that shows a number, and the old link stays valid', async () => {
    const open = await createLink(ann, toLicense())
    const hidden = await createLink(ann, { ...toLicense(), masks: { hideNumber: true } })
    wait(10)
    const renew = ({ id }: CreatedShare, key: string) =>
      ann.json('POST', `/api/share/${id}/token`, {}, { 'Idempotency-Key': key })
    const key = crypto.randomUUID()
    expect(await told(await renew(open, key))).toEqual(refused)
    expect((await services.stranger().fetch(`/api/share/${open.token}`)).status).toBe(200)
    expect((await renew(hidden, crypto.randomUUID())).status).toBe(201)
    await prove()
    expect((await renew(open, key)).status).toBe(201)
  })

  it('need not reauthenticate to preview, restrict or end a link', async () => {
    const open = await createLink(ann, toLicense())
    wait(10)
    expect((await ann.json('POST', '/api/share/preview', toLicense())).status).toBe(200)
    const change = (patch: object) => ann.json('PATCH', `/api/share/${open.id}`, patch)
    const soon = new Date(services.clock.now().getTime() + 2 * 3_600_000).toISOString()
    for (const patch of [
      { note: 'Hello' },
      { passcode: 'violet tractor' },
      { viewLimit: 5 },
      { viewLimit: 4 },
      { allowDownloads: false },
      { expiresAt: soon },
    ])
      expect((await change(patch)).status, JSON.stringify(patch)).toBe(200)
    expect((await ann.fetch(`/api/share/${open.id}`, { method: 'DELETE' })).status).toBe(204)
  })

  it('must reauthenticate before a link that may show a number is opened further', async () => {
    const limits = { passcode: 'violet tractor', viewLimit: 2, allowDownloads: false }
    const open = await createLink(ann, { ...toLicense(), ...limits })
    const hidden = await createLink(ann, { ...toLicense(), ...limits, masks: { hideNumber: true } })
    wait(10)
    const later = new Date(services.clock.now().getTime() + 20 * 86_400_000).toISOString()
    const patches = [
      { passcode: null },
      { passcode: 'another passcode' },
      { viewLimit: 3 },
      { viewLimit: null },
      { allowDownloads: true },
      { expiresAt: later },
      { note: 'Hello', allowDownloads: true },
    ]
    const change = ({ id }: CreatedShare, patch: object) => ann.json('PATCH', `/api/share/${id}`, patch)
    const before = await findLink(ann, open)
    for (const patch of patches)
      expect(await told(await change(open, patch)), JSON.stringify(patch)).toEqual(refused)
    expect(await findLink(ann, open)).toEqual(before)
    for (const patch of patches) expect((await change(hidden, patch)).status, JSON.stringify(patch)).toBe(200)
    await prove()
    for (const patch of patches) expect((await change(open, patch)).status, JSON.stringify(patch)).toBe(200)
  })

  it('gets the error about a missing resource first', async () => {
    wait(10)
    const resourceId = '00000000-0000-4000-8000-000000000000'
    expect(await told(await make({ resourceType: 'license', resourceId }))).toEqual([
      404,
      'license_not_found',
    ])
  })
})
