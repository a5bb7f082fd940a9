import { request as httpRequest } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectHeading, headings } from './pages.ts'
import { desktop, phone } from './screens.ts'

type Sent = { url: string; type: string; bytes: number; encoding: string }

/** Every response with its size on the wire, as counted by the browser. */
async function watchWire(session: CDPSession): Promise<Map<string, Sent>> {
  const wire = new Map<string, Sent>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? ''
    wire.set(requestId, { url: response.url, type, bytes: 0, encoding })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const sent = wire.get(requestId)
    if (sent) sent.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  return wire
}

/** Adds up layout shifts from the first paint on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    // Shifts are reported late. Once a large shift caused by the test is reported, all earlier shifts were reported.
    await page.evaluate(() => {
      const wedge = document.createElement('div')
      wedge.style.height = '50vh'
      scrollTo({ top: 0, behavior: 'instant' })
      document.body.prepend(wedge)
    })
    const known = () => page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
    await expect.poll(async () => (await known()).at(-1), { timeout: 10_000 }).toBeGreaterThan(0.2)
    return (await known()).slice(0, -1).reduce((sum, value) => sum + value, 0)
  }
}

/** The raw response on the wire, because `fetch` would decompress it. */
function raw(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const sent = httpRequest(url, { headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      })
      sent.on('error', reject)
      sent.end()
    },
  )
}

