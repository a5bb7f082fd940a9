import { Link } from '@tanstack/react-router'
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { user } from '#shared/account/profile.ts'
import { Problem } from '#shared/http/errors.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleProfile } from '#testing/web/sign-in-answers.ts'
import { SettingsPage } from './settings-page.tsx'
import { chooseTheme } from './theme-field.tsx'

const path = '/api/users/me'
const nav = page.getByRole('navigation', { name: 'Settings' })
const firstName = page.getByRole('textbox', { name: 'First name (optional)' })
const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
const elsewhere = page.getByRole('link', { name: 'Elsewhere' })

function answerSettings(): NetworkStub {
  const network = stubNetwork()
  network.answer('GET', path, user, sampleProfile)
  // The form of the reminders is not tested here.
  network.refuse('GET', '/api/reminders/settings', 'reminder_not_found')
  return network
}

async function renderSettings(search = '', [width, height]: readonly [number, number] = [1280, 900]) {
  await page.viewport(width, height)
  answerSettings()
  const screen = (
    <>
      <SettingsPage />
      <Link to="/credentials">Elsewhere</Link>
    </>
  )
  const app = await renderInApp(screen, { route: '/settings', path: `/settings${search}` })
  return app
}

describe('the settings', () => {
  test('open with the profile, with a link to every section', async () => {
    await renderSettings()
    await expect.element(page.getByRole('heading', { level: 2, name: 'Your profile' })).toBeVisible()
    await expect.element(nav.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
    const links = nav.getByRole('link').elements()
    expect(links.map((link) => link.textContent)).toEqual([
      'Profile',
      'Language & time',
      'Reminders',
      'Offline',
      'Security',
      'Activity',
      'Trash',
      'Data & account',
    ])
  })

  test.each([
    ['language', 'Language and time'],
    ['nowhere', 'Your profile'],
  ])('at the section %s show only "%s"', async (section, heading) => {
    await renderSettings(`?section=${section}`)
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(heading)
  })

  test('can be loaded again after a failure', async () => {
    const network = answerSettings()
    network.refuse('GET', path, 'unavailable')
    await page.viewport(1280, 900)
    await renderInApp(<SettingsPage />, { route: '/settings' })
    await expect.element(page.getByRole('alert')).toMatchTextContent(new Problem('unavailable').message)
    network.answer('GET', path, user, sampleProfile)
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(firstName).toHaveValue('Ann')
  })
})

describe('the settings on a phone', () => {
  const phone = [390, 844] as const
  const row = (name: string) => nav.getByRole('link', { name: new RegExp(`^${name}`) })
  const back = page.getByRole('link', { name: 'Settings', exact: true })

  test('are a list of sections with their state', async () => {
    await renderSettings('', phone)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Settings')
    await expect.element(row('Profile')).toMatchTextContent(/O'Brien/)
    await expect.element(row('Language & time')).toMatchTextContent(/English/)
    await expect.element(row('Offline')).toMatchTextContent(/Off on this device/)
    await expect.element(page.getByRole('heading', { level: 2 })).not.toBeInTheDocument()
    await expect.element(firstName).not.toBeInTheDocument()
  })

  test('open a section as a page of its own, with the focus on it and a way back', async () => {
    const { path: at } = await renderSettings('', phone)
    await userEvent.click(row('Language & time'))
    await expect.element(page.getByRole('heading', { level: 2, name: 'Language and time' })).toHaveFocus()
    await expect.element(nav).not.toBeInTheDocument()
    expect(document.title).toBe('Language & time · Settings · Lanyard')
    await userEvent.click(back)
    await expect.element(row('Language & time')).toHaveFocus()
    expect(at()).toBe('/settings')
  })

  test('open at the section of the address, and keep what was typed while the list is open', async () => {
    await renderSettings('?section=profile', phone)
    await userEvent.fill(firstName, 'Anna')
    await userEvent.click(back)
    await expect.element(row('Profile')).toMatchTextContent(/unsaved/)
    await userEvent.click(row('Profile'))
    await expect.element(firstName).toHaveValue('Anna')
  })
})

describe('unsaved input', () => {
  test('is kept while another section is open, and is marked', async () => {
    await renderSettings()
    await userEvent.fill(firstName, 'Anna')
    await userEvent.click(nav.getByRole('link', { name: 'Language & time' }))
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Language and time')
    await expect.element(nav.getByRole('link', { name: 'Profile unsaved' })).toBeVisible()
    await userEvent.click(nav.getByRole('link', { name: /^Profile/ }))
    await expect.element(firstName).toHaveValue('Anna')
  })

  test('asks for confirmation before leaving, and staying loses nothing', async () => {
    const { path: at } = await renderSettings()
    await userEvent.fill(firstName, 'Anna')
    await userEvent.click(elsewhere)
    await expect.element(leave).toMatchTextContent('Your unsaved changes will be lost.')
    await userEvent.click(leave.getByRole('button', { name: 'Stay' }))
    await expect.element(firstName).toHaveValue('Anna')
    expect(at()).toBe('/settings')
  })

  test('can be abandoned', async () => {
    const { path: at } = await renderSettings()
    await userEvent.fill(firstName, 'Anna')
    await userEvent.click(elsewhere)
    await userEvent.click(leave.getByRole('button', { name: 'Leave' }))
    await expect.poll(at).toBe('/credentials')
  })

  test('is no longer reported after discarding: the page can be left at once', async () => {
    const { path: at } = await renderSettings()
    await userEvent.fill(firstName, 'Anna')
    await userEvent.click(page.getByRole('button', { name: 'Discard changes' }))
    await userEvent.click(elsewhere)
    await expect.poll(at).toBe('/credentials')
  })
})

describe('the appearance', () => {
  test('is that of the device, until another one is chosen', async () => {
    onTestFinished(() => chooseTheme('device'))
    await renderSettings('?section=language')
    await expect.element(page.getByRole('radio', { name: 'Automatic' })).toBeChecked()
    const paper = () => getComputedStyle(document.documentElement).getPropertyValue('--paper')
    await userEvent.click(page.getByText('Dark', { exact: true }))
    await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    const dark = paper()
    await userEvent.click(page.getByText('Light', { exact: true }))
    expect(paper()).not.toBe(dark)
    expect(getComputedStyle(document.documentElement).colorScheme).toBe('light')
    await userEvent.click(page.getByText('Automatic', { exact: true }))
    expect(localStorage.getItem('lanyard-theme')).toBeNull()
  })
})
