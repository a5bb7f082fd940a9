import { describe, expect, it } from 'vitest'
import { openBrowser } from '#testing/browser.ts'
import { openLicenseSite } from '#testing/page-site.ts'
import { createLink, findLink, readLinkLog, revokeLink, statusAndCode } from '#testing/share-links.ts'

const { services, app, ann, license } = await openLicenseSite()

const toLicense = () => ({ resourceType: 'license', resourceId: license })
const visitor = () => openBrowser(app, services.config.publicUrl)

describe('the page of a link', () => {
  it('returns the status of its link, and counts no view', async () => {
    const { token, id } = await createLink(ann, { ...toLicense(), viewLimit: 1 })
    for (const path of [`/share/${token}`, `/share/${token}/`])
      for (const method of ['GET', 'HEAD']) expect((await visitor().fetch(path, { method })).status).toBe(200)
    for (const path of ['/share/', '/share/x/y', `/share/${token}/files`])
      expect((await visitor().fetch(path)).status).toBe(404)
    expect((await findLink(ann, { id })).viewCount).toBe(0)
    expect(await readLinkLog(ann, { id })).toEqual([])
  })

  it('is separate from the pages of the owner’s own list', async () => {
    for (const path of ['/credentials/shares', '/credentials/shares/new', '/credentials/shares/x/'])
      expect((await visitor().fetch(path)).status).toBe(200)
    expect((await visitor().fetch('/credentials/shares/x/y')).status).toBe(404)
  })
})

describe('a program that fetches links', () => {
  const programs = [
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0 A',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'TelegramBot (like TwitterBot)',
    'LinkedInBot/1.0',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  ]
  it.each(programs)('%s opens nothing and is not logged', async (userAgent) => {
    const { token, id } = await createLink(ann, { ...toLicense(), viewLimit: 1 })
    const headers = { 'User-Agent': userAgent }
    const mails = services.outbox().length
    for (const answer of [
      await visitor().fetch(`/api/share/${token}`, { headers }),
      await visitor().json('POST', `/api/share/${token}`, {}, headers),
    ])
      expect(await statusAndCode(answer)).toEqual([403, 'person_needed'])
    expect((await visitor().fetch(`/share/${token}`, { headers })).status).toBe(200)
    await revokeLink(ann, id)
    expect((await visitor().fetch(`/api/share/${token}/cover`, { headers })).status).toBe(410)
    expect(await readLinkLog(ann, { id })).toEqual([])
    expect(services.outbox()).toHaveLength(mails)
  })

  it.each<Record<string, string>>([{ Purpose: 'prefetch' }, { 'Sec-Purpose': 'prefetch;prerender' }])(
    'includes a browser that prefetches: %o',
    async (headers) => {
      const { token } = await createLink(ann, toLicense())
      const answer = await visitor().fetch(`/api/share/${token}`, { headers })
      expect(await statusAndCode(answer)).toEqual([403, 'person_needed'])
    },
  )

  it.each([
    'Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
    'curl/8.5.0',
    'node',
    '',
  ])('is not assumed for this user agent: %s', async (userAgent) => {
    const { token } = await createLink(ann, toLicense())
    const headers = { 'User-Agent': userAgent }
    expect((await visitor().fetch(`/api/share/${token}`, { headers })).status).toBe(200)
  })

  it.each([...programs, 'curl/8.5.0', 'Wget/1.21', 'python-requests/2.32', 'node', ''])(
    '%s cannot download files or the packet, not even with a session',
    async (userAgent) => {
      const { token, id } = await createLink(ann, toLicense())
      const browser = visitor()
      await browser.json('POST', `/api/share/${token}`, { passcode: null })
      for (const path of [`/api/share/${token}/packet`, `/api/share/${token}/files/x`]) {
        const answer = await browser.fetch(path, { headers: { 'User-Agent': userAgent } })
        expect(await statusAndCode(answer)).toEqual([403, 'person_needed'])
      }
      expect(await readLinkLog(ann, { id })).toEqual(['opened'])
    },
  )

  it('can send HEAD without counting a view', async () => {
    const { token, id } = await createLink(ann, { ...toLicense(), viewLimit: 1 })
    for (const path of [`/api/share/${token}`, `/api/share/${token}/cover`]) {
      const answer = await visitor().fetch(path, { method: 'HEAD' })
      expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([200, '', []])
    }
    expect(await findLink(ann, { id })).toMatchObject({ viewCount: 0, viewsLeft: 1 })
    expect(await readLinkLog(ann, { id })).toEqual([])
    await revokeLink(ann, id)
    expect((await visitor().fetch(`/api/share/${token}`, { method: 'HEAD' })).status).toBe(410)
  })
})
