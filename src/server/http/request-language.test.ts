import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Language } from '#shared/i18n/language.ts'
import { answerProblem } from './problem.ts'
import { sitePages } from './static-site.ts'

const webDir = mkdtempSync(join(tmpdir(), 'lanyard-languages-'))
for (const [infix, language] of [
  ['', 'en'],
  ['.es', 'es'],
])
  for (const name of ['index', 'app'])
    writeFileSync(
      join(webDir, `${name}${infix}.html`),
      `<!doctype html><html lang="${language}"><body></body>`,
    )
afterAll(() => rmSync(webDir, { recursive: true }))

/** The site for an account with this locale, and a share link with this language. */
function siteOf(
  locale: string | null = null,
  shared: Language | null = null,
  publicUrl = 'http://localhost:8080',
) {
  return sitePages(
    { config: { signUps: 'open', publicUrl }, clock: { now: () => new Date() } } as unknown as Services,
    webDir,
    async () => ({ status: 200, language: shared, answers: {} }),
    (path) =>
      path === '/api/auth/get-session'
        ? Response.json({ user: { locale } })
        : new Response(null, { status: 404 }),
  )
}

async function languageAt(path: string, headers: Record<string, string>, site = siteOf()) {
  const answer = await site.request(path, { headers: { 'accept-encoding': 'identity', ...headers } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const html =
    answer.headers.get('content-encoding') === 'br'
      ? (await import('node:zlib')).brotliDecompressSync(bytes).toString()
      : bytes.toString()
  return /<html lang="(\w+)"/.exec(html)?.[1]
}

const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' }
const chose = (language: string) => ({ ...spanish, cookie: `lanyard-language=${language}` })

describe('a document', () => {
  test.each(['/', '/login', '/terms-of-use', '/nothing', '/share/3f9ac1'])(
    'at %s is in the language that the browser requests, or that was chosen in it',
    async (path) => {
      expect(await languageAt(path, {})).toBe('en')
      expect(await languageAt(path, spanish)).toBe('es')
      expect(await languageAt(path, chose('en'))).toBe('en')
      expect(await languageAt(path, { cookie: 'lanyard-language=es' })).toBe('es')
      expect(await languageAt(path, chose('<script>'))).toBe('es')
    },
  )

  test('varies by language for caches', async () => {
    const [one, other] = await Promise.all(
      [{}, spanish].map((headers: Record<string, string>) => siteOf().request('/login', { headers })),
    )
    expect(one?.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie')
    expect(one?.headers.get('etag')).not.toBe(other?.headers.get('etag'))
  })

  test('of a share is in the language that its owner chose, unless the visitor chose one', async () => {
    expect(await languageAt('/share/3f9ac1', {}, siteOf(null, 'es'))).toBe('es')
    expect(await languageAt('/share/3f9ac1', spanish, siteOf(null, 'en'))).toBe('en')
    expect(await languageAt('/share/3f9ac1', chose('es'), siteOf(null, 'en'))).toBe('es')
  })

  test('of an owner is in the language of the account, which is then stored in a cookie', async () => {
    const headers = { cookie: 'lanyard.session=x', 'sec-fetch-site': 'none', 'accept-encoding': 'br' }
    const answer = await siteOf('es-MX').request('/settings', { headers })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^lanyard-language=es; Max-Age=31536000; Path=\/; SameSite=Lax/,
    )
    expect(await languageAt('/settings', headers, siteOf('es-MX'))).toBe('es')
    expect(await languageAt('/settings', { ...headers, ...spanish }, siteOf('en-US'))).toBe('en')
    expect(await languageAt('/settings', { ...headers, ...spanish }, siteOf(null))).toBe('es')
  })

  test.each([
    ['es-MX', {}, 'es'],
    ['en-US', spanish, 'en'],
    [null, spanish, 'es'],
    ['es-MX', { cookie: 'lanyard.session=x; lanyard-language=en; other=1' }, 'es'],
  ])('of an owner with %s, requested with %j, contains data in %s', async (locale, more, language) => {
    const asked: string[] = []
    const site = sitePages(
      {
        config: { signUps: 'open', publicUrl: 'http://localhost:8080' },
        clock: { now: () => new Date() },
      } as unknown as Services,
      webDir,
      async () => ({ status: 200, language: null, answers: {} }),
      (path, { headers }) => {
        if (path !== '/api/auth/get-session') asked.push(new Headers(headers).get('cookie') ?? '')
        return Response.json({ user: { locale } })
      },
    )
    const own = { cookie: 'lanyard.session=x', 'sec-fetch-site': 'none', 'accept-encoding': 'br' }
    await site.request('/settings', { headers: { ...own, ...more } })
    expect(asked.length).toBeGreaterThan(0)
    for (const cookie of asked)
      expect(cookie).toMatch(new RegExp(`^lanyard.session=x; (other=1; )?lanyard-language=${language}$`))
  })

  test('for the service worker exists in each language, regardless of the browser’s language', async () => {
    expect(await languageAt('/app-shell.html', spanish)).toBe('en')
    expect(await languageAt('/app-shell.es.html', {})).toBe('es')
  })
})

test('the link to another language stores it and redirects home', async () => {
  const answer = await siteOf().request('/language/es')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  expect(answer.headers.get('set-cookie')).toContain('lanyard-language=es')
  const { headers } = await siteOf(null, null, 'https://vault.example').request('/language/es')
  expect(headers.get('set-cookie')).toBe(
    '__Host-lanyard-language=es; Max-Age=31536000; Path=/; Secure; SameSite=Lax',
  )
  expect((await siteOf().request('/language/xx')).headers.get('set-cookie')).toBeNull()
})

describe('a problem', () => {
  const app = new Hono().get('/', (c) =>
    answerProblem(
      c,
      new Problem('invalid', {
        errors: [
          { path: 'email', message: 'Required' },
          { path: 'name', message: 'Value too long (max 100)' },
        ],
      }),
    ),
  )

  test('is in the language of the request, and its code is not translated', async () => {
    const answer = await app.request('/', { headers: spanish })
    expect(answer.headers.get('content-language')).toBe('es')
    expect(await answer.json()).toEqual({
      status: 422,
      code: 'invalid',
      title: 'Revise los datos',
      detail: 'Hay campos que debe revisar.',
      errors: [
        { path: 'email', message: 'Obligatorio' },
        { path: 'name', message: 'Valor demasiado largo (máximo 100)' },
      ],
    })
  })

  test('is English by default', async () => {
    const answer = await app.request('/')
    expect(answer.headers.get('content-language')).toBe('en')
    expect(await answer.json()).toMatchObject({
      title: 'Please check',
      errors: [{ message: 'Required' }, {}],
    })
  })
})
