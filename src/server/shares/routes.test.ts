import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CreatedShare, Share } from '#shared/shares/share.ts'
import type { SharePreview } from '#shared/shares/view.ts'
import {
  addLicense,
  addPicture,
  createLink,
  findLink,
  licenseNumber,
  readLinkLog,
} from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { shares } from './table.ts'

const noId = '00000000-0000-4000-8000-000000000000'
const hour = 3_600_000

let services: TestServices
let ann: Nurse
let bob: Nurse
let license: string
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  license = await addLicense(ann)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.db.delete(shares)
})

const later = (ms: number) => new Date(services.clock.now().getTime() + ms).toISOString()
const toLicense = () => ({ resourceType: 'license', resourceId: license })

async function problemOf(answer: Response): Promise<{ code: string; errors?: { path: string }[] }> {
  return { code: '', ...((await answer.json()) as object) }
}

async function fieldsOf(answer: Response): Promise<string[]> {
  expect(answer.status).toBe(422)
  return ((await problemOf(answer)).errors ?? []).map(({ path }) => path)
}

async function opens(token: string): Promise<number> {
  return (await services.stranger().fetch(`/api/share/${token}`)).status
}

async function audited(): Promise<string[]> {
  const answer = await ann.fetch('/api/users/me/activity')
  const { items } = (await answer.json()) as { items: { action: string; resourceId: string }[] }
  return items.map(({ action, resourceId }) => `${action} ${resourceId}`)
}

