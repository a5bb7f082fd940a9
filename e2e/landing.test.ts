import { request as httpRequest } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, launchBrowser, openPage, phone, signUp } from './browser.ts'
import { emptyVaults } from './data.ts'
import { type RunningServer, startServer } from './server.ts'

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  server = await startServer(folder.path)
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  folder?.remove()
})

const hello = 'Every credential you carry, hanging where you can see it.'

type Sent = { url: string; type: string; bytes: number; encoding: string }

/** Every answer that crosses the wire, with its size there: what the browser itself counts. */
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

/** Adds up by how much the page jumps, from its first paint on. */
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
    // Jumps are told late. One of our own, larger than any, tells when all before it are known.
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

/** The answer as it is on the wire: `fetch` would unpack it. */
function raw(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const sent = httpRequest(`${server.url}${path}`, { headers }, (answer) => {
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

describe('the first visit of a nurse who never heard of it', () => {
  it.each([
    ['phone', phone],
    ['desk', desk],
  ])(
    'costs at most 130 kB of scripts and styles in 8 requests on a %s, and nothing jumps',
    async (name, viewport) => {
      const { page, context, faults } = await openPage(browser, viewport)
      const wire = await watchWire(await context.newCDPSession(page))
      const jumped = await watchShifts(page)
      await page.goto(server.url, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1, name: hello }).waitFor()
      await page.mouse.wheel(0, 4000)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)

      const sent = [...wire.values()].filter(({ url }) => url.startsWith('http'))
      const styles = /<style>([\s\S]*?)<\/style>/.exec((await raw('/')).body.toString())?.[1] ?? ''
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
      expect(bytes).toBeLessThanOrEqual(130_000)
      expect(sent.length).toBeLessThanOrEqual(8)

      expect(await jumped()).toBeLessThanOrEqual(0.02)
      expect(faults).toEqual([])
      await context.close()
    },
  )

  it.each([
    ['phone', phone],
    ['desk', desk],
  ])('does not make the page jump on a %s when its letters come after its words', async (_name, viewport) => {
    const { page, context } = await openPage(browser, viewport)
    const jumped = await watchShifts(page)
    const { promise: painted, resolve: paint } = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await painted
      await route.continue()
    })
    await page.goto(server.url, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: hello }).waitFor()
    const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await expect.poll(paints, { timeout: 10_000 }).toBe(1)
    paint()
    await page.evaluate(() => document.fonts.ready)
    expect(await page.evaluate(() => document.fonts.check('1em "Atkinson Hyperlegible Next Variable"'))).toBe(
      true,
    )
    expect(await jumped()).toBeLessThanOrEqual(0.02)
    await context.close()
  })

  it('shows its text before any script has run', async () => {
    const { page, context } = await openPage(browser, phone, { javaScriptEnabled: false })
    await page.goto(server.url)
    expect(await page.getByRole('heading', { level: 1, name: hello }).isVisible()).toBe(true)
    const start = page.getByRole('main').getByRole('link', { name: 'Get started' }).first()
    expect(await start.isVisible()).toBe(true)
    expect(await start.getAttribute('href')).toBe('/login?mode=register')
    // Styled, too: the styles are in the page and the policy lets them in.
    expect(await start.evaluate((link) => link.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44)
    await context.close()
  })

  it('is painted while its scripts are still on their way, and a link that is pressed as they come is followed', async () => {
    const { page, context } = await openPage(browser, phone)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(server.url, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: hello }).waitFor()
    const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await expect.poll(painted).toBe(1)
    expect(
      await page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /\.js$/.test(name)),
      ),
    ).toBe(false)
    const start = page.getByRole('main').getByRole('link', { name: 'Get started' }).first()
    await pressWhileScriptsCome(page, start, release)
    await page.getByRole('heading', { level: 1, name: 'Start your own vault' }).waitFor()
    await context.close()
  })
})

/** Pressed before the scripts were there, let go when they have come. */
async function pressWhileScriptsCome(page: Page, start: Locator, release: () => void): Promise<void> {
  const { x, y, width, height } = (await start.boundingBox()) ?? expect.fail('no link')
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  release()
  await page.waitForLoadState('networkidle')
  await page.mouse.up()
}

