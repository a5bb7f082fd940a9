import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { credential, licenseAnswer } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { button, dateField, field, fillIn, typeDate } from '#testing/web/fields.ts'
import type { NetworkStub } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { LicenseForm } from './license-form.tsx'

const saved = licenseAnswer.parse({
  ...sampleLicense,
  id: '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11',
  status: 'active',
  daysLeft: 130,
  dateMissing: false,
  followsSchedule: false,
  archivedAt: null,
  createdAt: '2026-03-10T15:00:00.000Z',
  updatedAt: '2026-03-10T15:00:00.000Z',
})
const savedPath = `/api/credentials/${saved.id}`

const details = page.getByText('More details')
const save = page.getByRole('button', { name: /^Save/ })

async function renderForm(initial?: typeof saved) {
  const network = stubCredentialNetwork()
  network.answer('POST', '/api/credentials', credential, saved)
  network.answer('PATCH', savedPath, credential, saved)
  const onSaved = vi.fn()
  await renderInApp(<LicenseForm initial={initial} fileIds={[]} onSaved={onSaved} />)
  return { network, onSaved }
}

async function renderUndatedTexasLicense() {
  const form = await renderForm()
  await fillIn('License type', 'RN')
  await fillIn('State', 'Texas')
  return form
}

async function renderNewTexasLicense() {
  const form = await renderUndatedTexasLicense()
  await userEvent.click(page.getByText('Does not expire'))
  return form
}

const createdBodies = (network: NetworkStub) =>
  network.sent('POST', '/api/credentials').map(({ body }) => body)

describe('whether it is multistate', () => {
  const question = page.getByRole('radiogroup', { name: /multistate/ })

  test('is asked in a member state, for RN and LPN licenses', async () => {
    await renderUndatedTexasLicense()
    await expect.element(question).toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'I don’t know' })).toBeChecked()
    await fillIn('License type', 'APRN')
    await expect.element(question).not.toBeInTheDocument()
  })

  test('is not asked elsewhere', async () => {
    await renderForm()
    await fillIn('License type', 'RN')
    await fillIn('State', 'California')
    await expect.element(question).not.toBeInTheDocument()
  })
})

