import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import type { CreatedShare } from '#shared/shares/share.ts'
import { axeViolations, overflowOf } from './accessibility.ts'
import { send, signUp } from './account.ts'
import { isVisited } from './all-pages.ts'
import { expect, test } from './fixtures.ts'
import { phone } from './screens.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

const pages = {
  '/': 'Todas sus credenciales de enfermería en un solo lugar.',
  '/login': 'Inicie sesión en su bóveda',
  '/login?mode=register': 'Cree su propia bóveda',
  '/login?mode=forgotPassword': '¿Olvidó su contraseña?',
  '/login?mode=resetPassword': 'Este enlace ya no funciona',
  '/terms-of-use': 'Términos de uso',
  '/privacy-policy': 'Política de privacidad',
  '/medical-disclaimer': 'Aviso médico',
  '/nothing': 'No encontramos esta página',
  '/share/3f9ac1': 'Este enlace no está disponible',
}

/** Fills a vault with items of every kind. Returns the URLs of all pages of its owner. */
async function fillSpanishVault(page: Page, email: string): Promise<string[]> {
  await signUp(page, email, { locale: 'es-US' })
  const add = async (path: string, record: object) =>
    (await send<{ id: string }>(page.context(), `/api/${path}`, record)).id
  const inDays = (days: number) => addDays(todayIn(new Date(), 'America/Chicago'), days)
  const texas = { kind: 'license', type: 'RN', state: 'TX', number: '884213', multistate: true }
  const license = await add('credentials', { ...texas, expiresAt: inDays(200) })
  const card = { kind: 'certification', issuer: 'American Heart Association' }
  await add('credentials', { ...card, name: 'Basic Life Support', code: 'BLS', expiresAt: inDays(-3) })
  await add('credentials', { ...card, name: 'Pediatric Advanced Life Support', expiresAt: inDays(12) })
  await add('credentials', { kind: 'license', type: 'APRN', state: 'CA', expiresAt: null })
  const cycle = await add('ceu-cycles', {
    ...{ state: 'TX', licenseId: license, ruleId: 'TX-RN', requiredHours: 20 },
    ...{ cycleStart: inDays(-500), cycleEnd: inDays(200) },
  })
  const course = {
    cycleId: cycle,
    title: 'Ethics at the bedside',
    provider: 'Gulf Coast',
    completedAt: inDays(-20),
  }
  const entry = await add('ceu-entries', { ...course, hours: 2 })
  const icu = { kind: 'practice_hours', title: 'Staff RN, ICU', amount: 8, endDate: inDays(-20) }
  const practice = await add('competency-records', icu)
  const dose = { givenOn: inDays(-900), product: null }
  const health = await add('health-records', { kind: 'mmr', doses: [dose], dueOn: inDays(20) })
  const list = await add('requirement-lists', {
    ...{ name: 'ICU, Austin', startsOn: inDays(10), endsOn: inDays(300), requestedBy: 'Dana Cole' },
    items: [
      { kind: 'license', title: 'RN', type: 'RN', state: 'TX', validThrough: 'last_day' },
      { kind: 'certification', title: 'ACLS', code: 'ACLS' },
      { kind: 'health', title: 'MMR', record: 'mmr' },
      { kind: 'form', title: 'W-4' },
    ],
  })
  const resources = [{ resourceType: 'license', resourceId: license }]
  const shared = { resourceType: 'packet', resources, recipient: 'Mercy', masks: { hideNumber: true } }
  const share = await add('share', shared)
  const sections = ['language', 'reminders', 'security', 'activity', 'account']
  const vault = '/credentials'
  return [
    ...['/', '/upload', '/upload?kind=license', vault, `${vault}?q=xyz`, `${vault}?tab=ce`],
    ...['/settings', ...sections.map((section) => `/settings?section=${section}`), '/settings/import'],
    ...['', '/edit', '/renew', '/lookup'].map((more) => `${vault}/${license}${more}`),
    ...['new', 'new?credentialId=hand', cycle, `${cycle}/edit`].map((more) => `${vault}/cycles/${more}`),
    ...[`new?cycleId=${cycle}`, `${entry}?cycleId=${cycle}`, 'import'].map(
      (more) => `${vault}/entries/${more}`,
    ),
    ...['', '/new', `/${practice}`].map((more) => `${vault}/practice${more}`),
    ...['', '/new', `/${health}`, `/${health}/edit`].map((more) => `${vault}/health${more}`),
    ...['', '/new', `/${list}`, `/${list}/edit`].map((more) => `${vault}/lists${more}`),
    ...['', '/new', `/${share}`].map((more) => `${vault}/shares${more}`),
    ...[`${vault}/states`, `${vault}/reminders`, '/request', '/debug-firebase'],
  ]
}

/** Opens a page of an owner and waits for everything that it loads. */
async function openOwn(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await expect(heading(page), address).toBeVisible()
  expect([address, await languageOf(page)]).toEqual([address, 'es'])
}

