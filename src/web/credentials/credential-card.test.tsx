import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Credential, licenseAnswer } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { file } from '#shared/files/file.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { keepMissingPictures } from '#testing/web/pictures.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId, sampleNow } from '#testing/web/share-samples.ts'
import { CredentialCard } from './credential-card.tsx'

const today = '2026-11-21'
const number = '884213'

const license = licenseAnswer.parse({
  ...sampleLicense,
  number,
  id: '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11',
  status: 'active',
  daysLeft: 130,
  dateMissing: false,
  followsSchedule: false,
  archivedAt: null,
  createdAt: '2026-03-10T15:00:00.000Z',
  updatedAt: '2026-03-10T15:00:00.000Z',
})

const renderCard = (changes: Partial<Credential> = {}) =>
  renderInApp(
    <CredentialCard credential={{ ...license, ...changes } as Credential} today={today} locale="en-US" />,
  )

/** The color that the palette in styles.css has under this name. */
function paletteColor(name: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(--${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

describe('the status of a card', () => {
  test.each([
    ['Active', 61, 'active'],
    ['Renewal due', 60, 'renewal'],
    ['Renewal due', 31, 'renewal'],
    ['Expiring soon', 30, 'expiring'],
    ['Expiring soon', 0, 'expiring'],
    ['Expired', -1, 'expired'],
  ])('is "%s" with %i days left, in words and in color', async (words, days, color) => {
    await renderCard({ expiresAt: addDays(today, days), status: 'active', daysLeft: 1000 })
    const mark = page.getByText(words, { exact: true })
    await expect.element(mark).toHaveStyle({
      color: paletteColor(color),
      backgroundColor: paletteColor(`${color}-soft`),
    })
    const strap = page.getByRole('article').element().firstElementChild as HTMLElement
    expect(getComputedStyle(strap).color).toBe(paletteColor(color))
  })

  test('is "Date missing" without an expiration date, and has no status color', async () => {
    await renderCard({ expiresAt: null })
    const mark = page.getByText('Date missing', { exact: true })
    await expect.element(mark).toHaveStyle({ backgroundColor: paletteColor('sunken') })
    expect(page.getByText('Active').elements()).toEqual([])
  })

  test('is active if the owner chose that it never expires', async () => {
    await renderCard({ expiresAt: null, neverExpires: true })
    await expect.element(page.getByText('Active', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Does not expire')).toBeVisible()
  })
})

describe('the number on a card', () => {
  const show = page.getByRole('button', { name: /^Show/ })

  test('is hidden until it is shown, and can be hidden again', async () => {
    const { container } = await renderCard()
    await expect.element(show).toBeVisible()
    expect(container.innerHTML).not.toContain(number)

    await userEvent.click(show)
    await expect.element(page.getByText(number)).toBeVisible()

    await userEvent.click(page.getByRole('button', { name: /^Hide/ }))
    await expect.element(show).toBeVisible()
    expect(container.innerHTML).not.toContain(number)
  })

  test('can be shown with the keyboard too', async () => {
    await renderCard()
    await userEvent.tab()
    await userEvent.tab()
    await expect.element(show).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(number)).toBeVisible()
  })

  test('hides itself when another window or tab comes to the front', async () => {
    const { container } = await renderCard()
    await userEvent.click(show)
    await expect.element(page.getByText(number)).toBeVisible()
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(show).toBeVisible()
    expect(container.innerHTML).not.toContain(number)
  })

  test('is missing when the credential has none', async () => {
    await renderCard({ number: null })
    await expect.element(page.getByRole('link')).toBeVisible()
    await expect.element(show).not.toBeInTheDocument()
  })
})

describe('a card', () => {
  test('opens its credential when pressed anywhere', async () => {
    const { path } = await renderCard()
    await expect.element(page.getByRole('link', { name: 'Texas RN' })).toBeVisible()
    await userEvent.click(page.getByRole('article'))
    await expect.poll(path).toBe(`/credentials/${license.id}`)
  })

  test('does not navigate when its number is shown', async () => {
    const { path } = await renderCard()
    await userEvent.click(page.getByRole('button', { name: /^Show/ }))
    await expect.element(page.getByText(number)).toBeVisible()
    expect(path()).toBe('/')
  })

  test('has a thumbnail of its document, of the same size while it loads and after', async () => {
    keepMissingPictures()
    const network = stubNetwork()
    const release = network.hold('GET', `/api/upload/${sampleId(1)}`)
    network.answer('GET', `/api/upload/${sampleId(1)}`, file, {
      ...{ id: sampleId(1), name: 'card.jpg', size: 30_000, mimeType: 'image/jpeg', sha256: 'a' },
      ...{ resourceType: 'license', resourceId: license.id, createdAt: sampleNow },
    })
    const { container } = await renderCard({ fileIds: [sampleId(1)] })
    await expect.element(page.getByText('1 file')).toBeVisible()
    const height = () => page.getByRole('article').element().getBoundingClientRect().height
    const before = height()
    release()
    await expect.poll(() => container.querySelector('img')?.src ?? '').toContain('/preview?width=')
    expect(container.querySelector('img')?.loading).toBe('lazy')
    expect(height()).toBe(before)
  })

  test('lists four tags and shows how many more there are', async () => {
    await renderCard({ tags: ['one', 'two', 'three', 'four', 'five', 'six'] })
    const tags = page.getByRole('list', { name: 'Tags' })
    await expect.element(tags).toHaveTextContent('onetwothreefourand 2 more')
  })
})