describe('what a new license sends', () => {
  test('the type and the state that a few letters stand for', async () => {
    const { network } = await renderForm()
    await fillIn('License type', 'registered')
    await fillIn('State', 'Tex')
    await userEvent.click(page.getByText('Does not expire'))
    await userEvent.click(save)
    await expect.poll(() => createdBodies(network)).toMatchObject([{ type: 'RN', state: 'TX' }])
  })

  test('a territory by its name, also when its code is typed', async () => {
    const { network } = await renderForm()
    await fillIn('License type', 'RN')
    await fillIn('State', 'vi')
    await expect.element(field('State')).toHaveValue('US Virgin Islands')
    await userEvent.click(page.getByText('Does not expire'))
    await userEvent.click(save)
    await expect.poll(() => createdBodies(network)).toMatchObject([{ state: 'US Virgin Islands' }])
  })

  test.each([
    ['n. car', 'NC', 'North Carolina'],
    ['Calif', 'CA', 'California'],
    ['Wash DC', 'DC', 'District of Columbia'],
    ['Mass.', 'MA', 'Massachusetts'],
    ['Nueva York', 'NY', 'New York'],
    ['carolina del norte', 'NC', 'North Carolina'],
    ['Washington', 'WA', 'Washington'],
    ['W. Va.', 'WV', 'West Virginia'],
  ])('the state that %s stands for', async (typed, state, shown) => {
    const { network } = await renderForm()
    await fillIn('License type', 'enfermera registrada')
    await fillIn('State', typed)
    await expect.element(field('State')).toHaveValue(shown)
    await userEvent.click(page.getByText('Does not expire'))
    await userEvent.click(save)
    await expect.poll(() => createdBodies(network)).toMatchObject([{ type: 'RN', state }])
  })

  test('a state that no suggestion matches only once the owner chooses it as written', async () => {
    const { network } = await renderForm()
    await fillIn('License type', 'RN')
    await fillIn('State', 'Ontario')
    await userEvent.click(page.getByText('Does not expire'))
    await userEvent.click(save)
    await expect.element(field('State')).toHaveFocus()
    expect(createdBodies(network)).toEqual([])
    await userEvent.click(button('Use “Ontario” as written'))
    await userEvent.click(save)
    await expect.poll(() => createdBodies(network)).toMatchObject([{ state: 'Ontario' }])
  })

  test('nothing while several states have the typed letters', async () => {
    const { network } = await renderForm()
    await fillIn('License type', 'RN')
    await userEvent.fill(field('State'), 'New')
    await userEvent.keyboard('{Enter}')
    await expect.element(field('State')).toBeInvalid()
    await expect.element(field('State')).toHaveFocus()
    await userEvent.tab()
    await userEvent.click(page.getByText('Does not expire'))
    await userEvent.click(save)
    await expect.element(field('State')).toHaveFocus()
    await expect
      .element(field('State'))
      .toHaveAccessibleDescription('Choose one of the suggestions, or use “New” as written.')
    expect(createdBodies(network)).toEqual([])
  })

  test('nothing without an expiration date or the choice that it never expires', async () => {
    const { network } = await renderUndatedTexasLicense()
    await userEvent.click(save)
    await expect
      .element(page.getByText('Enter the date on the card, or choose “Does not expire”.'))
      .toBeVisible()
    expect(createdBodies(network)).toEqual([])
  })

  test('with the required fields only: every other field empty', async () => {
    const { network, onSaved } = await renderNewTexasLicense()
    await userEvent.click(save)
    await expect.poll(() => onSaved.mock.calls).toEqual([[saved, false]])
    expect(createdBodies(network)).toEqual([
      {
        kind: 'license',
        type: 'RN',
        state: 'TX',
        number: null,
        issuedAt: null,
        expiresAt: null,
        neverExpires: true,
        multistate: null,
        title: null,
        issuer: null,
        renewalCycle: null,
        extra: [],
        tags: [],
        reminderDays: null,
        notes: null,
        fileId: null,
        fileIds: [],
      },
    ])
  })

  test('with every field filled in: what was typed, under the keys of the contract', async () => {
    const { network, onSaved } = await renderForm()
    await fillIn('License type', 'registered nurse')
    await fillIn('State', 'tx')
    await userEvent.fill(field('Number'), '0O1l-884213')
    await typeDate('Issued on', '04012024')
    await typeDate('Expires on', '03312027')
    await userEvent.click(page.getByText('Yes', { exact: true }))
    await userEvent.click(details)
    await userEvent.fill(field('Title'), 'My Texas license')
    await userEvent.fill(field('Issued by'), 'Board of Nursing')
    await userEvent.fill(field('Renewed every'), '2')
    await userEvent.click(page.getByRole('button', { name: 'Add a field' }))
    await userEvent.fill(field('Name'), 'Nursys ID')
    await userEvent.fill(field('Value'), '12345678')
    await userEvent.fill(field('Tags'), 'travel,night shift,')
    await userEvent.fill(field('Remind me'), '45')
    await userEvent.fill(field('Notes'), 'Renew in the portal.')
    await userEvent.click(save)
    await expect.poll(() => onSaved.mock.calls.length).toBe(1)
    expect(createdBodies(network)).toEqual([
      {
        kind: 'license',
        type: 'RN',
        state: 'TX',
        number: '0O1l-884213',
        issuedAt: '2024-04-01',
        expiresAt: '2027-03-31',
        neverExpires: false,
        multistate: true,
        title: 'My Texas license',
        issuer: 'Board of Nursing',
        renewalCycle: 2,
        extra: [{ name: 'Nursys ID', value: '12345678' }],
        tags: ['travel', 'night shift'],
        reminderDays: 45,
        notes: 'Renew in the portal.',
        fileId: null,
        fileIds: [],
      },
    ])
  })

  test('saves again with the same idempotency key after a lost connection', async () => {
    const { network, onSaved } = await renderNewTexasLicense()
    network.disconnect('POST', '/api/credentials')
    await userEvent.click(save)
    await expect.element(page.getByRole('alert')).toBeVisible()
    network.answer('POST', '/api/credentials', credential, saved)
    await userEvent.click(save)
    await expect.poll(() => onSaved.mock.calls.length).toBe(1)
    const keys = network.sent('POST', '/api/credentials').map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })
})

