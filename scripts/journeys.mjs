// `npm run journeys`: counts the taps and keys of four journeys on a phone of 390 by 844 pixels, prints them, and fails
// if a journey needs more taps than its limit. docs/journeys.md describes the journeys.
// How it counts:
// - A tap is a trusted `pointerdown` that the page received. Scrolling does not count, and neither does the script's
//   waiting.
// - If a field must be tapped before typing, that tap counts. A field that gets the focus by itself, or by the Enter
//   key in the field before it, costs no tap.
// - Keys are the trusted `keydown` events: letters, digits and Enter. They are listed, but have no limit.
// - Choosing in a dialog of the phone (camera, photo library) happens outside the page and counts as one tap.
// - Every journey starts on the page named in its row, signed in within the last minutes, with the records named there.
import { at, main } from './run.mjs'
import { ensureBuilt, ensureChromium, onProjectNode } from './setup.mjs'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** A date as it is typed: month, day and the last two digits of the year. */
const typed = (date) => `${date.slice(5, 7)}${date.slice(8, 10)}${date.slice(2, 4)}`

/** A page that counts taps and keys. */
async function openCounted(browser, baseURL) {
  const context = await browser.newContext({ ...phone, baseURL, locale: 'en-US' })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const count = { taps: 0, keys: 0 }
  await page.exposeBinding('countInput', (_source, kind) => {
    count[kind] += 1
  })
  await page.addInitScript(() => {
    const report = (type, kind) =>
      window.addEventListener(type, (event) => event.isTrusted && window.countInput(kind), true)
    report('pointerdown', 'taps')
    report('keydown', 'keys')
  })
  const button = (name) => page.getByRole('button', { name, exact: true })
  return {
    page,
    context,
    count,
    button,
    link: (name) => page.getByRole('link', { name, exact: true }).filter({ visible: true }).first(),
    tap: (locator) => locator.tap(),
    type: (text) => page.keyboard.type(text),
    enter: () => page.keyboard.press('Enter'),
    /** Taps the camera button and answers the phone's dialog. */
    async photograph(files) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Take a photo').tap()])
      count.taps += 1
      await chooser.setFiles(files)
    },
    /** Enter chooses the typed option and moves to the next field. */
    async pick(text) {
      await page.keyboard.type(text)
      // The least time that a person needs. The list is filtered meanwhile.
      await page.waitForTimeout(300)
      await page.keyboard.press('Enter')
      await page.getByRole('listbox').waitFor({ state: 'detached' })
    },
    saved: (text) => page.getByText(text).first().waitFor(),
    focused: (locator) => locator.and(page.locator(':focus, :has(:focus)')).first().waitFor(),
  }
}

const texas = {
  kind: 'license',
  type: 'RN',
  state: 'TX',
  number: '884213',
  issuedAt: inDays(-300),
  expiresAt: inDays(130),
}
const bls = {
  kind: 'certification',
  code: 'BLS',
  name: 'Basic Life Support',
  issuer: 'American Heart Association',
  issuedAt: inDays(-200),
  expiresAt: inDays(400),
}
const texasCycle = {
  state: 'TX',
  cycleStart: inDays(-600),
  cycleEnd: inDays(130),
  requiredHours: 20,
}

