import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type User, user } from '#shared/account/profile.ts'
import type { ProblemCode } from '#shared/http/errors.ts'
import { type Dismissal, dismissal, dismissalItems } from '#shared/notices/notice.ts'
import { longerLeadDays } from '#shared/reminders/reminder-schedule.ts'
import { defaultSettings, earlierDefaultSettings, reminderSettings } from '#shared/reminders/settings.ts'
import { alert, button, choose, field, toast } from '#testing/web/fields.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { reminderNow } from '#testing/web/reminder-samples.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { ReminderSettingsForm } from './reminder-settings-form.tsx'

const path = '/api/reminders/settings'
const save = button('Save reminder settings')
const shared = page.getByRole('group', { name: 'Days before the end', exact: true })
const days = (group = shared) =>
  group
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
const toggle = (name: string) => page.getByRole('switch', { name })

const ann: User = user.parse({
  id: '8f14e45f-ceea-467f-a8d4-3b5c1f0e6d2a',
  email: 'ann@example.com',
  emailVerified: true,
  name: "Ann O'Brien",
  firstName: 'Ann',
  lastName: "O'Brien",
  organization: null,
  jobTitle: null,
  birthMonth: null,
  settings: { locale: 'en-US', timeZone: 'America/Chicago' },
  createdAt: reminderNow,
  updatedAt: reminderNow,
})

function answerNotices(network: NetworkStub) {
  const hidden: Dismissal = { notice: 'longer_schedule', dismissedUntil: null }
  let items: Dismissal[] = []
  network.answerEach('GET', '/api/notices/dismissals', dismissalItems, () => ({ items }))
  const offer = '/api/notices/longer_schedule/dismissal'
  network.answerEach('PUT', offer, dismissal, () => {
    items = [hidden]
    return hidden
  })
  network.reply('DELETE', offer, () => {
    items = []
    return new Response(null, { status: 204 })
  })
}

async function renderForm(settings = defaultSettings, isFolded = false) {
  stopClock(reminderNow)
  const network = stubNetwork()
  answerNotices(network)
  network.answer('GET', path, reminderSettings, settings)
  network.answerEach('PUT', path, reminderSettings, ({ body }) => {
    network.answer('GET', path, reminderSettings, body as typeof settings)
    return body as typeof settings
  })
  const onDirtyChange = vi.fn()
  await renderInApp(<ReminderSettingsForm user={ann} onDirtyChange={onDirtyChange} />)
  await expect.element(page.getByText('Days before the end').first()).toBeVisible()
  for (const row of document.querySelectorAll('details')) row.open = !isFolded
  return { network, onDirtyChange, saved: () => network.bodies('PUT', path) }
}

async function addDay(text: string, group = shared) {
  await userEvent.fill(group.getByRole('textbox', { name: /^Add a reminder/ }), text)
  await userEvent.click(group.getByRole('button', { name: 'Add', exact: true }))
}

