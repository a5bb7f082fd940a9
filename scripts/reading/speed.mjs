// The time from choosing a file to its first suggestion in the form, in a browser that has a quarter of a processor.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { createNurse, startServer, temporaryFolder } from '../bench-services.mjs'
import { median, seconds } from '../bench-table.mjs'
import { ensureBuilt, ensureChromium } from '../setup.mjs'
import { slowDown } from './slow-browser.mjs'

const SLOWDOWN = 4
/** Nobody chooses a file faster. The page loads the reader meanwhile. */
const CHOOSING_MS = 2000
const ids = [
  'license-texas-1',
  'license-pennsylvania-2',
  'aha-bls-ecard-1',
  'aacn-ccrn-card-2',
  'bcen-certificate-1',
]
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** `folder` contains the corpus. Returns lines to print. */
export async function measureSpeed(folder, say) {
  await ensureBuilt()
  const data = temporaryFolder()
  const server = await startServer({ dataDir: data.path })
  const browserServer = await chromium.launchServer({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox'],
  })
  const browser = await chromium.connect(browserServer.wsEndpoint())
  try {
    const nurse = await createNurse(server, 'ann')
    const cookies = [...nurse.cookies].map(([name, value]) => ({ name, value, url: server.url }))
    const usual = await timeWork(browser)
    const resume = slowDown(browserServer.process().pid, SLOWDOWN)
    try {
      const slowed = await timeWork(browser)
      const took = { PDF: [], 'photo, with the reader’s first start': [], 'next photo': [] }
      for (const id of ids) {
        say(`speed: ${id}`)
        const page = await openPage(browser, cookies)
        took.PDF.push(await timeFile(page, server, join(folder, `${id}.pdf`)))
        took['photo, with the reader’s first start'].push(
          await timeFile(page, server, join(folder, `${id}.photo.jpg`)),
        )
        took['next photo'].push(await timeNext(page, join(folder, `${ids[0]}.photo.jpg`)))
        await page.context().close()
      }
      return report(took, slowed / usual)
    } finally {
      await resume()
    }
  } finally {
    await browser.close()
    await browserServer.close()
    await server.stop()
    data.remove()
  }
}

function report(took, ratio) {
  const rows = Object.entries(took).map(
    ([name, all]) => `| ${name} | ${seconds(median(all))} | ${seconds(Math.max(...all))} |`,
  )
  return [
    '| from choosing a file to its first suggestion | median | longest |',
    '|---|---|---|',
    ...rows,
    '',
    `The same work in a worker took ${ratio.toFixed(1)} times as long as without the slowdown. Load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}.`,
  ]
}

async function openPage(browser, cookies) {
  const context = await browser.newContext(phone)
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.addInitScript(() => {
    addEventListener('change', ({ target }) => target.type === 'file' && performance.mark('chosen'), true)
    // Does not use the text of the page, which would need a layout each time.
    const isMarked = (field) => !field.closest('[hidden]')
    const isRead = () => [...document.querySelectorAll('[data-suggested-field]')].some(isMarked)
    new MutationObserver(() => {
      if (!performance.getEntriesByName('read').length && isRead()) performance.mark('read')
    }).observe(document, { subtree: true, childList: true })
  })
  return page
}

async function timeFile(page, server, file) {
  await page.goto(`${server.url}/upload`, { waitUntil: 'networkidle', timeout: 120_000 })
  return timeChoice(page, file)
}

/** In the same visit, with the reader still open. The first file is removed before. */
async function timeNext(page, file) {
  await page.getByRole('button', { name: /^Remove / }).click({ timeout: 60_000 })
  await page.evaluate(() => performance.clearMarks())
  return timeChoice(page, file)
}

async function timeChoice(page, file) {
  const choosing = page.waitForEvent('filechooser', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Choose files' }).click({ timeout: 60_000 })
  const chooser = await choosing
  await delay(CHOOSING_MS)
  await chooser.setFiles(file, { timeout: 60_000 })
  await page.waitForFunction(() => performance.getEntriesByName('read').length > 0, null, {
    timeout: 120_000,
  })
  return page.evaluate(() => {
    const at = (name) => performance.getEntriesByName(name)[0].startTime
    return (at('read') - at('chosen')) / 1000
  })
}

/** Milliseconds that a worker takes for a fixed amount of work. */
async function timeWork(browser) {
  const page = await browser.newPage()
  const took = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const work = `let sum = 0; const began = performance.now(); for (let i = 0; i < 4e8; i += 1) sum += i % 7; postMessage(performance.now() - began)`
        const worker = new Worker(URL.createObjectURL(new Blob([work])))
        worker.onmessage = ({ data }) => resolve(data)
      }),
  )
  await page.close()
  return took
}
