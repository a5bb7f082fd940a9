// The start of an installed build, and the cost of each page for a browser: bytes, requests, and the time until it is
// usable on a CPU slowed down four times. A page is usable after its first contentful paint and its last long task,
// measured until the network is idle.
import { setTimeout as delay } from 'node:timers/promises'
import { createNurse, send, startServer, temporaryFolder } from './bench-services.mjs'
import { median, number, seconds } from './bench-table.mjs'
import { ensureChromium } from './setup.mjs'

const SLOWDOWN = 4
const visits = 3
const starts = 5

/** Returns the section's tables; `say` reports progress. */
export async function benchPages(say) {
  const folder = temporaryFolder()
  try {
    return [await startsOf(folder.path, say), await pagesOf(folder.path, say)]
  } finally {
    folder.remove()
  }
}

async function startsOf(dataDir, say) {
  say('start: the first, which makes the database')
  const first = await timeStart(dataDir)
  const later = []
  for (let count = 0; count < starts; count += 1) {
    say(`start: ${count + 1} of ${starts}`)
    later.push(await timeStart(dataDir))
  }
  return {
    columns: ['from the start of the process to its first page', 'embedded database'],
    rows: [
      ['first start, with an empty data folder', seconds(first)],
      [`later starts (median of ${starts})`, seconds(median(later))],
    ],
  }
}

/** Seconds until `GET /` returns 200, polled every few milliseconds. */
async function timeStart(dataDir) {
  const began = performance.now()
  let took = null
  const server = await startServer({
    dataDir,
    onPort: async (port) => {
      while (took === null) {
        const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
        if (answer?.status === 200) took = (performance.now() - began) / 1000
        else await delay(5)
      }
    },
  })
  while (took === null) await delay(5)
  await server.stop()
  return took
}

async function pagesOf(dataDir, say) {
  const { chromium } = await import('playwright-core')
  const server = await startServer({ dataDir })
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  })
  try {
    const nurse = await createNurse(server, 'ann')
    for (let index = 0; index < 8; index += 1)
      await send(nurse, 'POST', '/api/credentials', {
        kind: 'license',
        type: 'RN',
        state: 'TX',
        number: `TX-${index}`,
        expiresAt: `2027-0${index + 1}-15`,
      })
    const { items } = await send(nurse, 'GET', '/api/credentials')
    const { token } = await send(nurse, 'POST', '/api/share', {
      resourceType: 'license',
      resourceId: items[0].id,
    })
    const pages = [
      ['landing `/`', '/', false],
      ['sign-in `/login`', '/login', false],
      ['a shared link `/share/{token}`', `/share/${token}`, false],
      ['dashboard `/`', '/', true],
      ['vault `/credentials`', '/credentials', true],
      ['one credential', `/credentials/${items[0].id}`, true],
      ['upload `/upload`', '/upload', true],
      ['settings `/settings`', '/settings', true],
    ]
    const rows = []
    for (const [name, path, isSignedIn] of pages) {
      say(`page: ${name}`)
      const seen = []
      for (let visit = 0; visit < visits; visit += 1)
        seen.push(await see(browser, server, path, isSignedIn ? nurse : null))
      const of = (what) => median(seen.map((each) => each[what]))
      rows.push([
        name,
        of('requests'),
        number(of('bytes') / 1000),
        seconds(of('painted')),
        seconds(of('usable')),
      ])
    }
    return {
      columns: ['page', 'requests', 'kB over the wire', 'first paint', `usable, processor ÷ ${SLOWDOWN}`],
      rows,
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** One visit with an empty cache, on a phone's screen. */
async function see(browser, server, path, nurse) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  try {
    if (nurse)
      await context.addCookies([...nurse.cookies].map(([name, value]) => ({ name, value, url: server.url })))
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    let requests = 0
    let bytes = 0
    await devtools.send('Network.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    devtools.on('Network.requestWillBeSent', ({ request }) => {
      if (request.url.startsWith('http')) requests += 1
    })
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.addInitScript(noteLongTasks)
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    // The entry appears shortly after the frame.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const { painted, lastTask } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      lastTask: globalThis.lastLongTask,
    }))
    return { requests, bytes, painted: painted / 1000, usable: Math.max(painted, lastTask) / 1000 }
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
function noteLongTasks() {
  globalThis.lastLongTask = 0
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) globalThis.lastLongTask = startTime + duration
  }).observe({ type: 'longtask', buffered: true })
}
