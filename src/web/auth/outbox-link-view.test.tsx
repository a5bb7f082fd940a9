import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { answerOutbox } from '#testing/web/sign-in-answers.ts'
import { siteConfig } from '#web/config/site.ts'
import { OutboxLinkView } from './outbox-link-view.tsx'

const link = page.getByRole('link', { name: 'Open the link from the message' })
const check = page.getByRole('button', { name: 'Check again' })
const message = {
  to: 'ann@example.com',
  text: 'Open http://localhost:8080/login?mode=signIn&oobCode=abc now',
}

function setEmulator(isOn: boolean) {
  const before = siteConfig.emulator
  siteConfig.emulator = isOn
  onTestFinished(() => {
    siteConfig.emulator = before
  })
}

describe('in emulator mode', () => {
  beforeEach(() => setEmulator(true))

  test('the link of the newest message is offered, on this host', async () => {
    const network = stubNetwork()
    answerOutbox(network, [message])
    await renderInApp(<OutboxLinkView email="Ann@Example.com" />)
    await expect.element(link).toHaveAttribute('href', '/login?mode=signIn&oobCode=abc')
    await expect.element(page.getByText('“Message 0”', { exact: false })).toBeVisible()
  })

  test('shows no link without a message, and lets the user check again', async () => {
    const network = stubNetwork()
    answerOutbox(network, [{ ...message, to: 'somebody@else.example' }])
    await renderInApp(<OutboxLinkView email="ann@example.com" />)
    await expect
      .element(page.getByText('its outbox has no link for ann@example.com', { exact: false }))
      .toBeVisible()
    await expect.element(link).not.toBeInTheDocument()
    answerOutbox(network, [message])
    await userEvent.click(check)
    await expect.element(link).toBeVisible()
  })

  test('shows no error when the outbox cannot be read', async () => {
    const network = stubNetwork()
    network.disconnect('GET', '/api/debug/outbox')
    await renderInApp(<OutboxLinkView email="ann@example.com" />)
    await expect.element(check).toBeEnabled()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })
})

test('outside emulator mode shows nothing and requests nothing', async () => {
  setEmulator(false)
  stubNetwork()
  await renderInApp(<OutboxLinkView email="ann@example.com" />)
  await expect.element(page.getByRole('main')).toBeEmptyDOMElement()
})