describe('the reminder settings', () => {
  test('are all sent together, and are then saved', async () => {
    const { saved, onDirtyChange } = await renderForm()
    await expect.element(save).not.toBeInTheDocument()
    await choose('Time of day', '7:00 AM')
    await choose('Email frequency', 'Once a week')
    await userEvent.click(page.getByText('Weekly after the end'))
    await userEvent.click(page.getByText('Name health records'))
    expect(onDirtyChange).toHaveBeenLastCalledWith(true)
    await userEvent.click(save)
    await expect.element(toast).toMatchTextContent('Reminder settings saved')
    expect(saved()).toEqual([
      {
        ...defaultSettings,
        hour: 7,
        digest: 'weekly',
        isWeeklyAfter: false,
        namesHealthRecords: true,
      },
    ])
    await expect.element(save).not.toBeInTheDocument()
    expect(onDirtyChange).toHaveBeenLastCalledWith(false)
  })

  test('are discarded in one press', async () => {
    const { saved } = await renderForm()
    await userEvent.click(page.getByText('Weekly after the end'))
    await userEvent.click(button('Discard changes'))
    await expect.element(toggle('Weekly after the end')).toBeChecked()
    await expect.element(button('Discard changes')).not.toBeInTheDocument()
    expect(saved()).toEqual([])
  })

  test('show the time in the owner’s time zone', async () => {
    await renderForm()
    await expect
      .element(page.getByText(/In your time zone, Central Time \(Chicago\), where it is 9:00.AM .*now/))
      .toBeVisible()
  })

  test('are sent once when the button is pressed twice', async () => {
    const { network, saved } = await renderForm()
    await userEvent.click(page.getByText('Weekly after the end'))
    const release = network.hold('PUT', path)
    await userEvent.dblClick(save)
    await expect.element(button(/Working$/)).toBeVisible()
    release()
    await expect.element(toast).toMatchTextContent('Reminder settings saved')
    expect(saved()).toHaveLength(1)
  })

  test.each<[ProblemCode, RegExp]>([
    ['not_authenticated', /Your session ended/],
    ['json_expected', /Send this as application\/json/],
    ['unavailable', /cannot reach its database/],
  ])('that cannot be saved (%s) stay as they were chosen', async (code, sentence) => {
    const { network } = await renderForm()
    network.refuse('PUT', path, code)
    await userEvent.click(page.getByText('Weekly after the end'))
    await userEvent.click(save)
    await expect.element(alert).toMatchTextContent(sentence)
    await expect.element(toggle('Weekly after the end')).not.toBeChecked()
    await expect.element(save).toBeVisible()
  })

  test('show an error from the server at its field', async () => {
    const { network } = await renderForm()
    network.refuse('PUT', path, 'invalid', { errors: [{ path: 'leads', message: 'At most 20 reminders' }] })
    await userEvent.click(page.getByText('Weekly after the end'))
    await userEvent.click(save)
    await expect.element(shared.getByText('At most 20 reminders')).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
  })

  test('are collapsed, with their state, and open if one has an error', async () => {
    const { network } = await renderForm({ ...defaultSettings, leads: [30, 7], digest: 'daily' }, true)
    await expect.element(page.getByText('30 and 7 days before; then weekly.')).toBeVisible()
    await expect.element(page.getByText(/^One email a day/)).toBeVisible()
    await expect.element(toggle('Weekly after the end')).not.toBeInTheDocument()
    await userEvent.click(page.getByText('30 and 7 days before; then weekly.'))
    await userEvent.click(page.getByText('Weekly after the end'))
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await userEvent.click(page.getByText('30 and 7 days before.').first())
    await expect.element(toggle('Weekly after the end')).not.toBeInTheDocument()
    network.refuse('PUT', path, 'invalid', { errors: [{ path: 'leads', message: 'At most 20 reminders' }] })
    await userEvent.click(save)
    await expect.element(shared.getByText('At most 20 reminders')).toBeVisible()
  })

  test('can be loaded again after a failure', async () => {
    const network = stubNetwork()
    answerNotices(network)
    network.refuse('GET', path, 'unavailable')
    await renderInApp(<ReminderSettingsForm user={ann} onDirtyChange={() => {}} />)
    await expect.element(alert).toMatchTextContent('Temporarily unavailable')
    network.answer('GET', path, reminderSettings, defaultSettings)
    await userEvent.click(button('Try again'))
    await expect.element(page.getByText('Days before the end').first()).toBeVisible()
  })
})