describe('an invalid field', () => {
  test.each([
    ['License type', ''],
    ['State', ''],
  ])('an empty %s shows an error and takes the focus', async (label, text) => {
    const { network } = await renderNewTexasLicense()
    await fillIn(label, text)
    await userEvent.click(save)
    await expect.element(field(label)).toHaveAccessibleDescription('Required')
    await expect.element(field(label)).toBeInvalid()
    await expect.element(field(label)).toHaveFocus()
    expect(createdBodies(network)).toEqual([])
  })

  test.each([
    ['License type', 100],
    ['State', 50],
    ['Number', 50],
  ])('%s with more than %i characters shows an error', async (label, max) => {
    const { network } = await renderNewTexasLicense()
    await fillIn(label, 'x'.repeat(max + 1))
    if (label !== 'Number') await userEvent.click(page.getByRole('button', { name: /^Use “xxx/ }))
    await userEvent.click(save)
    await expect
      .element(field(label))
      .toHaveAccessibleDescription(expect.stringContaining(`Value too long (max ${max})`))
    expect(createdBodies(network)).toEqual([])
  })

  test.each([
    ['Issued on', '01011899', 'Enter a date between 1900 and 2200'],
    ['Expires on', '01012201', 'Enter a date between 1900 and 2200'],
  ])('%s outside the allowed years shows an error', async (label, digits, message) => {
    const { network } = await renderUndatedTexasLicense()
    await typeDate(label, digits)
    await userEvent.click(save)
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(dateField(label)).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(createdBodies(network)).toEqual([])
  })

  test.each([
    ['12312099', 'Dec 31, 2099', '2099-12-31'],
    ['01011900', 'Jan 1, 1900', '1900-01-01'],
  ])('%s, an unlikely expiration, is asked about once', async (digits, date, expiresAt) => {
    const { network } = await renderUndatedTexasLicense()
    await typeDate('Expires on', digits)
    await userEvent.click(save)
    await expect
      .element(dateField('Expires on'))
      .toHaveAccessibleDescription(expect.stringContaining(`Is it ${date}? If it is, save again.`))
    expect(createdBodies(network)).toEqual([])
    await userEvent.click(save)
    await expect.poll(() => createdBodies(network)).toMatchObject([{ expiresAt }])
  })

  test('an expiration before the issue date shows an error at the expiration', async () => {
    const { network } = await renderUndatedTexasLicense()
    await typeDate('Issued on', '04012024')
    await typeDate('Expires on', '03312024')
    await userEvent.click(save)
    await expect
      .element(dateField('Expires on'))
      .toHaveAccessibleDescription(expect.stringContaining('Expires before it was issued'))
    expect(createdBodies(network)).toEqual([])
  })

  test.each([
    ['Title', 200],
    ['Issued by', 200],
    ['Notes', 2000],
  ])('%s with more than %i characters opens the details and takes the focus', async (label, max) => {
    const { network } = await renderNewTexasLicense()
    await userEvent.click(details)
    await userEvent.fill(field(label), 'x'.repeat(max + 1))
    await userEvent.click(details)
    await expect.element(field(label)).not.toBeVisible()
    await userEvent.click(save)
    await expect.element(field(label)).toBeVisible()
    await expect.element(field(label)).toHaveFocus()
    await expect
      .element(field(label))
      .toHaveAccessibleDescription(expect.stringContaining(`Value too long (max ${max})`))
    expect(createdBodies(network)).toEqual([])
  })

  test('loses its error once it is corrected', async () => {
    const { onSaved } = await renderForm()
    await fillIn('State', 'Texas')
    await userEvent.click(page.getByText('Does not expire'))
    await userEvent.click(save)
    await expect.element(field('License type')).toBeInvalid()
    await fillIn('License type', 'RN')
    await expect.element(field('License type')).toBeValid()
    await userEvent.click(save)
    await expect.poll(() => onSaved.mock.calls.length).toBe(1)
  })
})