/** Runs in the page: elements that end outside the window, and controls that are too small for their text. */
function tooWide(): string[] {
  const clips = (node: Element | null): boolean =>
    node !== null && (getComputedStyle(node).overflowX !== 'visible' || clips(node.parentElement))
  /** In a one-pixel box for screen readers, or cut off intentionally. */
  const isHidden = (node: HTMLElement | null, within: Element): boolean =>
    node !== null &&
    (node.offsetWidth === 1 ||
      getComputedStyle(node).overflowX !== 'visible' ||
      (node !== within && isHidden(node.parentElement, within)))
  /** The end of the visible part of its text. */
  const endOfText = (node: Element) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    let end = Number.NEGATIVE_INFINITY
    while (walker.nextNode()) {
      if (isHidden(walker.currentNode.parentElement, node)) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      end = Math.max(end, range.getBoundingClientRect().right)
    }
    return end
  }
  return [...document.querySelectorAll('body :is(button, a, h1, h2, h3, p, dt, dd, label, legend, li)')]
    .filter((node) => node.checkVisibility() && !node.closest('.sr-only, [aria-hidden=true]'))
    .filter((node) => {
      const box = node.getBoundingClientRect()
      const isBeyond = box.right > innerWidth + 0.5 && !clips(node.parentElement)
      const isBlock = getComputedStyle(node).display !== 'inline'
      return isBeyond || (node.matches('button, a') && isBlock && endOfText(node) > box.right + 0.5)
    })
    .map((node) => `${node.tagName.toLowerCase()} “${(node.textContent ?? '').trim().slice(0, 40)}”`)
}

/** Our English texts whose Spanish translation differs. */
function englishTexts(): string[] {
  const folder = fileURLToPath(new URL('../src/locales/es', import.meta.url))
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name): [string, string][] =>
      Object.entries(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))),
    )
  const spanish = new Set(texts.map(([, text]) => text.trim()))
  return texts.map(([english]) => english.trim()).filter((english) => !spanish.has(english))
}

/** Runs in the page: its readable text, with the names of its controls. */
function visibleTexts(): string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (parentElement?.checkVisibility() && !parentElement.closest('script, style, [lang]:not(html)'))
      texts.push((textContent ?? '').trim())
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const node of document.querySelectorAll(`[${name}]`))
      if (node.checkVisibility()) texts.push((node.getAttribute(name) ?? '').trim())
  return [...new Set([...texts, document.title.replace(' · Lanyard', '')])]
}

/** Makes each Spanish text 40 percent longer than its English, where the page adds it to its texts. */
async function lengthenTexts(page: Page): Promise<void> {
  await page.route(/\/assets\/spanish.*\.js$/, async (route) => {
    const response = await route.fetch()
    const code = (await response.text()).replace(/(\w+)\.set\((\w+),(\w+)\)/, '$1.set($2,lengthened($2,$3))')
    await route.fulfill({ response, body: `${code}\n${lengthened}` })
  })
}

/** Runs in the page. */
function lengthened(key: string, text: unknown): unknown {
  // The plural form that most numbers use.
  const english = key.replaceAll(/\{\w+, plural,.*?other \{([^}]*)\}\}/g, '$1')
  const tokens = typeof text === 'string' ? [text] : (text as unknown[])
  const own = tokens.filter((part) => typeof part === 'string').join('').length
  const missing = Math.max(4, Math.ceil(english.length * 1.4 - own))
  return [...tokens, ` ${'más y '.repeat(missing).slice(0, missing - 1)}`]
}

