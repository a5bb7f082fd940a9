import { expect, type Page } from '@playwright/test'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { send } from './account.ts'
import { cardPhoto, upload } from './documents.ts'
import { headings, passwordField } from './pages.ts'

export type Vault = { license: string; cycle: string; entry: string; health: string; cycleEnd: string }

/** One credential of each status, long words, and a message in the outbox. */
export async function fillVault(page: Page, email: string): Promise<Vault> {
  const add = (credential: object) => send<{ id: string }>(page, '/api/credentials', credential)
  const inDays = (days: number) => addDays(todayIn(new Date(), 'America/Chicago'), days)
  const texas = {
    kind: 'license',
    type: 'RN',
    state: 'TX',
    number: '0O1l-884213',
    tags: ['travel', 'night shift'],
  }
  const fileIds = [
    await upload(page, 'front.jpg', 'image/jpeg', await cardPhoto()),
    await upload(page, 'back.jpg', 'image/jpeg', await cardPhoto()),
  ]
  const notes = 'Renew in the portal of the board.'
  const license = (await add({ ...texas, expiresAt: inDays(200), fileIds, notes })).id
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
  await send(page, '/api/auth/request-password-reset', { email })
  return { license, ...(await fillCycle(page, license, inDays)) }
}

/** A cycle with an entry of each kind, and a title that cannot be broken into lines. */
async function fillCycle(page: Page, license: string, inDays: (days: number) => string) {
  const add = (path: string, record: object) => send<{ id: string }>(page, path, record)
  const cycleEnd = inDays(200)
  const period = { cycleStart: inDays(-500), cycleEnd }
  const topics = [
    { topic: 'Recognizing and reporting abuse, exploitation or trafficking of vulnerable persons', hours: 2 },
    { topic: 'Human trafficking', hours: null },
  ]
  const made = { state: 'TX', licenseId: license, ruleId: 'TX-RN', requiredHours: 24, topics, ...period }
  const cycle = (await add('/api/ceu-cycles', made)).id
  const course = { cycleId: cycle, provider: 'Gulf Coast Nurse Educators', completedAt: inDays(-20) }
  const entry = (await add('/api/ceu-entries', { ...course, title: 'Ethics', amount: 0.5, unit: 'ceu' })).id
  await add('/api/ceu-entries', { ...course, title: 'Ä'.repeat(120), hours: 2, completedAt: inDays(-900) })
  const counts = [{ cycleId: cycle, acceptedHours: 1.25 }]
  await add('/api/ceu-entries', {
    ...course,
    title: 'Wound care',
    hours: 3,
    counts,
    topicTags: ['Wounds', 'Skin'],
  })
  const icu = { kind: 'practice_hours', title: 'Staff RN, ICU', amount: 8, endDate: inDays(-20) }
  await add('/api/competency-records', icu)
  const dose = { givenOn: inDays(-900), product: null }
  const health = (await add('/api/health-records', { kind: 'mmr', doses: [dose] })).id
  return { cycle, entry, health, cycleEnd }
}

export type PageCheck = { at: string; heading: string | RegExp; ready?: (page: Page) => Promise<unknown> }

const legal: PageCheck[] = [
  { at: '/medical-disclaimer', heading: 'Medical disclaimer' },
  { at: '/terms-of-use', heading: 'Terms of use' },
  { at: '/request', heading: 'Ask a nurse for exactly what you need' },
  { at: '/check', heading: 'Check a file' },
  { at: '/privacy-policy', heading: 'Privacy policy' },
  { at: '/share/3f9ac1', heading: headings.deadShareLink },
  { at: '/nothing', heading: headings.notFound },
]

export const visitorPages: PageCheck[] = [
  { at: '/', heading: headings.landing },
  { at: '/login', heading: headings.signIn, ready: (page) => refuse(page, 'Sign in') },
  { at: '/login?mode=register', heading: headings.register, ready: typeWeakPassword },
  { at: '/login?mode=forgotPassword', heading: 'Forgot your password?' },
  { at: '/login?mode=resetPassword&oobCode=abc', heading: headings.deadMailLink },
  { at: '/login?mode=resetPassword', heading: headings.deadMailLink },
  { at: '/login?mode=verifyEmail', heading: headings.deadMailLink },
  { at: '/login?ended=shared&problem=account_exists', heading: headings.signIn },
  { at: '/login?mode=emailLink', heading: 'Sign in without your password' },
  { at: '/login?mode=secondFactor', heading: headings.twoFactor },
  { at: '/login?mode=signIn', heading: headings.deadMailLink },
  { at: '/login?mode=verifyAndChangeEmail', heading: headings.deadMailLink },
  { at: '/login?mode=recoverEmail&oobCode=abc', heading: headings.deadMailLink },
  { at: '/login?mode=recoverEmail', heading: headings.deadMailLink },
  { at: '/login?mode=revertSecondFactorAddition', heading: headings.deadMailLink },
  ...legal,
]