describe('what the server sends', () => {
  it('has the words of the landing page, no inline script and no style attribute', async () => {
    const { status, headers, body } = await raw('/')
    const html = body.toString()
    expect(status).toBe(200)
    expect(html).toContain(hello)
    expect(html).not.toMatch(/\sstyle\s*=/i)
    expect(html).not.toMatch(/\son[a-z]+\s*=\s*["']/i)
    expect(
      [...html.matchAll(/<script\b([^>]*)>/gi)].filter(([, attributes]) => !/\bsrc=/.test(attributes ?? '')),
    ).toEqual([])
    const policy = String(headers['content-security-policy'])
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' 'wasm-unsafe-eval'")
    expect(policy).not.toContain('unsafe-inline')
  })

  it('is the bare shell for a nurse who is signed in: nobody else’s page flashes up first', async () => {
    const { page, context, faults } = await openPage(browser, desk)
    await signUp(page, server.url, 'ann@nurses.example')
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const { body } = await raw('/', { cookie })
    expect(body.toString()).not.toContain(hello)
    expect(body.toString()).toContain('<div id="root">')
    const answer = await page.goto(server.url)
    expect(await answer?.text()).not.toContain(hello)
    await page
      .getByRole('heading', { level: 1, name: 'Start with the card you are asked for most.' })
      .waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  it('may be kept for ever where its name changes with it, and is asked for anew where not', async () => {
    const landing = await raw('/')
    expect(landing.headers['cache-control']).toBe('no-cache')
    const assets = [...landing.body.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    )
    expect(assets.length).toBeGreaterThan(1)
    for (const path of assets) {
      expect([path, (await raw(path)).headers['cache-control']]).toEqual([
        path,
        'public, max-age=31536000, immutable',
      ])
    }
    for (const path of ['/login', '/settings', '/nothing']) {
      expect([path, (await raw(path)).headers['cache-control']]).toEqual([path, 'no-cache'])
    }
    const again = await raw('/', { 'if-none-match': String(landing.headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  it('is packed with brotli for a browser that can unpack it', async () => {
    const [script] = /\/assets\/[^"]+\.js/.exec((await raw('/')).body.toString()) ?? []
    for (const path of ['/', '/login', script ?? '']) {
      const plain = await raw(path)
      const packed = await raw(path, { 'accept-encoding': 'gzip, deflate, br' })
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

describe('a script that somebody smuggled into a page', () => {
  const smuggled = `<script>document.title = 'smuggled'</script><img src=x onerror="document.title = 'smuggled'">`

  /** The real page with something in its HTML that does not belong there; with or without its policy. */
  async function openSmuggled(withPolicy: boolean) {
    const tab = await openPage(browser, desk)
    await tab.page.route(`${server.url}/login`, async (route) => {
      const answer = await route.fetch()
      const { 'content-security-policy': policy = '', 'content-encoding': _, ...headers } = answer.headers()
      const body = (await answer.text()).replace('<body>', () => `<body>${smuggled}`)
      await route.fulfill({
        body,
        headers: withPolicy ? { ...headers, 'content-security-policy': policy } : headers,
      })
    })
    return tab
  }

  it('does not run, and the violation is reported to us', async () => {
    const { page, context, faults } = await openSmuggled(true)
    const [report] = await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/api/csp-report')),
      page.goto(`${server.url}/login`),
    ])
    expect(report.status()).toBe(204)
    await page.getByRole('heading', { level: 1, name: 'Sign in to your vault' }).waitFor()
    expect(await page.title()).toBe('Sign in · Lanyard')
    expect(faults.filter((fault) => /Content Security Policy/.test(fault)).length).toBeGreaterThanOrEqual(2)
    await expect.poll(() => server.output(), { timeout: 5_000 }).toContain('csp_violation')
    await context.close()
  })

  it('would run if it were not for the policy', async () => {
    const { page, context } = await openSmuggled(false)
    const [titles] = await Promise.all([
      page.waitForFunction(() => document.title === 'smuggled'),
      page.goto(`${server.url}/login`, { waitUntil: 'commit' }),
    ])
    expect(await titles.jsonValue()).toBe(true)
    await context.close()
  })
})
