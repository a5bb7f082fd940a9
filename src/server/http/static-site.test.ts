import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Services } from '#server/services.ts'
import { screens } from '#shared/http/screens.ts'
import { sitePages } from './static-site.ts'

const webDir = mkdtempSync(join(tmpdir(), 'lanyard-site-'))
for (const name of ['index.html', 'app.html']) writeFileSync(join(webDir, name), '<!doctype html>')
afterAll(() => rmSync(webDir, { recursive: true }))
const site = sitePages(
  { config: { signUps: 'open' } } as unknown as Services,
  webDir,
  async () => ({ status: 200, language: null, answers: {} }),
  () => new Response(),
)

const router = readFileSync(new URL('../../web/router.tsx', import.meta.url), 'utf8')
const routes = [...router.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path)
const paths = routes.map((path) => path.replace(/\$\w+/g, 'x'))

test('the list of screens has the routes of the web app', () => {
  expect(screens.map(({ path }) => path).sort()).toEqual(routes.sort())
})

test.each(paths)('the page %s is there, with and without a slash at its end', async (path) => {
  expect((await site.request(path)).status).toBe(200)
  expect((await site.request(path === '/' ? '/?q=1' : `${path}/`)).status).toBe(200)
})

test.each(['/nothing', '/ceu', '/credentials/practice/x/edit', '/credentials/x/nothing', '/settings/x'])(
  'the page %s is not found',
  async (path) => {
    expect((await site.request(path)).status).toBe(404)
  },
)

test('only the sign-in page contains the operator’s providers', async () => {
  const own = mkdtempSync(join(tmpdir(), 'lanyard-site-'))
  for (const name of ['index.html', 'app.html']) writeFileSync(join(own, name), '<body></body>')
  writeFileSync(join(own, 'preloads.json'), JSON.stringify({ '/login': [], '/settings': [] }))
  const auth = { providers: { list: () => [{ id: 'google', name: 'Google' }] } }
  const pages = sitePages(
    { config: { signUps: 'open' }, auth } as unknown as Services,
    own,
    async () => ({ status: 200, language: null, answers: {} }),
    () => new Response(),
  )
  const textOf = async (path: string) => (await pages.request(path)).text()
  expect(await textOf('/login')).toContain(
    '"/api/auth/providers":{"items":[{"id":"google","name":"Google"}]}',
  )
  expect(await textOf('/settings')).not.toContain('providers')
  rmSync(own, { recursive: true })
})