test.describe('a first visit', () => {
  for (const [name, screen] of [
    ['phone', phone],
    ['desk', desktop],
  ] as const)
    test.describe(`on a ${name}`, () => {
      test.use(screen)

      test('loads at most 105 kB of scripts and styles in 10 requests, without layout shift', async ({
        page,
        context,
        faults,
        server,
      }) => {
        const wire = await watchWire(await context.newCDPSession(page))
        const jumped = await watchShifts(page)
        await page.goto('/', { waitUntil: 'networkidle' })
        await expectHeading(page, headings.landing)
        await page.mouse.wheel(0, 4000)
        await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)

        const sent = [...wire.values()].filter(({ url }) => url.startsWith('http'))
        const styles = /<style>([\s\S]*?)<\/style>/.exec((await raw(server.url)).body.toString())?.[1] ?? ''
        const inlined = brotliCompressSync(styles).length
        const code = sent.filter(({ type }) => type === 'Script' || type === 'Stylesheet')
        const bytes = code.reduce((sum, answer) => sum + answer.bytes, inlined)
        console.info(
          `first visit, ${name}: ${(bytes / 1000).toFixed(1)} kB of scripts and styles, ${sent.length} requests\n` +
            [
              ...sent.map((one) => `  ${one.type} ${one.bytes} ${new URL(one.url).pathname}`),
              `  inlined styles ${inlined}`,
            ].join('\n'),
        )
        expect(styles.length).toBeGreaterThan(1000)
        expect(code.length).toBeGreaterThan(0)
        expect(code.filter(({ bytes, encoding }) => bytes > 2000 && encoding !== 'br')).toEqual([])
        expect(bytes).toBeLessThanOrEqual(105_000)
        expect(sent.length).toBeLessThanOrEqual(10)

        expect(await jumped()).toBeLessThanOrEqual(0.02)
        expect(faults).toEqual([])
      })

      test('does not shift when the font loads after the text', async ({ page }) => {
        const jumped = await watchShifts(page)
        const { promise: painted, resolve: paint } = Promise.withResolvers<void>()
        await page.route('**/*.woff2', async (route) => {
          await painted
          await route.continue()
        })
        await page.goto('/', { waitUntil: 'commit' })
        await expectHeading(page, headings.landing)
        const paints = () =>
          page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
        await expect.poll(paints, { timeout: 10_000 }).toBe(1)
        paint()
        await page.evaluate(() => document.fonts.ready)
        expect(
          await page.evaluate(() => document.fonts.check('1em "Atkinson Hyperlegible Next Variable"')),
        ).toBe(true)
        expect(await jumped()).toBeLessThanOrEqual(0.02)
      })
    })

  test('shows its text before any script has run', async ({ openPage }) => {
    const { page } = await openPage(phone, { javaScriptEnabled: false })
    await page.goto('/')
    expect(await page.getByRole('heading', { level: 1, name: headings.landing }).isVisible()).toBe(true)
    const start = page.getByRole('main').getByRole('link', { name: 'Get started' }).first()
    expect(await start.isVisible()).toBe(true)
    expect(await start.getAttribute('href')).toBe('/login?mode=register')
    // Also styled: the page contains the styles and the policy allows them.
    expect(await start.evaluate((link) => link.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44)
  })

  test.describe('on a phone', () => {
    test.use(phone)

    test('is painted before its scripts load, and a link pressed at that moment works', async ({
      page,
      startOwnServer,
    }) => {
      // With the settings of an emulator the app takes the place of the page.
      const { url } = await startOwnServer({ AUTH_SECRET: 'of an installation that is no emulator' })
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/*.js', async (route) => {
        await released
        await route.continue()
      })
      await page.goto(url, { waitUntil: 'commit' })
      await expectHeading(page, headings.landing)
      const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
      await expect.poll(painted).toBe(1)
      expect(
        await page.evaluate(() =>
          performance.getEntriesByType('resource').some(({ name }) => /\.js$/.test(name)),
        ),
      ).toBe(false)
      const start = page.getByRole('main').getByRole('link', { name: 'Get started' }).first()
      await pressWhileScriptsCome(page, start, release)
      await expectHeading(page, headings.register)
    })
  })
})

/** Presses the mouse button before the scripts have loaded, and releases it after. */
async function pressWhileScriptsCome(page: Page, start: Locator, release: () => void): Promise<void> {
  const box = await start.boundingBox()
  if (!box) throw new Error('The link is not visible')
  const { x, y, width, height } = box
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  release()
  await page.waitForLoadState('networkidle')
  await page.mouse.up()
}

test.describe('the HTML from the server', () => {
  test('has the text of the landing page, no inline script and no style attribute', async ({ server }) => {
    const { status, headers, body } = await raw(server.url)
    const html = body.toString()
    expect(status).toBe(200)
    expect(html).toContain(headings.landing)
    expect(html).not.toMatch(/\sstyle\s*=/i)
    expect(html).not.toMatch(/\son[a-z]+\s*=\s*["']/i)
    expect(
      [...html.matchAll(/<script\b([^>]*)>/gi)].filter(([, attributes]) => !/\bsrc=/.test(attributes ?? '')),
    ).toEqual([])
    const policy = String(headers['content-security-policy'])
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' 'wasm-unsafe-eval'")
    expect(policy).not.toContain('unsafe-inline')
  })

  test('is the empty shell for an owner who is signed in, so that the landing page does not flash', async ({
    owner: { page, context },
    faults,
    server,
  }) => {
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const { body } = await raw(server.url, { cookie })
    expect(body.toString()).not.toContain(headings.landing)
    expect(body.toString()).toContain('<div id="root">')
    const answer = await page.goto('/')
    expect(await answer?.text()).not.toContain(headings.landing)
    await page.getByRole('heading', { level: 1, name: headings.emptyDashboard }).waitFor()
    expect(faults).toEqual([])
  })

  test('is cached forever if the file name has a hash, and revalidated otherwise', async ({ server }) => {
    const landing = await raw(server.url)
    expect(landing.headers['cache-control']).toBe('no-cache')
    const assets = [...landing.body.toString().matchAll(/(?:href|data-entry)="(\/assets\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    )
    expect(assets.length).toBeGreaterThan(1)
    for (const path of assets) {
      expect([path, (await raw(server.url + path)).headers['cache-control']]).toEqual([
        path,
        'public, max-age=31536000, immutable',
      ])
    }
    for (const path of ['/login', '/settings', '/nothing']) {
      expect([path, (await raw(server.url + path)).headers['cache-control']]).toEqual([path, 'no-cache'])
    }
    const again = await raw(server.url, { 'if-none-match': String(landing.headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  test('is compressed with Brotli for a browser that accepts it', async ({ server }) => {
    const [script] = /\/assets\/[^"]+\.js/.exec((await raw(server.url)).body.toString()) ?? []
    for (const path of ['/', '/login', script ?? '']) {
      const plain = await raw(server.url + path)
      const packed = await raw(server.url + path, { 'accept-encoding': 'gzip, deflate, br' })
      expect([path, plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([
        path,
        undefined,
        'br',
      ])
      expect(packed.body.length).toBeLessThan(plain.body.length * 0.7)
      expect(packed.headers.vary).toMatch(/accept-encoding/i)
    }
  })
})

test.describe('an injected script', () => {
  // The page may set its own title at any moment, but the attribute stays.
  const mark = `document.title = 'injected'; document.documentElement.dataset.injected = 'yes'`
  const injected = `<script>${mark}</script><img src=x onerror="${mark}">`

  /** Serves the sign-in page with a foreign script in its HTML. */
  async function injectScript(page: Page, withPolicy: boolean): Promise<void> {
    await page.route('/login', async (route) => {
      const response = await route.fetch()
      const { 'content-security-policy': policy = '', 'content-encoding': _, ...headers } = response.headers()
      const body = (await response.text()).replace('<body>', () => `<body>${injected}`)
      await route.fulfill({
        body,
        headers: withPolicy ? { ...headers, 'content-security-policy': policy } : headers,
      })
    })
  }

  test('does not run, and the violation is reported', async ({ page, faults, server }) => {
    await injectScript(page, true)
    const [report] = await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/api/csp-report')),
      page.goto('/login'),
    ])
    expect(report.status()).toBe(204)
    await expectHeading(page, headings.signIn)
    expect(await page.title()).toBe('Sign in · Lanyard')
    await expect(page.locator('html')).not.toHaveAttribute('data-injected')
    expect(faults.filter((fault) => /Content Security Policy/.test(fault)).length).toBeGreaterThanOrEqual(2)
    await expect.poll(() => server.output(), { timeout: 5_000 }).toContain('csp_violation')
  })

  test('would run without the policy', async ({ page }) => {
    await injectScript(page, false)
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('data-injected', 'yes')
  })
})
