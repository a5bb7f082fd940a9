import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, todayIn } from '../src/shared/kernel/dates.ts'
import {
  axeViolations,
  desk,
  headingsOnce,
  launchBrowser,
  openPage,
  overflowOf,
  phone,
  screens,
  send,
  signUp,
} from './browser.ts'
import { emptyVaults } from './data.ts'
import { type RunningServer, startServer } from './server.ts'

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser
/** One nurse with a full vault, one who has just come. */
let ann: Awaited<ReturnType<BrowserContext['cookies']>>
let bea: typeof ann
let license: string
let cycle: string
let entry: string
let cycleEnd: string
const ended = 'Basic Life Support has expired.'

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  server = await startServer(folder.path)
  ann = await enter('ann@nurses.example', fillVault)
  bea = await enter('bea@nurses.example')
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  folder?.remove()
})

async function enter(email: string, then?: (page: Page) => Promise<void>) {
  const { page, context } = await openPage(browser, desk)
  await signUp(page, server.url, email)
  await then?.(page)
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/** One of each status, long words, and a message in the outbox. */
async function fillVault(page: Page) {
  const add = (credential: object) => send<{ id: string }>(page, server.url, '/api/credentials', credential)
  const inDays = (days: number) => addDays(todayIn(new Date(), 'America/Chicago'), days)
  const texas = {
    kind: 'license',
    type: 'RN',
    state: 'TX',
    number: '0O1l-884213',
    tags: ['travel', 'night shift'],
  }
  license = (await add({ ...texas, expiresAt: inDays(200), notes: 'Renew in the portal of the board.' })).id
  const issuer = 'American Heart Association'
  await add({ kind: 'certification', name: 'Basic Life Support', issuer, expiresAt: inDays(-3) })
  await add({
    kind: 'certification',
    name: 'Advanced Cardiovascular Life Support',
    issuer,
    expiresAt: inDays(12),
  })
  await add({
    kind: 'certification',
    name: `Donaudampfschifffahrts${'krankenpflege'.repeat(6)}`,
    issuer,
    expiresAt: inDays(50),
  })
  await add({ kind: 'license', type: 'APRN', state: 'CA', expiresAt: null })
  await fillCycle(page, inDays)
  await send(page, server.url, '/api/auth/request-password-reset', { email: 'ann@nurses.example' })
}

/** A cycle with a course of each kind of reason, and a title without a place to break. */
async function fillCycle(page: Page, inDays: (days: number) => string) {
  const add = (path: string, record: object) => send<{ id: string }>(page, server.url, path, record)
  cycleEnd = inDays(200)
  const period = { cycleStart: inDays(-500), cycleEnd }
  const topics = [
    { topic: 'Recognizing and reporting abuse, exploitation or trafficking of vulnerable persons', hours: 2 },
    { topic: 'Human trafficking', hours: null },
  ]
  const made = { state: 'TX', licenseId: license, ruleId: 'TX-RN', requiredHours: 24, topics, ...period }
  cycle = (await add('/api/ceu-cycles', made)).id
  const course = { cycleId: cycle, provider: 'Gulf Coast Nurse Educators', completedAt: inDays(-20) }
  entry = (await add('/api/ceu-entries', { ...course, title: 'Ethics', amount: 0.5, unit: 'ceu' })).id
  await add('/api/ceu-entries', { ...course, title: 'Ä'.repeat(120), hours: 2, completedAt: inDays(-900) })
  const counts = [{ cycleId: cycle, acceptedHours: 1.25 }]
  await add('/api/ceu-entries', {
    ...course,
    title: 'Wound care',
    hours: 3,
    counts,
    topicTags: ['Wounds', 'Skin'],
  })
}

type Screen = { at: string; heading: string; ready?: (page: Page) => Promise<unknown> }

const gone = 'This link no longer works'
const legal: Screen[] = [
  { at: '/medical-disclaimer', heading: 'Medical disclaimer' },
  { at: '/terms-of-use', heading: 'Terms of use' },
  { at: '/privacy-policy', heading: 'Privacy policy' },
  { at: '/share/3f9ac1', heading: 'This link does not open anything' },
  { at: '/nothing', heading: 'There is nothing at this address' },
]

const signedOut: Screen[] = [
  { at: '/', heading: 'Every credential you carry, hanging where you can see it.' },
  { at: '/login', heading: 'Sign in to your vault', ready: (page) => refuse(page, 'Sign in') },
  { at: '/login?mode=register', heading: 'Start your own vault', ready: typeWeakPassword },
  { at: '/login?mode=forgotPassword', heading: 'Forgot your password?' },
  { at: '/login?mode=resetPassword&oobCode=abc', heading: 'Choose a new password' },
  { at: '/login?mode=resetPassword', heading: gone },
  { at: '/login?mode=verifyEmail', heading: gone },
  { at: '/login?ended=shared&problem=account_exists', heading: 'Sign in to your vault' },
  { at: '/login?mode=emailLink', heading: 'Sign in without your password' },
  { at: '/login?mode=secondFactor', heading: 'One more step' },
  { at: '/login?mode=signIn&oobCode=abc', heading: 'Open your vault' },
  { at: '/login?mode=signIn', heading: gone },
  { at: '/login?mode=verifyAndChangeEmail&oobCode=abc', heading: 'Use this email from now on?' },
  { at: '/login?mode=verifyAndChangeEmail', heading: gone },
  { at: '/login?mode=recoverEmail&oobCode=abc', heading: 'Bring this email back?' },
  { at: '/login?mode=recoverEmail', heading: gone },
  { at: '/login?mode=revertSecondFactorAddition&oobCode=abc', heading: 'Turn the second step off?' },
  { at: '/login?mode=revertSecondFactorAddition', heading: gone },
  ...legal,
]

const signedIn: Screen[] = [
  { at: '/', heading: ended },
  { at: '/upload', heading: 'Add a credential' },
  {
    at: '/credentials',
    heading: '1 credential has expired, and 1 will soon.',
    ready: (page) => page.getByRole('list', { name: 'Credentials' }).getByText('Expired').first().waitFor(),
  },
  {
    at: '/credentials?q=xyz',
    heading: '1 credential has expired, and 1 will soon.',
    ready: (page) => page.getByText('Nothing matches').waitFor(),
  },
  { at: '/settings', heading: 'Settings', ready: (page) => page.getByLabel('First name').waitFor() },
  {
    at: '/settings?section=language',
    heading: 'Settings',
    ready: (page) => page.getByRole('combobox', { name: 'Time zone' }).waitFor(),
  },
  {
    at: '/settings?section=reminders',
    heading: 'Settings',
    ready: (page) => page.getByText('Where reminders withTimeout you').waitFor(),
  },
  {
    at: '/settings?section=security',
    heading: 'Settings',
    ready: (page) => page.getByText('This device', { exact: true }).waitFor(),
  },
  {
    at: '/settings?section=activity',
    heading: 'Settings',
    ready: (page) => page.getByText('You created this account').waitFor(),
  },
  { at: '/settings?section=account', heading: 'Settings', ready: openRemoval },
  { at: '/debug-firebase', heading: 'Everything answers', ready: openMessage },
  ...legal,
]

function cycleScreens(): Screen[] {
  const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const more = (page: Page) => page.getByText('More from the certificate').click()
  const left = `17.75 hours and 2 topics left by ${until.format(new Date(cycleEnd))}.`
  return [
    { at: '/credentials?tab=ce', heading: `Texas RN license: ${left}` },
    {
      at: `/credentials/cycles/${cycle}`,
      heading: left,
      ready: (page) => page.getByRole('heading', { name: 'Hours over time' }).waitFor(),
    },
    { at: `/credentials/cycles/${cycle}/edit`, heading: 'Edit the cycle of Texas RN license' },
    { at: '/credentials/cycles/new', heading: 'What is the cycle for?' },
    { at: `/credentials/cycles/new?credentialId=hand`, heading: 'A CE cycle by hand' },
    { at: `/credentials/entries/new?cycleId=${cycle}`, heading: 'Log a course', ready: more },
    { at: `/credentials/entries/${entry}?cycleId=${cycle}`, heading: 'Ethics', ready: more },
    { at: '/credentials/entries/import', heading: 'Import from a spreadsheet' },
  ]
}

async function refuse(page: Page, button: string) {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  await page.getByText('Required').or(page.getByText('Enter an email address')).first().waitFor()
}

async function typeWeakPassword(page: Page) {
  await page.getByLabel('Password', { exact: true }).fill('Nurse7')
  await page.getByRole('meter').waitFor()
}

async function openRemoval(page: Page) {
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await page.getByRole('alertdialog').getByLabel('Your password').waitFor()
}

async function openMessage(page: Page) {
  await page.getByRole('button', { name: /Set a new password for Lanyard/ }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Plain text' }).waitFor()
}

/** Everything that is wrong with a screen as it stands, a line each; on a phone also in the dark, and narrower. */
async function lookAt(page: Page, name: string): Promise<string[]> {
  const hasMenu = (await page.getByRole('menu').count()) > 0
  // What is behind an open menu is out of withTimeout until it closes, the main part and its heading too.
  const behind = hasMenu ? /^(landmark-one-main|page-has-heading-one) / : /^$/
  const found = (await axeViolations(page)).filter((violation) => !behind.test(violation))
  const overflow = await overflowOf(page)
  if (overflow > 0) found.push(`${overflow} pixels wider than the window`)
  // The colours are the same at every width.
  const viewport = page.viewportSize()
  if (viewport?.width === phone.width) found.push(...(await contrastInTheDark(page)))
  // An open menu does not follow a window that is resized under it on a phone; it is opened on the narrow one instead.
  if (viewport?.width === phone.width && !hasMenu) {
    await page.setViewportSize({ width: 320, height: 640 })
    const narrow = await overflowOf(page)
    if (narrow > 0) found.push(`${narrow} pixels wider than the window at 320 pixels`)
    await page.setViewportSize(viewport)
  }
  return found.map((fault) => `${name}: ${fault}`)
}

async function contrastInTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  // Colours that are still on their way have no contrast yet. What is folded away is listed though it has arrived.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === 'finished'),
  )
  const found = await axeViolations(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return found.map((violation) => `in the dark, ${violation}`)
}

async function walk(page: Page, screens: Screen[]): Promise<string[]> {
  const found: string[] = []
  let shown = ''
  for (const { at, heading, ready } of screens) {
    // As a link leads there, without a load; but the same heading again would not tell when the next screen stands.
    const isLoaded = shown === '' || shown === heading
    if (isLoaded) await page.goto(server.url + at, { waitUntil: 'commit' })
    else await page.evaluate((path) => history.pushState(null, '', path), at)
    shown = heading
    const headings = await headingsOnce(page, heading)
    if (!headings.includes(heading)) found.push(`${at}: says ${headings} and not ${heading}`)
    await ready?.(page)
    found.push(...(await lookAt(page, at)))
  }
  return found
}

/** A browser calls an address that is not found a failed load; everything else that it complains about is a fault. */
const faultsOf = (faults: string[]) => faults.filter((fault) => !/status of 404/.test(fault))

// The same screens, wider: with `EVERYTHING=1`.
describe.each(screens)('on %s', (_where, viewport) => {
  it('every screen of a stranger can be read and used by everyone', async () => {
    const { page, context, faults } = await openPage(browser, viewport)
    // The others are walked by the tests of their own ways, and here with `EVERYTHING=1`.
    expect(await walk(page, process.env.EVERYTHING ? signedOut : signedOut.slice(0, 5))).toEqual([])
    expect(faultsOf(faults)).toEqual([])
    await context.close()
  })

  it('every screen of a nurse can be read and used by everyone', async () => {
    const { page, context, faults } = await openPage(browser, viewport)
    await context.addCookies(ann)
    const own = [
      { at: `/credentials/${license}`, heading: 'Texas RN license' },
      { at: `/credentials/${license}/edit`, heading: 'Edit Texas RN license' },
      ...cycleScreens(),
    ]
    expect(await walk(page, [...signedIn, ...own])).toEqual([])
    await page.keyboard.press('Home')
    for (const width of [viewport.width, 320]) {
      await page.setViewportSize({ ...viewport, width })
      await page.getByRole('button', { name: /account of/ }).click()
      await page.getByRole('menu').waitFor()
      expect(await lookAt(page, `avatar menu at ${width} pixels`)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    expect(faultsOf(faults)).toEqual([])
    await context.close()
  })

  it('an empty vault and a form without a file can, too', async () => {
    const { page, context, faults } = await openPage(browser, viewport)
    await context.addCookies(bea)
    const screens: Screen[] = [
      { at: '/', heading: 'Start with the card you are asked for most.' },
      { at: '/credentials', heading: 'Nothing hangs here yet.' },
      {
        at: '/upload',
        heading: 'Add a credential',
        ready: (page) => page.getByRole('button', { name: 'Continue without a file' }).click(),
      },
      { at: '/credentials/reminders', heading: 'No reminder is coming up.' },
    ]
    expect(await walk(page, screens)).toEqual([])
    expect(faultsOf(faults)).toEqual([])
    await context.close()
  })
})