describe('a nurse creates a link', () => {
  it('to a license, open for seven days, and sees the link only once', async () => {
    const answer = await ann.json('POST', '/api/share', toLicense())
    expect(answer.status).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const made = (await answer.json()) as CreatedShare
    expect(answer.headers.get('location')).toBe(`/api/share/${made.id}`)
    expect(made.token).toMatch(/^[\w-]{43}$/)
    expect(made.url).toBe(`${services.config.publicUrl}/share/${made.token}`)
    expect(made).toMatchObject({
      ...toLicense(),
      resources: [{ ...toLicense(), title: 'California RN license' }],
      masks: { hideNumber: false },
      language: null,
      hasPasscode: false,
      viewLimit: null,
      state: 'live',
      expiresAt: later(7 * 24 * hour),
    })
    const shown = await findLink(ann, made)
    expect(JSON.stringify(shown)).not.toContain(made.token)
    expect(await audited()).toContain(`credential_shared ${made.id}`)
    expect(await opens(made.token)).toBe(200)
  })

  it('to any mix of records, in the owner’s order, with a recipient and a note', async () => {
    const file = await addPicture(ann)
    const resources = [
      { resourceType: 'file', resourceId: file },
      { resourceType: 'license', resourceId: license },
    ]
    const made = await createLink(ann, {
      resourceType: 'packet',
      resources,
      recipient: 'Jo at Mercy',
      note: 'See you Monday',
    })
    expect(made.resources.map(({ resourceId }) => resourceId)).toEqual([file, license])
    expect(made).toMatchObject({ resourceId: null, recipient: 'Jo at Mercy', note: 'See you Monday' })
  })

  it('that a double click creates once, with the same response', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const press = () => ann.json('POST', '/api/share', { ...toLicense(), passcode: 'night shift' }, key)
    const first = await (await press()).text()
    expect(await (await press()).text()).toBe(first)
    const other = await ann.json('POST', '/api/share', { ...toLicense(), passcode: 'day shift' }, key)
    expect([other.status, (await problemOf(other)).code]).toEqual([422, 'idempotency_mismatch'])
    expect(await services.db.$count(shares)).toBe(1)
  })

  it('from one hour to 30 days, and for no other time', async () => {
    const until = (ms: number) => ann.json('POST', '/api/share', { ...toLicense(), expiresAt: later(ms) })
    for (const ms of [hour, 30 * 24 * hour]) expect((await until(ms)).status).toBe(201)
    for (const ms of [hour - 120_000, 30 * 24 * hour + 120_000, -hour])
      expect(await fieldsOf(await until(ms))).toEqual(['expiresAt'])
  })

  it('up to 500 active ones; ended ones do not count', async () => {
    const one = await createLink(ann)
    const [row] = await services.db.select().from(shares)
    if (!row) throw new Error('There is no row')
    const { id: _, ...rest } = row
    await services.db
      .insert(shares)
      .values(Array.from({ length: 499 }, (_, index) => ({ ...rest, tokenHash: String(index) })))
    const full = await ann.json('POST', '/api/share', toLicense())
    expect([full.status, (await problemOf(full)).code]).toEqual([422, 'too_many_shares'])
    expect((await ann.fetch(`/api/share/${one.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await ann.json('POST', '/api/share', toLicense())).status).toBe(201)
    const again = await ann.json('POST', `/api/share/${one.id}/token`, {})
    expect([again.status, (await problemOf(again)).code]).toEqual([422, 'too_many_shares'])
  })
})

describe('creates no link for', () => {
  const bad: [string, object, string[]][] = [
    ['nothing', {}, ['resourceType']],
    ['a license without its id', { resourceType: 'license' }, ['resourceId']],
    ['an empty packet', { resourceType: 'packet' }, ['resources']],
    ['an unknown field', { resourceType: 'license', resourceId: noId, owner: 'x' }, ['owner']],
    ['a short passcode', { resourceType: 'license', resourceId: noId, passcode: '12345' }, ['passcode']],
    ['no views', { resourceType: 'license', resourceId: noId, viewLimit: 0 }, ['viewLimit']],
    ['a word for a date', { resourceType: 'license', resourceId: noId, expiresAt: 'never' }, ['expiresAt']],
  ]
  it.each(bad)('%s', async (_, body, fields) => {
    for (const path of ['/api/share', '/api/share/preview'])
      expect(await fieldsOf(await ann.json('POST', path, body))).toEqual(fields)
  })

  it.each(['/api/share', '/api/share/preview'])(
    'a missing resource, or another owner’s: %s',
    async (path) => {
      const missing = await ann.json('POST', path, { resourceType: 'license', resourceId: noId })
      expect([missing.status, (await problemOf(missing)).code]).toEqual([404, 'license_not_found'])
      const foreign = await bob.json('POST', path, toLicense())
      expect([foreign.status, (await problemOf(foreign)).code]).toEqual([403, 'license_not_owned'])
      const file = await addPicture(ann)
      const resources = [{ resourceType: 'file', resourceId: file }]
      const packet = await bob.json('POST', path, { resourceType: 'packet', resources })
      expect([packet.status, (await problemOf(packet)).code]).toEqual([403, 'file_not_owned'])
      expect(await services.db.$count(shares)).toBe(0)
    },
  )
})

describe('a nurse previews a link', () => {
  it('and sees the visitor’s view; nothing is stored', async () => {
    const file = await addPicture(ann, `${licenseNumber}.png`)
    const masked = await addLicense(ann, { fileIds: [file] })
    const input = { resourceType: 'license', resourceId: masked, masks: { hideNumber: true } }
    const answer = await ann.json('POST', '/api/share/preview', input)
    expect(answer.status).toBe(200)
    const { view, withheld } = (await answer.json()) as SharePreview
    expect(view).toMatchObject({ ownerName: 'Ann', openUntil: later(7 * 24 * hour) })
    expect(JSON.stringify(view)).not.toContain(licenseNumber)
    expect(withheld.map(({ fileId }) => fileId)).toEqual([file])
    expect(await services.db.$count(shares)).toBe(0)
  })
})

describe('a nurse is told what the PDF of a link would leave out', () => {
  it('of the texts in it', async () => {
    const license = await addLicense(ann, { issuer: 'Board 🎉 of ലക്ഷ്മി' })
    const input = { resourceType: 'license', resourceId: license, note: '𠮷 陳美玲' }
    const answer = await ann.json('POST', '/api/share/preview', input)
    const { undrawn } = (await answer.json()) as SharePreview
    expect(undrawn.sort()).toEqual(['🎉', '𠮷'])
  })
})

describe('a nurse lists their shares', () => {
  it('newest first, page by page, active or ended ones', async () => {
    const made: Share[] = []
    for (let minute = 0; minute < 5; minute += 1) {
      services.clock.set(`2026-03-10T15:0${minute}:00.000Z`)
      made.unshift(await createLink(ann, toLicense()))
    }
    const [, second, , fourth] = made
    await ann.fetch(`/api/share/${second?.id}`, { method: 'DELETE' })
    await ann.fetch(`/api/share/${fourth?.id}`, { method: 'DELETE' })
    const walk = async (query: string) => {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer: Response = await ann.fetch(`/api/share?${query}${cursor && `&cursor=${cursor}`}`)
        expect(answer.status, await answer.clone().text()).toBe(200)
        const page = (await answer.json()) as { items: Share[]; nextCursor: string | null }
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      }
      return seen
    }
    const ids = made.map(({ id }) => id)
    expect(await walk('limit=2')).toEqual(ids)
    expect(await walk('limit=1&state=ended')).toEqual([ids[1], ids[3]])
    expect(await walk('limit=2&state=live')).toEqual([ids[0], ids[2], ids[4]])
  })

  it('with the reason why each ended: revoked, expired, used up, or nothing left to show', async () => {
    const gone = await addLicense(ann)
    const links = {
      live: await createLink(ann, toLicense()),
      revoked: await createLink(ann, toLicense()),
      used_up: await createLink(ann, { ...toLicense(), viewLimit: 1 }),
      gone: await createLink(ann, { resourceType: 'license', resourceId: gone }),
      expired: await createLink(ann, { ...toLicense(), expiresAt: later(hour) }),
    }
    await ann.fetch(`/api/share/${links.revoked.id}`, { method: 'DELETE' })
    await opens(links.used_up.token)
    await ann.fetch(`/api/credentials/${gone}`, { method: 'DELETE' })
    services.clock.set(later(hour))
    for (const [state, link] of Object.entries(links)) expect((await findLink(ann, link)).state).toBe(state)
    expect((await findLink(ann, links.gone)).resources[0]?.title).toBeNull()
    const ended = (await (await ann.fetch('/api/share?state=ended')).json()) as { items: Share[] }
    expect(ended.items.map(({ state }) => state).toSorted()).toEqual([
      'expired',
      'gone',
      'revoked',
      'used_up',
    ])
    const live = (await (await ann.fetch('/api/share?state=live')).json()) as { items: Share[] }
    expect(live.items.map(({ id }) => id)).toEqual([links.live.id])
    await ann.json('POST', `/api/credentials/${gone}/restore`)
    expect((await findLink(ann, links.gone)).state).toBe('live')
  })

  it('only their own', async () => {
    await createLink(ann, toLicense())
    expect(await (await bob.fetch('/api/share')).json()).toEqual({ items: [], nextCursor: null })
    expect(await fieldsOf(await ann.fetch('/api/share?state=open&limit=0'))).toEqual(['state', 'limit'])
    expect(await fieldsOf(await ann.fetch('/api/share?cursor=x'))).toEqual(['cursor'])
  })
})

describe('a nurse changes a link', () => {
  it('its expiration, passcode, views, downloads and recipient', async () => {
    const made = await createLink(ann, toLicense())
    const patch = {
      expiresAt: later(24 * hour),
      allowDownloads: false,
      recipient: 'Jo',
      note: 'Changed',
      passcode: 'night shift',
      viewLimit: 3,
    }
    const answer = await ann.json('PATCH', `/api/share/${made.id}`, patch)
    expect(answer.status).toBe(200)
    const { passcode: _, ...shown } = patch
    expect(await answer.json()).toMatchObject({ ...shown, hasPasscode: true, viewsLeft: 3 })
    const cleared = { recipient: null, note: null, passcode: null, viewLimit: null }
    const after = (await (await ann.json('PATCH', `/api/share/${made.id}`, cleared)).json()) as Share
    expect(after).toMatchObject({
      recipient: null,
      note: null,
      language: null,
      hasPasscode: false,
      viewLimit: null,
      viewsLeft: null,
    })
    expect(await opens(made.token)).toBe(200)
  })

  it('but not beyond 30 days from now, nor an ended link, nor what it shows', async () => {
    const made = await createLink(ann, toLicense())
    const change = (patch: object) => ann.json('PATCH', `/api/share/${made.id}`, patch)
    expect(await fieldsOf(await change({ expiresAt: later(31 * 24 * hour) }))).toEqual(['expiresAt'])
    expect(await fieldsOf(await change({ resourceId: noId }))).toEqual(['resourceId'])
    await ann.fetch(`/api/share/${made.id}`, { method: 'DELETE' })
    const ended = await change({ note: 'x' })
    expect([ended.status, (await problemOf(ended)).code]).toEqual([422, 'share_ended'])
  })
})

describe('a nurse ends a link', () => {
  it('immediately; ending it again does nothing', async () => {
    const made = await createLink(ann, toLicense())
    for (let time = 0; time < 2; time += 1)
      expect((await ann.fetch(`/api/share/${made.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await opens(made.token)).toBe(410)
    expect((await audited()).filter((line) => line === `credential_share_revoked ${made.id}`)).toHaveLength(1)
  })

  it('and creates a new link for the same share; the old one stays invalid', async () => {
    const made = await createLink(ann, { ...toLicense(), viewLimit: 1 })
    await opens(made.token)
    await ann.fetch(`/api/share/${made.id}`, { method: 'DELETE' })
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const renew = () => ann.json('POST', `/api/share/${made.id}/token`, { expiresAt: later(2 * hour) }, key)
    const answer = await renew()
    expect(answer.status).toBe(201)
    const renewed = (await answer.json()) as CreatedShare
    expect(renewed).toMatchObject({ id: made.id, state: 'live', viewsLeft: 1, expiresAt: later(2 * hour) })
    expect(await (await renew()).json()).toEqual(renewed)
    expect(await opens(made.token)).toBe(404)
    expect(await opens(renewed.token)).toBe(200)
    expect(
      await fieldsOf(await ann.json('POST', `/api/share/${made.id}/token`, { expiresAt: later(1) })),
    ).toEqual(['expiresAt'])
  })
})

describe('the log of a link', () => {
  it('is returned page by page', async () => {
    const made = await createLink(ann, toLicense())
    for (let time = 0; time < 3; time += 1) await opens(made.token)
    const first = (await (await ann.fetch(`/api/share/${made.id}/log?limit=2`)).json()) as {
      items: unknown[]
      nextCursor: string
    }
    expect(first.items).toHaveLength(2)
    const rest = await ann.fetch(`/api/share/${made.id}/log?limit=2&cursor=${first.nextCursor}`)
    expect(await rest.json()).toMatchObject({ items: [{ kind: 'opened' }], nextCursor: null })
    expect(await fieldsOf(await ann.fetch(`/api/share/${made.id}/log?limit=0&x=1`))).toEqual(['limit', 'x'])
    expect(await readLinkLog(ann, made)).toEqual(['opened', 'opened', 'opened'])
  })
})

describe('on every owner route', () => {
  const doors: [string, string, unknown?][] = [
    ['PATCH', '/api/share/{id}', { note: 'x' }],
    ['DELETE', '/api/share/{id}'],
    ['POST', '/api/share/{id}/token', {}],
    ['GET', '/api/share/{id}/log'],
  ]

  it.each(doors)(
    'another nurse is refused, and it is audited for the owner: %s %s',
    async (method, path, body) => {
      const made = await createLink(ann, toLicense())
      const answer = await bob.json(method, path.replace('{id}', made.id), body)
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({
        code: 'share_not_owned',
        detail: 'Unauthorized access to share link',
      })
      const noted = (await (await bob.fetch('/api/users/me/activity')).json()) as { items: object[] }
      const refused = { action: 'security_unauthorized_access', resource: 'share', resourceId: made.id }
      expect(noted.items).toContainEqual(expect.objectContaining(refused))
      expect(await findLink(ann, made)).toMatchObject({
        state: 'live',
        note: null,
        updatedAt: made.updatedAt,
      })
      expect(await opens(made.token)).toBe(200)
    },
  )

  it.each(doors)('a missing share is not found: %s %s', async (method, path, body) => {
    for (const id of [noId, 'x', 'A'.repeat(43)]) {
      const answer = await ann.json(method, path.replace('{id}', id), body)
      expect([answer.status, (await problemOf(answer)).code]).toEqual([404, 'share_not_found'])
    }
  })

  it.each(doors)('signed out gets 401, even with an invalid body: %s %s', async (method, path) => {
    const made = await createLink(ann, toLicense())
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{' }
    for (const id of [made.id, made.token, noId]) {
      const answer = await services.stranger().fetch(path.replace('{id}', id), { method, ...body })
      expect([answer.status, (await problemOf(answer)).code]).toEqual([401, 'not_authenticated'])
    }
  })

  it('refuses anything but JSON', async () => {
    const made = await createLink(ann, toLicense())
    const headers = { 'Content-Type': 'application/json' }
    for (const [method, path] of doors.filter(([, , body]) => body)) {
      const broken = await ann.fetch(path.replace('{id}', made.id), { method, headers, body: '{' })
      expect([broken.status, (await problemOf(broken)).code]).toEqual([400, 'not_json'])
      const plain = await ann.fetch(path.replace('{id}', made.id), { method, body: '{}' })
      expect([plain.status, (await problemOf(plain)).code]).toEqual([415, 'json_expected'])
    }
  })
})
