import type { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import type { ShareSummary, ShareView } from '#shared/shares/view.ts'
import { type Browser, openBrowser } from '#testing/browser.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { openLicenseSite } from '#testing/page-site.ts'
import {
  addFile,
  addLicense,
  addPicture,
  createLink,
  findLink,
  licenseNumber,
  readLinkLog,
  revokeLink,
  statusAndCode,
} from '#testing/share-links.ts'

const hour = 3_600_000
const deadSentence = 'This link does not work. Ask the person who shared it for a new one.'

const { services, app, ann, license } = await openLicenseSite()
beforeEach(() => services.clock.set('2026-03-10T15:00:00.000Z'))

const toLicense = () => ({ resourceType: 'license', resourceId: license })
const visitor = (address?: string) => openBrowser(app, services.config.publicUrl, address)

function open(browser: Browser, token: string, passcode: string | null = null): Promise<Response> {
  return browser.json('POST', `/api/share/${token}`, { passcode })
}

async function summaryOf(browser: Browser, token: string): Promise<ShareSummary> {
  return (await (await browser.fetch(`/api/share/${token}/cover`)).json()) as ShareSummary
}

/** Every URL of a link that its view tells the visitor. */
function addressesOf(token: string, view: ShareView): string[] {
  const files = view.items.flatMap((item) => (item.resourceType === 'ceuCycle' ? [] : item.files))
  return [
    `/share/${token}`,
    `/api/share/${token}`,
    `/api/share/${token}/cover`,
    `/api/share/${token}/packet`,
    ...files.flatMap(({ id }) => [
      `/api/share/${token}/files/${id}`,
      `/api/share/${token}/files/${id}?disposition=attachment`,
    ]),
  ]
}

describe('a stranger with a link', () => {
  it('sees its summary first, which does not count', async () => {
    const { token, id } = await createLink(ann, { ...toLicense(), recipient: 'Jo at Mercy' })
    const browser = visitor()
    expect(await summaryOf(browser, token)).toEqual({
      ownerName: 'Ann',
      recipient: 'Jo at Mercy',
      openUntil: '2026-03-17T15:00:00.000Z',
      timeZone: 'UTC',
      needsPasscode: false,
      isOpened: false,
    })
    expect(await findLink(ann, { id })).toMatchObject({ viewCount: 0, firstViewedAt: null })
    expect(await readLinkLog(ann, { id })).toEqual([])
    expect(browser.cookies.size).toBe(0)
  })

  it('opens it with GET or POST, and it counts', async () => {
    const { token, id } = await createLink(ann, toLicense())
    const answer = await open(visitor(), token)
    expect(answer.status).toBe(200)
    expect((await answer.json()) as ShareView).toMatchObject({
      ownerName: 'Ann',
      items: [{ resourceType: 'license', number: licenseNumber, status: 'active' }],
    })
    expect((await visitor().fetch(`/api/share/${token}`)).status).toBe(200)
    expect(await findLink(ann, { id })).toMatchObject({
      viewCount: 2,
      firstViewedAt: '2026-03-10T15:00:00.000Z',
      lastViewedAt: '2026-03-10T15:00:00.000Z',
    })
    expect(await readLinkLog(ann, { id })).toEqual(['opened', 'opened'])
  })

  it('counts even when signed in as a nurse or the owner', async () => {
    const { token, id } = await createLink(ann, toLicense())
    const bob = await services.nurse('bob')
    for (const nurse of [ann, bob]) expect((await open(nurse, token)).status).toBe(200)
    expect((await findLink(ann, { id })).viewCount).toBe(2)
    expect((await ann.fetch('/api/users/me')).status).toBe(200)
  })

  it('can look again for twelve hours without counting, even when all views are used', async () => {
    const { token, id } = await createLink(ann, { ...toLicense(), viewLimit: 1 })
    const browser = visitor()
    const first = await open(browser, token)
    const cookie = /^lanyard\.visit-[0-9a-f]{12}=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/
    expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(cookie)])
    expect(await summaryOf(browser, token)).toMatchObject({ isOpened: true, ownerName: 'Ann' })
    expect((await browser.fetch(`/share/${token}`)).status).toBe(200)
    const again = await open(browser, token)
    expect([again.status, again.headers.getSetCookie()]).toEqual([200, []])
    expect((await browser.fetch(`/api/share/${token}`)).status).toBe(200)
    expect(await statusAndCode(await open(visitor(), token))).toEqual([410, 'link_ended'])
    services.clock.advance(12 * hour)
    expect(await statusAndCode(await open(browser, token))).toEqual([410, 'link_ended'])
    expect(await findLink(ann, { id })).toMatchObject({ viewCount: 1, viewsLeft: 0, state: 'used_up' })
  })

  it('can have twenty links open, and loses the cookie of the oldest when opening another', async () => {
    const browser = visitor()
    const names = () => [...browser.cookies.keys()]
    const links = await Promise.all(Array.from({ length: 22 }, () => createLink(ann, toLicense())))
    for (const { token } of links.slice(0, 20)) expect((await open(browser, token)).status).toBe(200)
    const first = names()
    expect(first).toHaveLength(20)
    for (const { token } of links.slice(20)) expect((await open(browser, token)).status).toBe(200)
    expect(names()).toHaveLength(20)
    expect(names().slice(0, 18)).toEqual(first.slice(2))
    expect(await summaryOf(browser, links[0]?.token ?? '')).toMatchObject({ isOpened: false })
    for (const { token } of [links[2], links[21]].flatMap((each) => each ?? []))
      expect(await summaryOf(browser, token)).toMatchObject({ isOpened: true })
  })

  it('gets a Secure cookie over TLS', async () => {
    const safe = { ...services, config: { ...services.config, publicUrl: 'https://lanyard.example' } }
    const app = createApp(safe) as unknown as Hono
    const { token } = await createLink(ann, toLicense())
    const answer = await app.request(`https://lanyard.example/api/share/${token}`)
    expect(answer.status).toBe(200)
    const cookie = /^__Host-lanyard\.visit-[0-9a-f]{12}=[\w-]{43}; Max-Age=\d+; Path=\/; .*; Secure$/
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(cookie)])
  })

  it('learns no id, no address, and nothing that was not shared', async () => {
    const file = await addPicture(ann)
    const resourceId = await addLicense(ann, {
      fileIds: [file],
      notes: 'canary notes',
      tags: ['canary tag'],
      extra: [{ name: 'canary', value: 'canary' }],
    })
    const { token, id } = await createLink(ann, { resourceType: 'license', resourceId })
    const text = await (await open(visitor(), token)).text()
    for (const hidden of ['canary', file, resourceId, id, ann.id, ann.email, token])
      expect(text).not.toContain(hidden)
  })

  it('gets no-store, noindex and no-referrer with every response', async () => {
    const { token } = await createLink(ann, toLicense())
    const dead = 'A'.repeat(43)
    for (const each of [token, dead])
      for (const path of [`/share/${each}`, `/api/share/${each}`, `/api/share/${each}/cover`]) {
        const { headers } = await visitor().fetch(path)
        expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
        expect(headers.get('x-robots-tag')).toBe('noindex')
        expect(headers.get('referrer-policy')).toBe('no-referrer')
        expect(headers.get('etag')).toBeNull()
      }
  })

  it('gets an error for an invalid request', async () => {
    const { token, id } = await createLink(ann, toLicense())
    const send = (init: RequestInit) => visitor().fetch(`/api/share/${token}`, { method: 'POST', ...init })
    const headers = { 'Content-Type': 'application/json' }
    expect(await statusAndCode(await send({ headers, body: '{' }))).toEqual([400, 'not_json'])
    expect(await statusAndCode(await send({ body: '{}' }))).toEqual([415, 'json_expected'])
    expect(await statusAndCode(await send({ headers, body: '{"passcode":"1","x":1}' }))).toEqual([
      422,
      'invalid',
    ])
    const elsewhere = { ...headers, Origin: 'https://evil.example' }
    expect(await statusAndCode(await send({ headers: elsewhere, body: '{}' }))).toEqual([
      403,
      'foreign_origin',
    ])
    expect((await findLink(ann, { id })).viewCount).toBe(0)
  })
})

