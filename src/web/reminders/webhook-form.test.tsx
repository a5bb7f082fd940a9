import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProblemCode } from '#shared/http/errors.ts'
import { savedWebhook, type WebhookState, webhookState } from '#shared/reminders/channels.ts'
import { reminderTestResult } from '#shared/reminders/reminder.ts'
import { alert, button, field, fillIn, toast } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { WebhookForm } from './webhook-form.tsx'

const path = '/api/reminders/webhook'
const url = 'https://example.com/hook'
const none: WebhookState = { url: null, createdAt: null, lastSentAt: null, lastError: null }
const set: WebhookState = { ...none, url, createdAt: '2026-11-01T15:00:00.000Z' }
const save = button(/^Save/)

async function renderForm(state: WebhookState) {
  const network = stubNetwork()
  network.answer('GET', path, webhookState, state)
  network.answer('PUT', path, savedWebhook, { ...set, secret: 'whsec_4711' })
  await renderInApp(<WebhookForm />)
  await expect.element(field('URL')).toBeVisible()
  return { network, saved: () => network.bodies('PUT', path) }
}

describe('a webhook', () => {
  test('is set, and its secret is shown once', async () => {
    const { network, saved } = await renderForm(none)
    await fillIn('URL', url)
    network.answer('GET', path, webhookState, set)
    await userEvent.click(button('Save webhook'))
    await expect.element(field('Secret')).toHaveValue('whsec_4711')
    await expect.element(field('Secret')).toHaveAttribute('readonly')
    await expect.element(button('Save and create a new secret')).toBeVisible()
    await expect.element(page.getByText(/^Set up .* Nothing has been sent yet\.$/)).toBeVisible()
    expect(saved()).toEqual([{ url }])
  })

  test.each(['', 'example.com', 'not an address'])('with an invalid URL (%s) is not sent', async (typed) => {
    const { saved } = await renderForm(none)
    await fillIn('URL', typed)
    await userEvent.click(save)
    await expect.element(field('URL')).toHaveAccessibleDescription(/Enter an address that begins with https/)
    await expect.element(field('URL')).toHaveFocus()
    expect(saved()).toEqual([])
  })

  test('shows an error from the server at the field', async () => {
    const { network } = await renderForm(none)
    const message = 'This address is in a private network'
    network.refuse('PUT', path, 'invalid', { errors: [{ path: 'url', message }] })
    await fillIn('URL', 'https://10.0.0.1/')
    await userEvent.click(save)
    await expect.element(field('URL')).toHaveAccessibleDescription(/private network/)
    await expect.element(field('URL')).toHaveFocus()
    await expect.element(field('URL')).toHaveValue('https://10.0.0.1/')
    await expect.element(alert).not.toBeInTheDocument()
  })

  test.each<[ProblemCode, RegExp]>([
    ['not_authenticated', /Your session ended. Your changes are still here/],
    ['too_large', /larger than Lanyard accepts/],
    ['unavailable', /cannot reach its database/],
  ])('that cannot be saved (%s) stays in the field', async (code, sentence) => {
    const { network } = await renderForm(none)
    network.refuse('PUT', path, code)
    await fillIn('URL', url)
    await userEvent.click(save)
    await expect.element(alert).toMatchTextContent(sentence)
    await expect.element(field('URL')).toHaveValue(url)
  })

  test('is removed, with a message about it', async () => {
    const { network } = await renderForm(set)
    network.answerEmpty('DELETE', path)
    network.answer('GET', path, webhookState, none)
    await userEvent.click(button('Remove webhook'))
    await expect.element(toast).toMatchTextContent('Webhook removed')
    await expect.element(field('URL')).toHaveValue('')
    await expect.element(button('Remove webhook')).not.toBeInTheDocument()
  })

  test('is kept if it cannot be removed', async () => {
    const { network } = await renderForm(set)
    network.disconnect('DELETE', path)
    await userEvent.click(button('Remove webhook'))
    await expect.element(alert).toMatchTextContent('Check your connection')
    await expect.element(field('URL')).toHaveValue(url)
  })

  test.each([
    [{ lastSentAt: '2026-11-20T15:00:00.000Z' }, /Last delivered Nov 20, 2026, 9:00/],
    [{ lastError: 'It answered 500' }, /^The last message failed: It answered 500$/],
  ])('says how its last message went: %o', async (changes, text) => {
    await renderForm({ ...set, ...changes })
    await expect.element(page.getByText(text)).toBeVisible()
  })

  test('can be loaded again after a failure', async () => {
    const network = stubNetwork()
    network.refuse('GET', path, 'unavailable')
    await renderInApp(<WebhookForm />)
    await expect.element(alert).toMatchTextContent('Temporarily unavailable')
    network.answer('GET', path, webhookState, none)
    await userEvent.click(button('Try again'))
    await expect.element(field('URL')).toBeVisible()
  })
})

describe('a test message', () => {
  const testPath = '/api/reminders/test'
  const send = button('Send me a test: Webhook')

  test('is sent once, and its result is announced', async () => {
    const { network } = await renderForm(set)
    network.answer('POST', testPath, reminderTestResult, { state: 'sent', error: null })
    const release = network.hold('POST', testPath)
    await userEvent.dblClick(send)
    await expect.element(send).toHaveAttribute('aria-disabled', 'true')
    release()
    await expect.element(page.getByText('Your webhook accepted the test.')).toBeVisible()
    expect(network.bodies('POST', testPath)).toEqual([{ channel: 'webhook' }])
  })

  test('shows why it was not delivered', async () => {
    const { network } = await renderForm(set)
    network.answer('POST', testPath, reminderTestResult, { state: 'failed', error: 'It answered 500' })
    await userEvent.click(send)
    await expect.element(page.getByText('The test was not sent. It answered 500.')).toBeVisible()
  })

  test('shows how long to wait after too many', async () => {
    const { network } = await renderForm(set)
    network.refuse('POST', testPath, 'too_many_requests', { retryAfter: 600 })
    await userEvent.click(send)
    await expect.element(alert).toMatchTextContent('Try again in 10 minutes.')
  })
})