const signedIn: PageCheck[] = [
  {
    at: '/',
    heading:
      /^Texas: not fully, Basic Life Support expired on .*\. California: we can’t tell yet, California APRN has no expiration date\.$/,
  },
  { at: '/upload', heading: headings.upload },
  {
    at: '/credentials',
    heading: '1 credential has expired, and 1 will soon.',
    ready: (page) => page.getByRole('list', { name: 'Credentials' }).getByText('Expired').first().waitFor(),
  },
  {
    at: '/credentials?q=xyz',
    heading: '1 credential has expired, and 1 will soon.',
    ready: (page) => page.getByText('No matching credentials').waitFor(),
  },
  {
    at: '/settings',
    heading: 'Settings',
    ready: (page) => page.getByRole('navigation', { name: 'Settings' }).waitFor(),
  },
  {
    at: '/settings?section=profile',
    heading: 'Settings',
    ready: (page) => page.getByLabel('First name').waitFor(),
  },
  {
    at: '/settings?section=language',
    heading: 'Settings',
    ready: (page) => page.getByRole('combobox', { name: 'Time zone' }).waitFor(),
  },
  {
    at: '/settings?section=reminders',
    heading: 'Settings',
    ready: (page) => page.getByText('Where to send reminders').waitFor(),
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
  {
    at: '/settings/import',
    heading: 'Import your data',
    ready: (page) => page.getByText('Nothing yet.').waitFor(),
  },
  { at: '/settings?section=account', heading: 'Settings', ready: openRemoval },
  { at: '/debug-firebase', heading: 'All services respond', ready: openMessage },
  ...legal,
]

function cyclePages({ cycle, entry, health, cycleEnd }: Vault): PageCheck[] {
  const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const more = (page: Page) => page.getByText('More details from the certificate').click()
  const left = `17.75 hours and 2 topics left by ${until.format(new Date(cycleEnd))}.`
  return [
    { at: '/credentials?tab=ce', heading: `Texas RN license: ${left}` },
    {
      at: `/credentials/cycles/${cycle}`,
      heading: left,
      ready: (page) => page.getByText('Hours over time').first().waitFor(),
    },
    { at: `/credentials/cycles/${cycle}/edit`, heading: 'Edit the cycle of Texas RN license' },
    { at: '/credentials/cycles/new', heading: 'What is the cycle for?' },
    { at: `/credentials/cycles/new?credentialId=hand`, heading: 'Add a CE cycle manually' },
    { at: `/credentials/entries/new?cycleId=${cycle}`, heading: 'Log a course', ready: more },
    { at: `/credentials/entries/${entry}?cycleId=${cycle}`, heading: 'Ethics', ready: more },
    { at: '/credentials/entries/import', heading: 'Import from a spreadsheet' },
    { at: '/credentials/practice', heading: /^(8 practice hours|Nothing recorded) in \d{4}/ },
    { at: '/credentials/practice/new', heading: 'Add to your practice log' },
    { at: '/credentials/health', heading: 'Health records' },
    { at: '/credentials/health/new', heading: 'Add a health record' },
    { at: `/credentials/health/${health}`, heading: /^MMR, / },
    { at: '/credentials/lists', heading: 'Requirement lists' },
    { at: '/credentials/lists/new', heading: 'What does the job ask for?' },
    {
      at: '/credentials/states',
      heading: /^Licensed in/,
      ready: (page) => page.getByRole('heading', { name: 'Look up a state and a day' }).waitFor(),
    },
  ]
}

/** Every page of an owner with the vault of `fillVault`. */
export function ownerPages(vault: Vault): PageCheck[] {
  const { license } = vault
  return [
    ...signedIn,
    { at: `/credentials/${license}/renew`, heading: 'Renew Texas RN' },
    { at: `/credentials/${license}`, heading: 'Texas RN license' },
    { at: `/credentials/${license}`, heading: 'Texas RN license', ready: showCard },
    { at: `/credentials/${license}/edit`, heading: 'Edit Texas RN license' },
    { at: `/credentials/${license}/lookup`, heading: 'What did the board say?' },
    ...cyclePages(vault),
  ]
}

const daily =
  /^\/$|^\/upload$|^\/credentials(\?tab=ce|\/entries\/new\?.*|\/shares\/new|\/(cycles\/)?[0-9a-f-]{36})?$/

/**
 * Whether a walk visits the page at this address. With `EVERYTHING=1` it visits all; else the dashboard, the tabs of the
 * vault, a credential, a CE cycle and the forms for a credential, a course and a link.
 */
export function isVisited(at: string): boolean {
  return Boolean(process.env.EVERYTHING) || daily.test(at)
}

/** Visits each page, and does `visit` when it is shown. */
export async function walk(
  page: Page,
  pages: PageCheck[],
  visit: (at: string) => Promise<void> = async () => {},
): Promise<void> {
  let shown: string | RegExp = ''
  for (const { at, heading, ready } of pages) {
    // Navigates like a click on a link, without a page load. If the heading is the same as before, only a load shows
    // that the page is new.
    const isLoaded = shown === '' || (shown === heading && !ready)
    if (isLoaded) await page.goto(at, { waitUntil: 'commit' })
    else await page.evaluate((path) => history.pushState(null, '', path), at)
    shown = heading
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true }), at).toBeVisible()
    await ready?.(page)
    await visit(at)
  }
}

async function refuse(page: Page, button: string) {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText('Required').or(page.getByText('Enter an email address')).first()).toBeVisible()
}

async function typeWeakPassword(page: Page) {
  await passwordField(page).fill('Nurse7')
  await expect(page.getByRole('meter')).toBeVisible()
}

async function openRemoval(page: Page) {
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await expect(page.getByRole('alertdialog').getByLabel('Your password')).toBeVisible()
}

async function showCard(page: Page) {
  await page.getByRole('button', { name: 'Show my card' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Preview of back.jpg' })).toBeVisible()
}

async function openMessage(page: Page) {
  await page
    .getByRole('button', { name: /Set a new password for Lanyard/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Plain text' })).toBeVisible()
}