// Copies are made in other processes, which takes time on a busy machine.
describe('a link with files', () => {
  async function linkWithFiles(more: object = {}) {
    const picture = await addPicture(ann)
    const pdf = await addFile(ann, formOf(aPdf(), 'renewal.pdf'))
    const resourceId = await addLicense(ann, { fileIds: [picture, pdf] })
    const link = await createLink(ann, { resourceType: 'license', resourceId, ...more })
    return { ...link, resourceId, picture, pdf }
  }

  async function viewOf(browser: Browser, token: string, passcode: string | null = null): Promise<ShareView> {
    const answer = await open(browser, token, passcode)
    expect(answer.status).toBe(200)
    return (await answer.json()) as ShareView
  }

  it('shows them, offers downloads, and creates one PDF of all', async () => {
    const { token, id } = await linkWithFiles()
    const browser = visitor()
    const view = await viewOf(browser, token)
    const got = await Promise.all(
      addressesOf(token, view).map(async (path) => {
        const answer = await browser.fetch(path)
        await answer.arrayBuffer()
        return [answer.status, answer.headers.get('content-type')]
      }),
    )
    const json = [200, 'application/json']
    const pdf = [200, 'application/pdf']
    expect(got).toEqual([
      [200, 'text/html; charset=utf-8'],
      json,
      json,
      pdf,
      [200, 'image/webp'],
      [200, 'image/jpeg'],
      pdf,
      pdf,
    ])
    expect((await readLinkLog(ann, { id })).toSorted()).toEqual([
      'downloaded card front.png',
      'downloaded packet',
      'downloaded renewal.pdf',
      'opened',
      'viewed card front.png',
      'viewed renewal.pdf',
    ])
  })

  it.each(['a revocation', 'its time', 'a deletion', 'a new token'])(
    'and every URL of it is invalid after %s',
    async (end) => {
      const { token, id, resourceId } = await linkWithFiles()
      const browser = visitor()
      const addresses = addressesOf(token, await viewOf(browser, token))
      if (end === 'a revocation') await revokeLink(ann, id)
      if (end === 'its time') services.clock.advance(7 * 24 * hour)
      if (end === 'a deletion') await ann.fetch(`/api/credentials/${resourceId}`, { method: 'DELETE' })
      if (end === 'a new token') await ann.json('POST', `/api/share/${id}/token`, {})
      const dead = end === 'a new token' ? 404 : 410
      for (const each of [browser, visitor()])
        for (const path of addresses) expect([path, (await each.fetch(path)).status]).toEqual([path, dead])
      if (end !== 'a deletion') return
      await ann.json('POST', `/api/credentials/${resourceId}/restore`)
      for (const path of addresses) {
        const { status } = await browser.fetch(path, { method: 'HEAD' })
        expect([path, status]).toEqual([path, 200])
      }
    },
  )

  it('a deleted file disappears, and the others stay', async () => {
    const { token, picture } = await linkWithFiles()
    const browser = visitor()
    const view = await viewOf(browser, token)
    const [gone, stays] = addressesOf(token, view).filter((path) => /files\/[\w-]+$/.test(path))
    await ann.fetch(`/api/upload/${picture}`, { method: 'DELETE' })
    expect(await statusAndCode(await browser.fetch(gone ?? ''))).toEqual([404, 'page_not_found'])
    expect((await browser.fetch(stays ?? '')).status).toBe(200)
  })

  it('a file is not available by its own id, nor through another link', async () => {
    const one = await linkWithFiles()
    const other = await createLink(ann, toLicense())
    const [browser, elsewhere] = [visitor(), visitor()]
    await viewOf(elsewhere, other.token)
    const [file] = addressesOf(other.token, await viewOf(browser, one.token)).slice(4)
    const own = `/api/share/${one.token}/files/${one.picture}`
    expect(await statusAndCode(await browser.fetch(own))).toEqual([404, 'page_not_found'])
    expect(await statusAndCode(await elsewhere.fetch(file ?? ''))).toEqual([404, 'page_not_found'])
    expect((await visitor().fetch(`/api/upload/${one.picture}/content`)).status).toBe(401)
  })

  it.each([
    ['passcode', { passcode: 'night shift' }, [401, 'passcode_needed']],
    ['view limit', { viewLimit: 5 }, [410, 'link_ended']],
    ['guard of no kind', {}, [403, 'person_needed']],
  ] as const)('with a %s, files are only for visitors who opened it', async (_, guard, refused) => {
    const { token } = await linkWithFiles(guard)
    const browser = visitor()
    const view = await viewOf(browser, token, 'passcode' in guard ? guard.passcode : null)
    const paths = addressesOf(token, view).slice(3)
    for (const path of paths) {
      expect(await statusAndCode(await visitor().fetch(path))).toEqual(refused)
      expect((await browser.fetch(path, { method: 'HEAD' })).status).toBe(200)
    }
    expect((await browser.fetch(paths[1] ?? '')).status).toBe(200)
  })

  it('can be viewed but not downloaded when downloads are off', async () => {
    const { token, id } = await linkWithFiles({ allowDownloads: false })
    const browser = visitor()
    const view = await viewOf(browser, token)
    for (const path of addressesOf(token, view).slice(3)) {
      const answer = await browser.fetch(path)
      if (/files\/[\w-]+$/.test(path)) expect(answer.status).toBe(200)
      else expect(await statusAndCode(answer)).toEqual([403, 'downloads_off'])
    }
    expect(await readLinkLog(ann, { id })).toContain('refused download')
  })

  it('that ends while its packet is created does not send it', async () => {
    const { token, id } = await linkWithFiles()
    const storage = {
      ...services.storage,
      async read(key: string, range?: { start: number; end: number }) {
        await revokeLink(ann, id)
        return services.storage.read(key, range)
      },
    }
    const app = createApp({ ...services, storage }) as unknown as Hono
    const late = openBrowser(app, services.config.publicUrl)
    await open(late, token)
    expect(await statusAndCode(await late.fetch(`/api/share/${token}/packet`))).toEqual([410, 'link_ended'])
    expect(await readLinkLog(ann, { id })).toEqual(['refused revoked', 'opened'])
  })
})