describe('a field that the server rejects', () => {
  test.each([
    ['type', 'License type'],
    ['state', 'State'],
    ['number', 'Number'],
    ['title', 'Title'],
    ['issuer', 'Issued by'],
    ['renewalCycle', 'Renewed every'],
    ['tags', 'Tags'],
    ['reminderDays', 'Remind me'],
    ['notes', 'Notes'],
  ])('%s shows its error at %s, which is visible', async (path, label) => {
    const { network, onSaved } = await renderNewTexasLicense()
    network.refuse('POST', '/api/credentials', 'invalid', { errors: [{ path, message: 'Not like this' }] })
    await userEvent.click(save)
    await expect.element(field(label)).toBeVisible()
    await expect.element(field(label)).toHaveAccessibleDescription(expect.stringContaining('Not like this'))
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    expect(onSaved).not.toHaveBeenCalled()
  })

  test.each([
    ['number', 'Number'],
    ['title', 'Title'],
    ['renewalCycle', 'Renewed every'],
    ['tags', 'Tags'],
    ['reminderDays', 'Remind me'],
    ['notes', 'Notes'],
  ])('%s takes the focus', async (path, label) => {
    const { network } = await renderNewTexasLicense()
    network.refuse('POST', '/api/credentials', 'invalid', { errors: [{ path, message: 'Not like this' }] })
    await userEvent.click(save)
    await expect.element(field(label)).toHaveFocus()
  })

  test('in a custom field opens the details', async () => {
    const { network } = await renderNewTexasLicense()
    await userEvent.click(details)
    await userEvent.click(page.getByRole('button', { name: 'Add a field' }))
    await userEvent.fill(field('Name'), 'Nursys ID')
    await userEvent.fill(field('Value'), '1')
    await userEvent.click(details)
    network.refuse('POST', '/api/credentials', 'invalid', {
      errors: [{ path: 'extra.0.value', message: 'Not like this' }],
    })
    await userEvent.click(save)
    await expect.element(field('Value')).toBeVisible()
    await expect.element(field('Value')).toHaveAccessibleDescription('Not like this')
  })

  test('that the form does not have is shown next to the button', async () => {
    const { network } = await renderNewTexasLicense()
    network.refuse('POST', '/api/credentials', 'invalid', {
      errors: [{ path: 'fileIds', message: 'At most 20 files' }],
    })
    await userEvent.click(save)
    await expect.element(page.getByRole('alert')).toMatchTextContent('At most 20 files')
  })
})

describe('an edited license', () => {
  test('leaves “Remind me” blank while reminders follow the schedule, and does not send it', async () => {
    const { network } = await renderForm({ ...saved, reminderDays: 30, followsSchedule: true })
    await expect.element(field('Remind me')).toHaveValue('')
    await userEvent.fill(field('Number'), '77')
    await userEvent.click(save)
    await expect.poll(() => network.bodies('PATCH', savedPath)).toEqual([{ number: '77' }])
  })

  test('sends only what changed, to its own address', async () => {
    const { network, onSaved } = await renderForm(saved)
    await userEvent.fill(field('Number'), '77')
    await userEvent.fill(field('Notes'), '')
    await userEvent.click(save)
    await expect.poll(() => onSaved.mock.calls.length).toBe(1)
    expect(network.sent('PATCH', savedPath).map(({ body }) => body)).toEqual([{ number: '77', notes: null }])
    expect(createdBodies(network)).toEqual([])
  })

  test('shows its values, with the details open', async () => {
    await renderForm(saved)
    await expect.element(field('License type')).toHaveValue('RN')
    await expect.element(field('State')).toHaveValue('Texas')
    await expect.element(field('Number')).toHaveValue('0O1l-884213')
    await expect.element(field('Notes')).toBeVisible()
    await expect.element(field('Notes')).toHaveValue('Renew in the portal.')
    await expect.element(field('Remind me')).toHaveValue('45')
  })
})
