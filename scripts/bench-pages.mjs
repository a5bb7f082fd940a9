// The start of an installed build, and the cost of each page for a browser: bytes, requests, layout shift, and the time
// until it is usable, on a slow processor with a fast and with a slow network. BENCH_ONLY selects pages by part of
// their name. BENCH_WIRE prints each request of the last visit. BENCH_AGAINST, the folder of an installed and built
// checkout of another version, compares each page with the same page on that version.
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { benchInteractions } from './bench-interactions.mjs'
import { aCycle } from './bench-records.mjs'
import { createNurse, send, startServer, temporaryFolder } from './bench-services.mjs'
import { median, number, seconds } from './bench-table.mjs'
import { profiles, visit } from './bench-visit.mjs'
import { ensureChromium } from './setup.mjs'

const visits = 3
/** The number of credentials of the owner whose pages are measured. */
const CREDENTIALS = 50
const starts = 5
const against = process.env.BENCH_AGAINST

/** Returns the section's tables; `say` reports progress. */
export async function benchPages(say) {
  const folder = temporaryFolder()
  try {
    const only = process.env.BENCH_ONLY
    if (only) return await pagesOf(folder.path, say, only)
    return [await startsOf(folder.path, say), ...(await pagesOf(folder.path, say))]
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

async function pagesOf(dataDir, say, only = '') {
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  })
  try {
    return [
      ...(await visitsOf(browser, dataDir, say, only)),
      ...(only ? [] : [await benchInteractions(browser, dataDir, say)]),
    ]
  } finally {
    await browser.close()
  }
}

async function visitsOf(browser, dataDir, say, only) {
  const server = await startServer({ dataDir })
  const earlier = against ? await startServer({ checkout: resolve(against) }) : null
  try {
    const pages = (await listPages(server)).filter(({ name }) => name.includes(only))
    const earlierPages = earlier ? await listPages(earlier) : []
    const pairs = pages.map((page) => [page, earlierPages.find(({ name }) => name === page.name)])
    const tables = []
    for (const profile of Object.values(profiles)) {
      const see = (page) => visit(browser, { ...page, profile })
      tables.push(
        earlier ? await ratiosOf(pairs, see, profile, say) : await tableOf(pages, see, profile, say),
      )
    }
    return tables
  } finally {
    await server.stop()
    await earlier?.stop()
  }
}

async function listPages(server) {
  const nurse = await createNurse(server, 'ann')
  await addLicenses(nurse, CREDENTIALS)
  await send(nurse, 'POST', '/api/ceu-cycles', aCycle)
  const { items } = await send(nurse, 'GET', '/api/credentials')
  const resource = { resourceType: 'license', resourceId: items[0].id }
  const { token } = await send(nurse, 'POST', '/api/share', resource)
  const cookies = [...nurse.cookies]
  const pages = [
    { name: 'landing `/`', path: '/' },
    { name: 'landing `/` without scripts', path: '/', isScripted: false },
    { name: 'sign-in `/login`', path: '/login' },
    { name: 'a shared link `/share/{token}`', path: `/share/${token}` },
    { name: 'dashboard `/`', path: '/', cookies },
    { name: 'vault `/credentials`', path: '/credentials', cookies },
    { name: 'one credential', path: `/credentials/${items[0].id}`, cookies },
    { name: 'upload `/upload`', path: '/upload', cookies },
    { name: 'course form `/credentials/entries/new`', path: '/credentials/entries/new', cookies },
    { name: 'settings `/settings`', path: '/settings', cookies },
  ]
  return pages.map((page) => ({ ...page, url: server.url }))
}

/** Both versions of a page in turns. */
async function ratiosOf(pairs, see, profile, say) {
  const rounds = Number(process.env.BENCH_ROUNDS || 5)
  const rows = []
  for (const [page, earlier] of pairs) {
    const seen = []
    for (let round = 0; round < rounds; round += 1) {
      say(`${profile.name}: ${page.name}, ${round + 1} of ${rounds}`)
      seen.push([await see(page), await see(earlier)])
    }
    const of = (what, side) => median(seen.map((pair) => pair[side][what]))
    rows.push([
      page.name,
      `${of('requests', 0)} · ${of('requests', 1)}`,
      `${number(of('bytes', 0) / 1000)} · ${number(of('bytes', 1) / 1000)}`,
      `${seconds(of('usable', 0))} · ${seconds(of('usable', 1))}`,
      `× ${median(seen.map(([now, before]) => now.usable / before.usable)).toFixed(2)}`,
      of('shift', 0).toFixed(3),
    ])
  }
  const columns = [
    'page',
    'requests, this version · the other',
    'kB',
    `usable, ${profile.name}`,
    'time to the other’s',
    'layout shift',
  ]
  return { columns, rows }
}

/** The rounds visit all pages in turn, so that other load on the machine affects all of them. */
async function tableOf(pages, see, profile, say) {
  const seen = new Map(pages.map((page) => [page, []]))
  for (let round = 0; round < visits; round += 1)
    for (const page of pages) {
      say(`${profile.name}: ${page.name}, ${round + 1} of ${visits}`)
      seen.get(page).push(await see(page))
    }
  if (process.env.BENCH_WIRE) for (const all of seen.values()) sayWire(all.at(-1), say)
  const rows = [...seen].map(([{ name }, all]) => {
    const of = (what) => median(all.map((each) => each[what]))
    return [
      name,
      of('requests'),
      number(of('bytes') / 1000),
      seconds(of('painted')),
      seconds(of('usable')),
      of('shift').toFixed(3),
    ]
  })
  return {
    columns: [
      'page',
      'requests',
      'kB over the wire',
      'first paint',
      `usable, ${profile.name}`,
      'layout shift',
    ],
    rows,
  }
}

function sayWire({ sent }, say) {
  for (const [url, bytes] of sent) say(`  ${bytes} ${url}`)
}

async function addLicenses(nurse, count) {
  const add = (index) =>
    send(nurse, 'POST', '/api/credentials', {
      kind: 'license',
      type: 'RN',
      state: 'TX',
      number: `TX-${index}`,
      expiresAt: `202${7 + (Math.floor(index / 12) % 3)}-${String((index % 12) + 1).padStart(2, '0')}-15`,
    })
  for (let index = 0; index < count; index += 1) await add(index)
}