describe('a passcode', () => {
  it('is required, and the summary names nobody', async () => {
    const { token, id } = await createLink(ann, { ...toLicense(), recipient: 'Jo', passcode: 'night shift' })
    const browser = visitor()
    const closed = {
      ownerName: null,
      recipient: null,
      openUntil: null,
      timeZone: null,
      needsPasscode: true,
      isOpened: false,
    }
    expect(await summaryOf(browser, token)).toEqual(closed)
    expect(await statusAndCode(await browser.fetch(`/api/share/${token}`))).toEqual([401, 'passcode_needed'])
    expect(await statusAndCode(await open(browser, token))).toEqual([401, 'passcode_needed'])
    expect(await statusAndCode(await open(browser, token, 'Night shift'))).toEqual([403, 'passcode_wrong'])
    expect((await open(browser, token, 'night shift')).status).toBe(200)
    expect(await summaryOf(browser, token)).toMatchObject({
      needsPasscode: false,
      isOpened: true,
      recipient: 'Jo',
    })
    expect((await browser.fetch(`/api/share/${token}`)).status).toBe(200)
    expect(await findLink(ann, { id })).toMatchObject({ viewCount: 1 })
    expect(await readLinkLog(ann, { id })).toEqual(['opened', 'refused passcode'])
  })

  it('can be tried ten times, and the right one does not count', async () => {
    const { token } = await createLink(ann, { ...toLicense(), passcode: 'night shift' })
    for (let time = 0; time < 9; time += 1)
      expect((await open(visitor(), token, 'wrong one')).status).toBe(403)
    for (let time = 0; time < 3; time += 1)
      expect((await open(visitor(), token, 'night shift')).status).toBe(200)
    expect((await open(visitor(), token, 'wrong one')).status).toBe(403)
    const locked = await open(visitor(), token, 'wrong one')
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusAndCode(locked)).toEqual([429, 'too_many_requests'])
  })

  it('that changes ends the sessions opened with the old one', async () => {
    const { token, id } = await createLink(ann, { ...toLicense(), passcode: 'night shift' })
    const browser = visitor()
    await open(browser, token, 'night shift')
    await ann.json('PATCH', `/api/share/${id}`, { passcode: 'day shift' })
    expect(await statusAndCode(await open(browser, token))).toEqual([401, 'passcode_needed'])
    expect(await statusAndCode(await open(browser, token, 'night shift'))).toEqual([403, 'passcode_wrong'])
    expect((await open(browser, token, 'day shift')).status).toBe(200)
  })
})

