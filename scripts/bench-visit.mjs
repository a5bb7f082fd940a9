// One visit of a page in Chromium on a phone's screen.

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** `bytesPerSecond` of null means that the network is not slowed down. */
export const profiles = {
  fast: { name: 'processor ÷ 4', slowdown: 4, bytesPerSecond: null, latency: 0 },
  slow: {
    name: 'processor ÷ 4, 1.6 Mbit/s, 150 ms',
    slowdown: 4,
    bytesPerSecond: 200_000,
    latency: 150,
  },
}

/**
 * Opens `path` with an empty cache. A page is usable after its first contentful paint, its last long task and the last
 * visible change of its main part, measured until the network is idle.
 */
export async function visit(browser, { url, path, cookies, profile, isScripted }) {
  const { context, page, wire } = await openPhone(browser, { url, cookies, profile, isScripted })
  try {
    await page.addInitScript(watchPage)
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    // The entry appears shortly after the frame.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const { painted, lastTask, lastChange, shift } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      ...globalThis.seen,
    }))
    const usable = Math.max(painted, lastTask, lastChange)
    return { ...wire, painted: painted / 1000, usable: usable / 1000, shift }
  } finally {
    await context.close()
  }
}

export async function openPhone(browser, { url, cookies = [], profile, isScripted = true }) {
  const context = await browser.newContext(phone)
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const wire = { requests: 0, bytes: 0, sent: [] }
  const addresses = new Map()
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return
    wire.requests += 1
    addresses.set(requestId, request.url)
  })
  devtools.on('Network.loadingFailed', ({ blockedReason }) => {
    if (blockedReason) wire.requests -= 1
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    wire.bytes += encodedDataLength
    if (addresses.has(requestId)) wire.sent.push([addresses.get(requestId), encodedDataLength])
  })
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: profile.slowdown })
  if (profile.bytesPerSecond)
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: profile.latency,
      downloadThroughput: profile.bytesPerSecond,
      uploadThroughput: profile.bytesPerSecond,
    })
  if (!isScripted) await devtools.send('Network.setBlockedURLs', { urls: ['*.js'] })
  return { context, page, wire }
}

/** Runs in the page. */
function watchPage() {
  const seen = { lastTask: 0, lastChange: 0, shift: 0 }
  globalThis.seen = seen
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.lastTask = startTime + duration
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) seen.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver((changes) => {
    const isShown = ({ target }) => target.id === 'root' || target.parentElement?.closest('main')
    if (changes.some(isShown)) seen.lastChange = performance.now()
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
