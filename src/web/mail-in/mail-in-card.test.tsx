import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MailInState, mailInState } from '#shared/mail-in/mail-in.ts'
import { alert, button, field, toast } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleNow } from '#testing/web/share-samples.ts'
import { sampleProfile } from '#testing/web/sign-in-answers.ts'
import { siteConfig } from '#web/config/site.ts'
import { MailInCard } from './mail-in-card.tsx'

const off: MailInState = { isAvailable: true, address: null, createdAt: null, senders: [] }
const on: MailInState = { ...off, address: 'in+abc@mail.lanyard.example', createdAt: sampleNow }
const card = page.getByRole('region', { name: 'Add by email' })

beforeEach(() => {
  siteConfig.hasMailIn = true
  onTestFinished(() => {
    siteConfig.hasMailIn = false
  })
})

async function renderCard(state: MailInState) {
  const network = stubNetwork()
  const answer = (next: MailInState) => network.answer('GET', '/api/mail-in', mailInState, next)
  answer(state)
  await renderInApp(<MailInCard user={sampleProfile} />)
  return { network, answer }
}

test('an installation that takes no email says so, and asks nothing', async () => {
  siteConfig.hasMailIn = false
  stubNetwork()
  await renderInApp(<MailInCard user={sampleProfile} />)
  await expect.element(card).toMatchTextContent('The operator of this installation has not set it up.')
  await expect.element(button('Create your address')).not.toBeInTheDocument()
})

test('the address is created and shown; the account’s own address may always send', async () => {
  const { network, answer } = await renderCard(off)
  network.answer('POST', '/api/mail-in', mailInState, on)
  await expect.element(button('Create your address')).toBeVisible()
  answer(on)
  await userEvent.click(button('Create your address'))
  await expect.element(field('Your address')).toHaveValue('in+abc@mail.lanyard.example')
  await expect.element(card).toMatchTextContent(`${sampleProfile.email}Your account`)
})

test('a new address is created only after the owner confirmed that the current one stops working', async () => {
  const { network, answer } = await renderCard(on)
  network.answer('POST', '/api/mail-in', mailInState, { ...on, address: 'in+new@mail.lanyard.example' })
  await userEvent.click(button('Create a new address'))
  const question = page.getByRole('alertdialog', { name: 'Create a new address?' })
  await expect.element(question).toMatchTextContent('will no longer be accepted')
  expect(network.sent('POST', '/api/mail-in')).toEqual([])
  answer({ ...on, address: 'in+new@mail.lanyard.example' })
  await userEvent.click(question.getByRole('button', { name: 'Create new address' }))
  await expect.element(field('Your address')).toHaveValue('in+new@mail.lanyard.example')
})

test('the address is turned off; if that fails, it stays with the reason', async () => {
  const { network, answer } = await renderCard(on)
  network.refuse('DELETE', '/api/mail-in', 'unexpected')
  const turnOff = async () => {
    await userEvent.click(button('Turn off'))
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }))
  }
  await turnOff()
  await expect.element(alert).toBeVisible()
  await expect.element(field('Your address')).toBeVisible()
  network.answerEmpty('DELETE', '/api/mail-in')
  answer(off)
  await turnOff()
  await expect.element(toast).toMatchTextContent('Your address for documents is off')
  await expect.element(button('Create your address')).toBeVisible()
})

test('senders are allowed and removed; a refused one stays in its field with the reason', async () => {
  const { network } = await renderCard(on)
  network.refuse('PUT', '/api/mail-in/senders', 'invalid', {
    errors: [{ path: 'senders.0', message: 'Enter an email address.' }],
  })
  await userEvent.fill(field('Another sender'), 'school@nurses')
  await userEvent.click(button('Allow'))
  await expect.element(alert).toMatchTextContent('Enter an email address.')
  await expect.element(field('Another sender')).toHaveValue('school@nurses')
  network.answerEach('PUT', '/api/mail-in/senders', mailInState, ({ body }) => ({
    ...on,
    ...(body as { senders: string[] }),
  }))
  await userEvent.fill(field('Another sender'), 'school@nurses.example')
  await userEvent.click(button('Allow'))
  await expect.element(field('Another sender')).toHaveValue('')
  await userEvent.click(button('Remove school@nurses.example'))
  await expect.element(button('Remove school@nurses.example')).not.toBeInTheDocument()
  expect(network.bodies('PUT', '/api/mail-in/senders').at(-1)).toEqual({ senders: [] })
})

test('an address that cannot be decrypted anymore is said, with the way out', async () => {
  await renderCard({ ...on, address: null })
  await expect.element(card).toMatchTextContent('cannot be shown anymore. Create a new one.')
  await expect.element(button('Create a new address')).toBeVisible()
})

test('an address that cannot be loaded is not shown as off', async () => {
  const network = stubNetwork()
  network.refuse('GET', '/api/mail-in', 'unexpected')
  await renderInApp(<MailInCard user={sampleProfile} />)
  await expect.element(alert).toBeVisible()
  await expect.element(button('Create your address')).not.toBeInTheDocument()
  network.answer('GET', '/api/mail-in', mailInState, on)
  await userEvent.click(button('Try again'))
  await expect.element(field('Your address')).toBeVisible()
})