describe('the days of the reminders', () => {
  test('are added in order, with the button or Enter, which does not save', async () => {
    const { saved } = await renderForm({ ...defaultSettings, leads: [30, 7] })
    await addDay('14')
    await userEvent.fill(field(/^Add a reminder/).first(), '0')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => days()).toEqual(['30 days', '14 days', '7 days', 'Last day'])
    expect(saved()).toEqual([])
    await userEvent.click(save)
    await expect.poll(saved).toMatchObject([{ leads: [30, 14, 7, 0] }])
  })

  test('are not added twice, which shows an error', async () => {
    await renderForm({ ...defaultSettings, leads: [30, 7] })
    await addDay('7')
    await expect.element(shared.getByText('7 days is already in the list.')).toBeVisible()
    expect(days()).toEqual(['30 days', '7 days'])
  })

  test('are removed, and the focus stays in the field', async () => {
    await renderForm({ ...defaultSettings, leads: [30, 7] })
    shared.getByRole('button', { name: 'Remove 30 days' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => days()).toEqual(['7 days'])
    await expect.element(shared).toHaveFocus()
  })

  test('are reset to the default', async () => {
    await renderForm({ ...defaultSettings, leads: [30] })
    await userEvent.click(shared.getByRole('button', { name: 'Reset to default' }))
    await expect.poll(() => days().length).toBe(defaultSettings.leads.length)
    await expect.element(button('Reset to default')).not.toBeInTheDocument()
  })

  test('are limited to twenty', async () => {
    await renderForm({ ...defaultSettings, leads: Array.from({ length: 20 }, (_, at) => 20 - at) })
    await addDay('200')
    await expect.element(shared.getByText(/You can have up to 20/)).toBeVisible()
    expect(days()).toHaveLength(20)
  })

  test('of one kind start with the shared ones, and are removed with the switch', async () => {
    const { saved } = await renderForm({ ...defaultSettings, leads: [30, 7] })
    const licenses = page.getByRole('region', { name: 'Licenses' })
    const own = licenses.getByRole('group', { name: /^Days before the end/ })
    await userEvent.click(licenses.getByText('Custom schedule'))
    await expect.poll(() => days(own)).toEqual(['30 days', '7 days'])
    await addDay('60', own)
    await userEvent.click(save)
    await expect.poll(saved).toMatchObject([{ leads: [30, 7], kinds: { license: { leads: [60, 30, 7] } } }])
    await userEvent.click(licenses.getByText('Custom schedule'))
    await expect.element(licenses.getByText('Uses the schedule above.')).toBeVisible()
    await userEvent.click(save)
    await expect.poll(() => saved()[1]).toMatchObject({ kinds: { license: { leads: null } } })
  })
})

test('show for one kind that email is off for all', async () => {
  await renderForm({ ...defaultSettings, channels: { email: false, push: true, webhook: true } })
  const licenses = page.getByRole('region', { name: 'Licenses' })
  const email = licenses.getByRole('switch', { name: 'Email reminders' })
  await expect.element(email).toBeDisabled()
  await expect.element(email).toHaveAccessibleDescription(/Email is off for all reminders/)
})

describe('the longer schedule', () => {
  const offer = page.getByRole('region', { name: 'Start earlier?' })

  test('is turned on with one press, keeps unsaved changes, and can be undone', async () => {
    const { saved } = await renderForm()
    await userEvent.click(page.getByText('Weekly after the end'))
    await userEvent.click(offer.getByRole('button', { name: 'Remind me from 120 days' }))
    await expect.element(toast).toMatchTextContent('Reminders start 120 days ahead')
    await expect.element(offer).not.toBeInTheDocument()
    expect(saved()).toEqual([{ ...defaultSettings, leads: longerLeadDays }])
    await expect.poll(() => days().length).toBe(longerLeadDays.length)
    await expect.element(toggle('Weekly after the end')).not.toBeChecked()
    await expect.element(save).toBeVisible()
    await userEvent.click(button('Undo'))
    await expect.element(offer).toBeVisible()
    expect(saved()[1]).toEqual(defaultSettings)
    await expect.poll(() => days().length).toBe(defaultSettings.leads.length)
  })

  test('is offered again after a failure', async () => {
    const { network } = await renderForm()
    network.refuse('PUT', path, 'unavailable')
    await userEvent.click(button('Remind me from 120 days'))
    await expect.element(alert).toMatchTextContent('The change was not saved')
    await expect.element(offer).toBeVisible()
  })

  test('can be hidden, which can be undone', async () => {
    const { saved } = await renderForm()
    await userEvent.click(button('Hide this offer'))
    await expect.element(offer).not.toBeInTheDocument()
    await userEvent.click(button('Undo'))
    await expect.element(offer).toBeVisible()
    expect(saved()).toEqual([])
  })

  test.each([
    ['who have it', earlierDefaultSettings],
    ['who chose their own days', { ...defaultSettings, leads: [30, 7] }],
  ])('is not offered to those %s', async (_who, settings) => {
    await renderForm(settings)
    await expect.element(offer).not.toBeInTheDocument()
  })
})