describe('an invalid link', () => {
  it('looks the same whether it ended or never existed', async () => {
    const gone = await addLicense(ann)
    const links = {
      revoked: await createLink(ann, toLicense()),
      used: await createLink(ann, { ...toLicense(), viewLimit: 1 }),
      gone: await createLink(ann, { resourceType: 'license', resourceId: gone }),
      expired: await createLink(ann, { ...toLicense(), expiresAt: '2026-03-10T16:00:00.000Z' }),
    }
    await revokeLink(ann, links.revoked.id)
    await open(visitor(), links.used.token)
    await ann.fetch(`/api/credentials/${gone}`, { method: 'DELETE' })
    services.clock.advance(hour)
    const ended = Object.values(links).map(({ token }) => [token, 410] as const)
    const never = ['A'.repeat(43), 'x', '%F0', 'a b', links.revoked.id].map((each) => [each, 404] as const)
    for (const [token, status] of [...ended, ...never]) {
      for (const path of [`/api/share/${token}`, `/api/share/${token}/cover`, `/api/share/${token}/packet`]) {
        const answer = await visitor().fetch(path)
        const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>
        expect([path, answer.status]).toEqual([path, status])
        const code = status === 410 ? 'link_ended' : 'link_unknown'
        expect(body).toEqual({ title: 'This link is invalid', detail: deadSentence, status, code })
      }
      expect((await open(visitor(), token)).status).toBe(status)
      expect((await visitor().fetch(`/share/${token}`)).status).toBe(status)
    }
    const reasons = { revoked: 'revoked', used: 'used_up', gone: 'gone', expired: 'expired' }
    for (const [name, reason] of Object.entries(reasons))
      expect((await readLinkLog(ann, links[name as keyof typeof links]))[0]).toBe(`refused ${reason}`)
  })

  it('is logged once in ten minutes for each visitor', async () => {
    const { token, id } = await createLink(ann, toLicense())
    await revokeLink(ann, id)
    for (let time = 0; time < 3; time += 1) await open(visitor(), token)
    await open(visitor('192.0.2.99'), token)
    expect(await readLinkLog(ann, { id })).toEqual(['refused revoked', 'refused revoked'])
    services.clock.advance(10 * 60_000 + 1)
    await open(visitor(), token)
    expect(await readLinkLog(ann, { id })).toHaveLength(3)
  })

  it('that is reopened does not restore its old sessions', async () => {
    const { token, id } = await createLink(ann, toLicense())
    const browser = visitor()
    await open(browser, token)
    await revokeLink(ann, id)
    const renewed = (await (await ann.json('POST', `/api/share/${id}/token`, {})).json()) as { token: string }
    expect(await summaryOf(browser, renewed.token)).toMatchObject({ isOpened: false })
  })
})
