import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type SecondPerson, secondPerson } from '#shared/reminders/second-person.ts'
import { button, fillIn } from '#testing/web/fields.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { nobody, reminderNow } from '#testing/web/reminder-samples.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { SecondPersonRow } from './second-person-row.tsx'

const path = '/api/reminders/second-person'
const sam = { name: 'Sam Lee', email: 'sam@example.com', invitedAt: '2026-11-20T15:00:00.000Z' }
const invited: SecondPerson = { ...nobody, ...sam, state: 'invited' }

let network: NetworkStub
beforeEach(() => {
  stopClock(reminderNow)
  network = stubNetwork()
})

async function openRow(person: SecondPerson) {
  network.answer('GET', path, secondPerson, person)
  await renderInApp(<SecondPersonRow />)
  await userEvent.click(page.getByText('A second person', { exact: true }))
}

describe('a second person', () => {
  test('is loading until it is known, and may not load', async () => {
    network.answer('GET', path, secondPerson, nobody)
    const release = network.hold('GET', path)
    await renderInApp(<SecondPersonRow />)
    await expect.element(page.getByText('Loading…')).toBeVisible()
    network.refuse('GET', path, 'unavailable')
    release()
    await expect.element(page.getByText('Could not be loaded')).toBeVisible()
    network.answer('GET', path, secondPerson, nobody)
    await userEvent.click(page.getByText('A second person', { exact: true }))
    await userEvent.click(button('Try again'))
    await expect.element(page.getByText('Nobody', { exact: true })).toBeVisible()
  })

  test('is asked by mail', async () => {
    network.answer('PUT', path, secondPerson, invited)
    await openRow(nobody)
    await fillIn('Their name', 'Sam Lee')
    await fillIn('Their email', 'sam@example.com')
    network.answer('GET', path, secondPerson, invited)
    await userEvent.click(button('Ask this person'))
    await expect.element(page.getByText(/^Asked Nov 20, 2026/)).toBeVisible()
    expect(network.bodies('PUT', path)).toEqual([{ name: 'Sam Lee', email: 'sam@example.com' }])
  })

  test('cannot be named while the server has no mail', async () => {
    await openRow({ ...nobody, isMailSetUp: false })
    await expect.element(page.getByText(/has to set up email/)).toBeVisible()
    await expect.element(button('Ask this person')).not.toBeInTheDocument()
  })

  test('who was asked can be asked again, or not at all', async () => {
    network.answer('POST', `${path}/invitation`, secondPerson, invited)
    network.answerEmpty('DELETE', path)
    await openRow(invited)
    await userEvent.click(button('Send invitation again'))
    await expect.poll(() => network.sent('POST', `${path}/invitation`)).toHaveLength(1)
    network.answer('GET', path, secondPerson, nobody)
    await userEvent.click(button('Cancel invitation'))
    await expect.element(button('Ask this person')).toBeVisible()
  })

  test('who confirmed is removed only after a question', async () => {
    network.answerEmpty('DELETE', path)
    await openRow({ ...nobody, ...sam, state: 'confirmed', confirmedAt: '2026-11-20T16:00:00.000Z' })
    await expect.element(page.getByText(/^Confirmed Nov 20, 2026.*Not told anything yet\.$/)).toBeVisible()
    await userEvent.click(button('Remove'))
    expect(network.sent('DELETE', path)).toEqual([])
    network.answer('GET', path, secondPerson, nobody)
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }))
    await expect.poll(() => network.sent('DELETE', path)).toHaveLength(1)
  })

  test('who ended it leaves room for another one', async () => {
    await openRow({ ...nobody, ...sam, state: 'ended', endedAt: '2026-11-20T17:00:00.000Z' })
    await expect.element(page.getByText(/^They ended it Nov 20, 2026/)).toBeVisible()
    await expect.element(button('Ask this person')).toBeVisible()
  })
})