test.describe('a browser that asks for Spanish', () => {
  test.use({ locale: 'es-US' })

  test('gets every visitor page in Spanish, from the first byte', async ({ page, faults }) => {
    for (const [path, title] of Object.entries(pages)) {
      const response = await page.goto(path)
      expect(await response?.text()).toContain('<html lang="es">')
      await expect(heading(page)).toHaveText(title)
      expect(await axeViolations(page, ['html-has-lang', 'valid-lang', 'link-name', 'button-name'])).toEqual(
        [],
      )
    }
    expect(faults.filter((fault) => !/status of 404/.test(fault))).toEqual([])
  })

  test.describe('on a narrow phone', () => {
    const narrow = { width: 320, height: 640 }
    test.use({ ...phone, viewport: narrow })

    test('fits texts that are 40 percent longer', { tag: '@long' }, async ({ page }) => {
      await lengthenTexts(page)
      for (const path of Object.keys(pages)) {
        await page.goto(path)
        await page.mouse.move(10, 10)
        await expect(heading(page)).toContainText(' más')
        expect([path, await overflowOf(page)]).toEqual([path, 0])
      }
    })

    test.describe('that is signed in', () => {
      // The texts are lengthened on their way to the page.
      test.use({ serviceWorkers: 'block' })

      test('fits them on every owner page, and shows none of our English texts', async ({ page, email }) => {
        test.setTimeout(300_000)
        const addresses = (await fillSpanishVault(page, email)).filter(isVisited)
        const english = new Set(englishTexts())
        await lengthenTexts(page)
        const found: string[] = []
        for (const address of addresses) {
          await openOwn(page, address)
          const overflow = await overflowOf(page)
          const wide = await page.evaluate(tooWide)
          if (overflow > 0) found.push(`${address}: ${overflow} pixels wider than the window`)
          found.push(...wide.map((part) => `${address}: ${part}`))
          // The operator's page lists mails in the language in which they were sent.
          if (address === '/debug-firebase') continue
          // A wide window shows more texts.
          await page.setViewportSize({ width: 1280, height: 800 })
          // The example of a register's response, which is in English.
          const isGiven = (text: string) => text === 'Active' && address.endsWith('/lookup')
          const left = (await page.evaluate(visibleTexts)).filter(
            (text) => english.has(text) && !isGiven(text),
          )
          found.push(...left.map((text) => `${address}: ${text}`))
          await page.setViewportSize(narrow)
        }
        expect(found).toEqual([])
      })
    })
  })

  test('keeps a new account in Spanish on other devices and after a sign-out', async ({
    page,
    email,
    openPage,
  }) => {
    await page.goto('/login?mode=register')
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill('cobalt heron 7 lantern')
    await page.getByRole('button', { name: 'Crear mi bóveda' }).click()
    await expect(
      page
        .getByRole('link', { name: 'Mi bóveda' })
        .or(page.getByRole('link', { name: 'Bóveda' }))
        .first(),
    ).toBeVisible()
    const other = await openPage(
      { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false },
      { locale: 'en-US' },
    )
    await other.page.goto('/login')
    await other.page.getByLabel('Email').fill(email)
    await other.page.getByLabel('Password', { exact: true }).fill('cobalt heron 7 lantern')
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.page.getByRole('link', { name: 'Mi bóveda' })).toBeVisible()
    expect(await languageOf(other.page)).toBe('es')
  })
})

test('an English page loads nothing in another language; the choice is remembered', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/login', { waitUntil: 'networkidle' })
  expect(asked.filter((path) => path.includes('/spanish'))).toEqual([])
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(heading(page)).toHaveText(pages['/login'])
  await page.goto('/')
  await expect(heading(page)).toHaveText(pages['/'])
  // In the page without its scripts.
  await page.getByRole('link', { name: 'English' }).click()
  await expect(heading(page)).toHaveText('All your nursing credentials in one place.')
  expect(await languageOf(page)).toBe('en')
})

test('changing the language in the settings reloads the page once, without a prompt', async ({
  owner: { page },
}) => {
  await page.goto('/settings?section=language', { waitUntil: 'networkidle' })
  const found: string[] = []
  page.on('dialog', (dialog) => {
    found.push(dialog.type())
    void dialog.accept()
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest()) found.push('loaded')
  })
  await page.getByLabel('Language', { exact: true }).selectOption('Español')
  await page.getByRole('button', { name: 'Save language and time' }).click()
  await expect(page.getByRole('link', { name: 'Mi bóveda' })).toBeVisible()
  expect(await languageOf(page)).toBe('es')
  expect(found).toEqual(['loaded'])
})

test('a visitor reads a share in the language that its owner chose, and can switch it', async ({
  page,
  email,
  openPage,
}) => {
  await signUp(page, email)
  const { id } = await send<{ id: string }>(page.context(), '/api/credentials', {
    kind: 'license',
    type: 'RN',
    state: 'TX',
    number: '884213',
    expiresAt: '2027-03-31',
  })
  const { url } = await send<CreatedShare>(page.context(), '/api/share', {
    resourceType: 'license',
    resourceId: id,
    language: 'es',
  })
  const visitor = (await openPage(phone, { locale: 'en-US' })).page
  await visitor.goto(url)
  await visitor.getByRole('button', { name: 'Ver las credenciales' }).click()
  await expect(visitor.getByText(/^Vigente hasta el 31 mar 2027/).first()).toBeVisible()
  await expect(visitor.getByText('Fecha de emisión').or(visitor.getByText('Número')).first()).toBeVisible()
  await visitor.getByRole('link', { name: 'English' }).click()
  await expect(visitor.getByRole('button', { name: 'View credentials' })).toBeVisible()
})

test('a page whose texts in Spanish cannot be loaded is in English', async ({ openPage }) => {
  const { page } = await openPage(phone, { locale: 'es-US' })
  const texts = /\/spanish-[\w-]+\.js/
  await page.route(texts, (route) => route.abort())
  await page.goto('/login')
  await expect(heading(page)).toHaveText('Sign in to your vault')
  expect(await languageOf(page)).toBe('en')
  await page.unroute(texts)
  await page.reload()
  await expect(heading(page)).toHaveText(pages['/login'])
})
