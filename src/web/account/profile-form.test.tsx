import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type User, user } from '#shared/account/profile.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerSession, sampleProfile } from '#testing/web/sign-in-answers.ts'
import { sessionQuery } from '#web/session/session.ts'
import { ProfileForm } from './profile-form.tsx'

const path = '/api/users/me'
const field = (name: string) => page.getByRole('textbox', { name: `${name} (optional)` })
const firstName = field('First name')
const jobTitle = page.getByRole('combobox', { name: 'Job title (optional)' })
const save = page.getByRole('button', { name: 'Save profile' })
const discard = page.getByRole('button', { name: 'Discard changes' })
const alert = page.getByRole('main').getByRole('alert')
const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('status')

async function renderForm(saved: Partial<User> = {}) {
  const network = stubNetwork()
  network.answer('PUT', path, user, { ...sampleProfile, ...saved })
  answerSession(network, { ...owner, firstName: saved.firstName ?? owner.firstName })
  const onDirtyChange = vi.fn()
  const app = await renderInApp(<ProfileForm user={sampleProfile} onDirtyChange={onDirtyChange} />)
  await expect.element(firstName).toHaveValue('Ann')
  return {
    network,
    onDirtyChange,
    sentBodies: () => network.sent('PUT', path).map(({ body }) => body),
    ...app,
  }
}

describe('the profile', () => {
  test('shows what is saved; the address is changed elsewhere', async () => {
    await renderForm()
    await expect.element(field('Last name')).toHaveValue("O'Brien")
    await expect.element(jobTitle).toHaveValue('RN')
    await expect.element(field('Organization')).toHaveValue('Mercy Hospital')
    await expect
      .element(page.getByRole('link', { name: 'Change your email' }))
      .toHaveAttribute('href', '/settings?section=security#email')
    const email = page.getByRole('textbox', { name: 'Email' })
    await expect.element(email).toHaveValue(sampleProfile.email)
    await expect.element(email).toHaveAttribute('readonly')
    await expect.element(page.getByText('All changes saved.')).toBeVisible()
    await expect.element(discard).not.toBeInTheDocument()
  })

  test('is saved as typed, and the name changes on every screen', async () => {
    const app = await renderForm({ firstName: 'Anna', organization: null, name: "Anna O'Brien" })
    await userEvent.fill(firstName, ' Anna ')
    await userEvent.fill(field('Organization'), '')
    await userEvent.click(save)
    await expect.element(toast).toHaveTextContent('Profile saved')
    expect(app.sentBodies()).toEqual([
      { firstName: 'Anna', lastName: "O'Brien", organization: null, jobTitle: 'RN', birthMonth: null },
    ])
    await expect.element(page.getByText('All changes saved.')).toBeVisible()
    await expect.element(firstName).toHaveValue('Anna')
    expect(app.queryClient.getQueryData(sessionQuery.queryKey)?.firstName).toBe('Anna')
  })

  test('accepts a job title that is not in the list', async () => {
    const { sentBodies } = await renderForm()
    await userEvent.fill(jobTitle, 'Flight nurse')
    await userEvent.tab()
    await userEvent.click(save)
    await expect.poll(sentBodies).toMatchObject([{ jobTitle: 'Flight nurse' }])
  })

  test('finds a role by its full name', async () => {
    await renderForm()
    await userEvent.fill(jobTitle, 'anesthetist')
    await expect.element(page.getByRole('option', { name: /^CRNA/ })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(jobTitle).toHaveValue('CRNA')
  })
})

describe('unsaved changes', () => {
  test('are announced, and can be discarded', async () => {
    const { onDirtyChange, sentBodies } = await renderForm()
    await userEvent.fill(firstName, 'Anna')
    const unsaved = page.getByText('Unsaved changes.')
    await expect.element(unsaved).toHaveAttribute('aria-live', 'polite')
    expect(onDirtyChange).toHaveBeenLastCalledWith(true)
    await userEvent.click(discard)
    await expect.element(firstName).toHaveValue('Ann')
    await expect.element(unsaved).not.toBeInTheDocument()
    expect(onDirtyChange).toHaveBeenLastCalledWith(false)
    expect(sentBodies()).toEqual([])
  })

  test('do not count once they are typed back to the original', async () => {
    await renderForm()
    await userEvent.fill(firstName, 'Anna')
    await userEvent.fill(firstName, 'Ann')
    await expect.element(discard).not.toBeInTheDocument()
  })
})

describe('a profile that cannot be saved', () => {
  test.each([
    ['First name', 50],
    ['Last name', 50],
    ['Organization', 100],
  ])('shows an error for %s with more than %i characters', async (label, max) => {
    const { sentBodies } = await renderForm()
    await userEvent.fill(field(label), 'x'.repeat(max + 1))
    await userEvent.click(save)
    await expect
      .element(field(label))
      .toHaveAccessibleDescription(expect.stringContaining(`Value too long (max ${max})`))
    await expect.element(field(label)).toHaveFocus()
    expect(sentBodies()).toEqual([])
  })

  test('shows the server’s error at its field', async () => {
    const { network } = await renderForm()
    network.refuse('PUT', path, 'invalid', { errors: [{ path: 'lastName', message: 'Not like this' }] })
    await userEvent.fill(firstName, 'Anna')
    await userEvent.click(save)
    await expect.element(field('Last name')).toHaveAccessibleDescription('Not like this')
    await expect.element(field('Last name')).toHaveFocus()
    await expect.element(alert).not.toBeInTheDocument()
  })

  test.each([
    ['unavailable', new Problem('unavailable').message],
    ['not_authenticated', 'Your session ended. Your changes are still here'],
  ] as const)('with %s says why, and keeps the input', async (code, sentence) => {
    const { network } = await renderForm()
    network.refuse('PUT', path, code)
    await userEvent.fill(firstName, 'Anna')
    await userEvent.click(save)
    await expect.element(alert).toMatchTextContent(sentence)
    await expect.element(firstName).toHaveValue('Anna')
    await expect.element(page.getByText('Unsaved changes.')).toBeVisible()
  })

  test('can be saved again after a lost connection', async () => {
    const { network } = await renderForm({ firstName: 'Anna' })
    network.disconnect('PUT', path)
    await userEvent.fill(firstName, 'Anna')
    await userEvent.click(save)
    await expect.element(alert).toMatchTextContent('Lanyard cannot be reached. Nothing was lost.')
    network.answer('PUT', path, user, { ...sampleProfile, firstName: 'Anna' })
    await userEvent.click(save)
    await expect.element(toast).toHaveTextContent('Profile saved')
    await expect.element(alert).not.toBeInTheDocument()
  })
})