const journeys = [
  {
    name: 'Register, then a license with its card and dates',
    limit: 12,
    start: '/',
    records: {},
    async run({ page, tap, type, enter, pick, link, button, photograph, saved, focused }, photo) {
      await tap(link('Get started'))
      await tap(page.getByLabel('First name'))
      await type('Ann')
      await tap(page.getByLabel('Email'))
      await type('ann@nurses.example')
      await tap(page.getByLabel('Password', { exact: true }))
      await type('violet tractor moon 41')
      await tap(button('Create my vault'))
      await tap(page.getByRole('navigation', { name: 'Bottom navigation' }).getByText('Credential'))
      await photograph(photo)
      await tap(page.getByRole('combobox', { name: 'License type' }))
      await pick('RN')
      await focused(page.getByRole('combobox', { name: 'State' }))
      await pick('Texas')
      await focused(page.getByLabel('Issued on'))
      await type(typed(inDays(-300)))
      await enter()
      await focused(page.getByLabel('Expires on'))
      await type(typed(inDays(430)))
      await tap(button('Save to My Vault'))
      await saved('Saved to My Vault')
    },
  },
  {
    name: 'A certification from a photo',
    limit: 7,
    start: '/',
    records: { '/api/credentials': texas },
    async run({ page, tap, type, pick, button, photograph, saved, focused }, photo) {
      await tap(page.getByRole('navigation', { name: 'Bottom navigation' }).getByText('Credential'))
      await photograph(photo)
      await tap(page.getByRole('combobox', { name: 'Which certification?' }))
      await pick('BLS')
      await focused(page.getByLabel('Issued on'))
      await type(typed(inDays(-100)))
      await tap(button('Save to My Vault'))
      await saved('Saved to My Vault')
    },
  },
  {
    name: 'A course with its certificate',
    limit: 6,
    start: '/',
    records: { '/api/credentials': texas, '/api/ceu-cycles': texasCycle },
    async run({ page, tap, type, enter, link, button, photograph, saved, focused }, photo) {
      await tap(link('Log a course'))
      await photograph(photo)
      await tap(page.getByLabel('Title'))
      await type('Sepsis')
      await enter()
      await focused(page.getByRole('combobox', { name: 'Provider' }))
      await type('ANA')
      await tap(button('2 hours'))
      await tap(button('Save'))
      await saved('Logged')
    },
  },
  {
    name: 'A share of a license and a card to a recruiter',
    limit: 8,
    start: '/',
    records: { '/api/credentials': [texas, bls] },
    async run({ page, context, tap, type, link, button, saved }) {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await tap(link('Vault'))
      await tap(page.getByRole('link', { name: /Texas RN/ }).first())
      await tap(link('Share'))
      await tap(button('Add more items'))
      await tap(page.getByText('Basic Life Support').first())
      await tap(page.getByLabel('Recipient’s name'))
      await type('Dana Cole')
      await tap(button('Create link'))
      await tap(button('Copy link'))
      await saved('Copied')
    },
  },
]

async function measure(browser, url, journey, photo, nth) {
  const { send, signUp } = await import('../e2e/account.ts')
  const phonePage = await openCounted(browser, url)
  const { page, context, count } = phonePage
  if (Object.keys(journey.records).length > 0) {
    await signUp(page, `ann.${nth}@nurses.example`)
    for (const [path, records] of Object.entries(journey.records))
      for (const record of [records].flat()) await send(page, path, record)
  }
  await page.goto(journey.start)
  try {
    await journey.run(phonePage, photo)
  } catch (error) {
    await page.screenshot({ path: at('.cache', `journey-${nth}.png`) })
    throw new Error(`${journey.name}: after ${count.taps} taps, see .cache/journey-${nth}.png`, {
      cause: error,
    })
  } finally {
    await context.close()
  }
  return count
}

function print(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  console.log(`${'Journey'.padEnd(width)}  Taps  Limit  Keys`)
  for (const { name, taps, limit, keys } of rows)
    console.log(
      `${name.padEnd(width)}  ${String(taps).padStart(4)}  ${String(limit).padStart(5)}  ${String(keys).padStart(4)}${taps > limit ? '  too many' : ''}`,
    )
}

await main(async () => {
  await onProjectNode('scripts/journeys.mjs', { everything: true })
  await ensureBuilt()
  const { chromium } = await import('@playwright/test')
  const { cardPhoto } = await import('../e2e/documents.ts')
  const { startServer, temporaryFolder } = await import('../e2e/server.ts')
  const photo = { name: 'IMG_0412.jpg', mimeType: 'image/jpeg', buffer: await cardPhoto() }
  const folder = temporaryFolder()
  const server = await startServer(folder.path)
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] })
  const rows = []
  try {
    for (const [nth, journey] of journeys.entries())
      rows.push({ ...journey, ...(await measure(browser, server.url, journey, photo, nth)) })
  } finally {
    await browser.close()
    await server.stop()
    folder.remove()
  }
  print(rows)
  if (rows.some(({ taps, limit }) => taps > limit)) process.exitCode = 1
})
