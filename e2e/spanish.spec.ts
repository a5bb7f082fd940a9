import type { Page } from '@playwright/test'
import type { CreatedShare } from '#shared/shares/share.ts'
import { axeViolations, overflowOf } from './accessibility.ts'
import { send, signUp } from './account.ts'
import { expect, test } from './fixtures.ts'
import { phone } from './screens.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

/** How much longer than English a text may be in the longest language. */
const LONGER = 1.4

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

/** Spanish chunks bring their texts in the first line: each is made longer than its English by two fifths. */
async function lengthenTexts(page: Page): Promise<void> {
  await page.route(/\/assets\/es-[^/]+\/.*\.js$/, async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    const end = code.indexOf(');\n')
    const start = '(globalThis.lanyardTexts??=[]).push('
    if (!code.startsWith(start)) return route.fulfill({ response })
    const texts: Record<string, unknown> = JSON.parse(code.slice(start.length, end))
    const longer = Object.entries(texts).map(([key, text]) => [key, lengthened(text, key.length * LONGER)])
    await route.fulfill({
      response,
      body: `${start}${JSON.stringify(Object.fromEntries(longer))}${code.slice(end)}`,
    })
  })
}

function lengthened(text: unknown, length: number): unknown {
  const tokens = typeof text === 'string' ? [text] : (text as unknown[])
  const own = tokens.filter((part) => typeof part === 'string').join('').length
  const missing = Math.max(4, Math.ceil(length - own))
  return [...tokens, ` ${'más y '.repeat(missing).slice(0, missing - 1)}`]
}

test.describe('a browser that asks for Spanish', () => {
  test.use({ locale: 'es-US' })

  test('gets every page for visitors in it, from the first byte', async ({ page, faults }) => {
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
    test.use({ ...phone, viewport: { width: 320, height: 640 } })

    test('finds room for texts that are longer by two fifths', async ({ page }) => {
      await lengthenTexts(page)
      for (const path of Object.keys(pages)) {
        await page.goto(path)
        await page.mouse.move(10, 10)
        await expect(heading(page)).toContainText(' más')
        expect([path, await overflowOf(page)]).toEqual([path, 0])
      }
    })
  })

  test('keeps a new account in Spanish, on other devices and after signing out', async ({
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

test('an English page loads nothing of another language; the switch is remembered', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/login', { waitUntil: 'networkidle' })
  expect(asked.filter((path) => path.includes('/es-'))).toEqual([])
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(heading(page)).toHaveText(pages['/login'])
  await page.goto('/')
  await expect(heading(page)).toHaveText(pages['/'])
  // Of the page without its scripts.
  await page.getByRole('link', { name: 'English' }).click()
  await expect(heading(page)).toHaveText('All your nursing credentials in one place.')
  expect(await languageOf(page)).toBe('en')
})

test('an owner changes the language in the settings', async ({ owner: { page } }) => {
  await page.goto('/settings?section=language')
  await page.getByRole('button', { name: /Language/ }).click()
  await page.getByRole('option', { name: 'Español' }).click()
  await page.getByRole('button', { name: 'Save language and time' }).click()
  await expect(page.getByRole('link', { name: 'Mi bóveda' })).toBeVisible()
  expect(await languageOf(page)).toBe('es')
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
