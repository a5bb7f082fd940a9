import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type User, user } from '#shared/account/profile.ts'
import { Problem } from '#shared/http/errors.ts'
import { choose } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerSession, sampleProfile } from '#testing/web/sign-in-answers.ts'
import { LocaleForm } from './locale-form.tsx'

const path = '/api/users/me'
const zone = page.getByRole('combobox', { name: 'Time zone' })
const here = page.getByRole('button', { name: /^Use this device’s time zone/ })
const save = page.getByRole('button', { name: 'Save language and time' })
const alert = page.getByRole('main').getByRole('alert')

async function renderForm(settings: User['settings'] = sampleProfile.settings) {
  const network = stubNetwork()
  network.answer('PUT', path, user, {
    ...sampleProfile,
    settings: { locale: 'en-GB', timeZone: 'Europe/London' },
  })
  answerSession(network, owner)
  await renderInApp(<LocaleForm user={{ ...sampleProfile, settings }} onDirtyChange={vi.fn()} />)
  await expect.element(zone).toBeVisible()
  return { network, sentBodies: () => network.sent('PUT', path).map(({ body }) => body) }
}

/** With the keyboard: typing filters the list, and Enter takes the focused option. */
async function chooseZone(text: string, option: RegExp) {
  await userEvent.fill(zone, text)
  await expect.element(page.getByRole('option', { name: option })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
}

describe('language and time', () => {
  test('show a sample of the choice before it is saved', async () => {
    await renderForm()
    await expect.element(page.getByText('Example: Mar 31, 2027 · 1,234.5')).toBeVisible()
    await choose('Date and number format', 'British English')
    await expect.element(page.getByText('Example: 31 Mar 2027 · 1,234.5')).toBeVisible()
  })

  test('are sent together, and a toast says that they were saved', async () => {
    const { sentBodies } = await renderForm()
    await choose('Date and number format', 'British English')
    await chooseZone('london', /^London/)
    await userEvent.click(save)
    await expect
      .element(page.getByRole('region', { name: 'Notifications' }).getByRole('status'))
      .toHaveTextContent('Language and time saved')
    expect(sentBodies()).toEqual([{ settings: { locale: 'en-GB', timeZone: 'Europe/London' } }])
    await expect.element(page.getByText('All changes saved.')).toBeVisible()
  })

  test('can be chosen with the keyboard alone', async () => {
    const { sentBodies } = await renderForm()
    await chooseZone('honolulu', /Honolulu/)
    await expect.element(zone).toHaveValue('Hawaii-Aleutian Standard Time (Honolulu)')
    await userEvent.tab()
    await expect.element(here).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.poll(sentBodies).toMatchObject([{ settings: { timeZone: 'Pacific/Honolulu' } }])
  })

  test('offer the time zone of this device if it is different', async () => {
    await renderForm({ locale: 'en-US', timeZone: 'Europe/Berlin' })
    await userEvent.click(here)
    await expect.element(zone).toHaveValue('Central Time (Chicago)')
    await expect.element(here).not.toBeInTheDocument()
    await expect.element(page.getByText('Unsaved changes.')).toBeVisible()
  })

  test('do not offer a time zone that the device does not know', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const known = Intl.DateTimeFormat().resolvedOptions()
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...known,
      timeZone: 'Etc/Unknown',
    })
    const { sentBodies } = await renderForm({ locale: 'en-US', timeZone: 'America/New_York' })
    await expect.element(here).not.toBeInTheDocument()
    await chooseZone('honolulu', /Honolulu/)
    await userEvent.click(save)
    await expect.poll(sentBodies).toMatchObject([{ settings: { timeZone: 'Pacific/Honolulu' } }])
  })

  test('show a guess if they were never set, without counting it as a change', async () => {
    await renderForm({ locale: null, timeZone: null })
    await expect.element(zone).toHaveValue('UTC')
    await expect.element(page.getByText('All changes saved.')).toBeVisible()
  })
})

describe('language and time that cannot be saved', () => {
  test('show the server’s error at its field', async () => {
    const { network } = await renderForm()
    network.refuse('PUT', path, 'invalid', {
      errors: [{ path: 'settings.timeZone', message: 'Not on this server' }],
    })
    await userEvent.click(save)
    await expect.element(zone).toHaveAccessibleDescription(expect.stringContaining('Not on this server'))
    await expect.element(alert).not.toBeInTheDocument()
  })

  test('show the reason, and keep the choice until it is discarded', async () => {
    const { network } = await renderForm()
    network.refuse('PUT', path, 'unavailable')
    await chooseZone('london', /^London/)
    await userEvent.click(save)
    await expect.element(alert).toMatchTextContent(new Problem('unavailable').message)
    await expect.element(zone).toHaveValue('London (Europe)')
    await userEvent.click(page.getByRole('button', { name: 'Discard changes' }))
    await expect.element(zone).toHaveValue('Central Time (Chicago)')
    await expect.element(alert).not.toBeInTheDocument()
  })
})
