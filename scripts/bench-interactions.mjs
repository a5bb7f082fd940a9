// How long a page takes to respond to input on a slow processor (INP): typing into the search of a vault of 2,000,
// opening a card, and opening dialogs. Each result is the longest interaction, from the input to the next frame, as
// reported by the browser's Event Timing.
import { createNurse, send, startServer } from './bench-services.mjs'
import { median, number } from './bench-table.mjs'
import { openPhone, profiles } from './bench-visit.mjs'

const CREDENTIALS = 2000
const AT_ONCE = 8
const rounds = 3
const REST_MS = 1500

/** Returns the section's table, measured on a server with the data of `dataDir`. */
export async function benchInteractions(browser, dataDir, say) {
  const server = await startServer({ dataDir })
  try {
    const nurse = await createNurse(server, 'bea')
    say(`filling a vault of ${CREDENTIALS}`)
    await fillVault(nurse)
    const seen = new Map(interactions.map(({ name }) => [name, []]))
    for (let round = 0; round < rounds; round += 1)
      for (const interaction of interactions) {
        const { name } = interaction
        say(`${name}, ${round + 1} of ${rounds}`)
        seen.get(name).push(await longest(browser, server, nurse, interaction))
      }
    return {
      columns: [`vault of ${number(CREDENTIALS)}, ${profiles.fast.name}`, 'longest interaction, ms (median)'],
      rows: [...seen].map(([name, times]) => [name, number(median(times))]),
    }
  } finally {
    await server.stop()
  }
}

/**
 * `prepare` is not measured. Selectors are CSS, because a search by role would take the slowed-down page as long as its
 * own work.
 */
const interactions = [
  {
    name: 'typing into the search',
    path: '/credentials',
    prepare: async (page) => {
      await page.locator('[aria-controls=vault-filter]').tap()
      await page.locator('input[type=search]').tap()
    },
    act: async (page) => {
      await page.keyboard.type('texas 19', { delay: 150 })
      await page.waitForURL(/q=texas/)
    },
  },
  {
    name: 'opening a card',
    path: '/credentials',
    act: openFirst,
  },
  {
    name: 'opening a menu',
    path: '/credentials',
    prepare: openFirst,
    act: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).tap()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'opening the bell',
    path: '/',
    act: async (page) => {
      await page.locator('header [aria-haspopup=dialog]').tap()
      await page.locator('[role=dialog]').waitFor()
    },
  },
]

async function openFirst(page) {
  await page.locator('main li a').first().tap()
  await page.waitForURL(/\/credentials\/[0-9a-f-]{36}/)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).waitFor()
}

/** The longest interaction of `act` in ms, on a page that has finished loading. */
async function longest(browser, server, nurse, { path, prepare, act }) {
  const { context, page } = await openPhone(browser, {
    url: server.url,
    cookies: [...nurse.cookies],
    profile: profiles.fast,
  })
  try {
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    if (prepare) {
      await prepare(page)
      await page.waitForTimeout(REST_MS)
    }
    await page.evaluate(watchInteractions)
    await act(page)
    await page.waitForTimeout(500)
    return await page.evaluate(() => globalThis.longestInteraction)
  } finally {
    await context.close()
  }
}

/** Runs in the page. The browser does not report interactions below 16 ms, so they count as 16. */
function watchInteractions() {
  globalThis.longestInteraction = 16
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) globalThis.longestInteraction = Math.max(globalThis.longestInteraction, duration)
  }).observe({ type: 'event', durationThreshold: 16 })
}

async function fillVault(nurse) {
  let next = 0
  const add = async () => {
    while (next < CREDENTIALS) {
      const index = next++
      await send(nurse, 'POST', '/api/credentials', {
        ...{ kind: 'license', type: 'RN', state: 'TX', number: `TX-${index}` },
        expiresAt: `202${7 + (index % 3)}-${String((index % 12) + 1).padStart(2, '0')}-15`,
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, add))
}
