import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { signInMethods } from '#shared/auth/sign-in-methods.ts'
import { credential } from '#shared/credentials/credential.ts'
import { filePage } from '#shared/files/file.ts'
import { createdShare, MAX_RESOURCES } from '#shared/shares/share.ts'
import { sharePreview } from '#shared/shares/view.ts'
import { typeDate } from '#testing/web/fields.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import {
  daysFromNow,
  sampleCreatedShare,
  sampleId,
  sampleNow,
  sampleView,
  stopClock,
} from '#testing/web/share-samples.ts'
import { ReauthenticationView } from '#web/auth/reauthentication/reauthentication-view.tsx'
import type { ResourceOption } from './resource-options.ts'
import { ShareForm } from './share-form.tsx'

stopClock()

const option = (nth: number, title: string): ResourceOption => ({
  resourceType: 'license',
  resourceId: sampleId(nth),
  title,
  detail: `RN · Expires in ${nth} days`,
  status: 'active',
})
const texas = option(11, 'Texas RN license')
const ohio = option(12, 'Ohio RN license')
const cycle: ResourceOption = { ...option(13, 'CE for Texas'), resourceType: 'ceuCycle', status: null }

const button = (name: string) => page.getByRole('button', { name, exact: true })
const create = page.getByRole('main').getByRole('button', { name: 'Create link' })
const items = page.getByRole('group', { name: 'What to share' })
/** The whole line is the label; the checkbox itself is hidden under it. */
const choose = (title: string) => userEvent.click(items.getByText(title, { exact: true }))
const checkbox = (name: string | RegExp) => page.getByRole('checkbox', { name })
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const more = page.getByText('More options')
const howLong = page.getByText('How long', { exact: true })
const note = page.getByText('Note to the recipient', { exact: true }).first()
const alert = page.getByRole('alert')
const dialog = page.getByRole('dialog')

type FormOptions = {
  credentials?: ResourceOption[]
  cycles?: ResourceOption[]
  first?: ResourceOption[]
  undrawn?: string[]
}
const preview = { view: sampleView, withheld: [], undrawn: [] }

async function renderForm({
  credentials = [texas, ohio],
  cycles = [cycle],
  first = [],
  undrawn = [],
}: FormOptions = {}) {
  const network = stubNetwork()
  network.answer('POST', '/api/share/preview', sharePreview, { ...preview, undrawn })
  network.answer('POST', '/api/share', createdShare, sampleCreatedShare)
  const onCreated = vi.fn()
  const rendered = await renderInApp(
    <>
      <ShareForm options={{ credentials, cycles }} first={first} onCreated={onCreated} />
      <ReauthenticationView />
    </>,
  )
  await expect.element(create).toBeVisible()
  return { network, onCreated, ...rendered }
}

const bodies = (network: NetworkStub) => network.sent('POST', '/api/share').map(({ body }) => body)
const waitingFor = (onCreated: ReturnType<typeof vi.fn>) =>
  expect.poll(() => onCreated.mock.calls.length).toBe(1)

describe('the request for a new link', () => {
  test('contains a single license for a week, with its defaults', async () => {
    const { network, onCreated } = await renderForm({ first: [texas] })
    await expect.element(page.getByText('1 item selected.')).toBeVisible()
    await userEvent.click(create)
    await waitingFor(onCreated)
    expect(onCreated).toHaveBeenCalledWith({ share: sampleCreatedShare, passcode: null })
    expect(bodies(network)).toEqual([
      {
        resourceType: 'license',
        resourceId: texas.resourceId,
        resources: [],
        masks: { hideNumber: false },
        includeFiles: true,
        allowDownloads: true,
        mode: 'live',
        recipient: null,
        note: null,
        expiresAt: daysFromNow(7),
        passcode: null,
        viewLimit: null,
        language: null,
        redactions: [],
      },
    ])
  })

  test('contains several items in the order of selection, and every chosen option', async () => {
    const { network, onCreated } = await renderForm()
    await choose('CE for Texas')
    await choose('Texas RN license')
    await userEvent.fill(field(/^Recipient/), 'Dana Cole')
    await userEvent.click(note)
    await userEvent.fill(field(/^Note to the recipient/), 'Call me.')
    await userEvent.click(page.getByText('Include files'))
    await userEvent.click(page.getByText('Hide my numbers'))
    await userEvent.click(howLong)
    await userEvent.click(page.getByText('1 day', { exact: true }))
    await userEvent.click(more)
    await userEvent.fill(field(/^Passcode/), 'blue heron 7')
    await userEvent.fill(page.getByLabelText(/^Number of views/), '5')
    await userEvent.click(page.getByText('Allow downloads'))
    await userEvent.click(page.getByText('Freeze as of today'))
    await userEvent.click(create)
    await waitingFor(onCreated)
    expect(onCreated.mock.calls[0]?.[0].passcode).toBe('blue heron 7')
    expect(bodies(network)).toEqual([
      {
        resourceType: 'packet',
        resourceId: null,
        resources: [
          { resourceType: 'ceuCycle', resourceId: cycle.resourceId },
          { resourceType: 'license', resourceId: texas.resourceId },
        ],
        masks: { hideNumber: true },
        includeFiles: false,
        allowDownloads: false,
        mode: 'frozen',
        recipient: 'Dana Cole',
        note: 'Call me.',
        language: null,
        expiresAt: daysFromNow(1),
        passcode: 'blue heron 7',
        viewLimit: 5,
        redactions: [],
      },
    ])
  })

  test('is sent once, regardless of how often the button is pressed', async () => {
    const { network, onCreated } = await renderForm({ first: [texas] })
    const release = network.hold('POST', '/api/share')
    await userEvent.dblClick(create)
    await userEvent.click(button('Working'), { force: true })
    release()
    await waitingFor(onCreated)
    expect(bodies(network)).toHaveLength(1)
  })

  test('keeps its key after a lost response, and gets a new one after a change', async () => {
    const { network, onCreated } = await renderForm({ first: [texas] })
    network.disconnect('POST', '/api/share')
    await userEvent.click(create)
    await expect.element(alert).toMatchTextContent('Lanyard cannot be reached.')
    await userEvent.click(create)
    await expect.poll(() => bodies(network).length).toBe(2)
    await userEvent.fill(field(/^Recipient/), 'Dana Cole')
    network.answer('POST', '/api/share', createdShare, sampleCreatedShare)
    await userEvent.click(create)
    await waitingFor(onCreated)
    const keys = network.sent('POST', '/api/share').map(({ headers }) => headers['idempotency-key'])
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })
})

describe('an incomplete form', () => {
  test('requires at least one item, and takes the focus there', async () => {
    const { network } = await renderForm()
    await userEvent.click(create)
    await expect.element(alert).toHaveTextContent('Choose at least one item to share')
    await expect.element(page.getByRole('group', { name: 'What to share' })).toHaveFocus()
    await choose('Texas RN license')
    await expect.element(alert).not.toBeInTheDocument()
    expect(bodies(network)).toEqual([])
  })

  test('opens the options for a passcode that is too short, and focuses it', async () => {
    const { network } = await renderForm({ first: [texas] })
    await userEvent.click(more)
    await userEvent.fill(field(/^Passcode/), 'short')
    await userEvent.click(more)
    await expect.element(field(/^Passcode/)).not.toBeInTheDocument()
    await userEvent.click(create)
    await expect.element(field(/^Passcode/)).toHaveFocus()
    await expect
      .element(field(/^Passcode/))
      .toHaveAccessibleDescription(expect.stringContaining('At least 6 characters'))
    expect(bodies(network)).toEqual([])
  })

  test('does not replace an unfinished date with a week', async () => {
    const { network } = await renderForm({ first: [texas] })
    await userEvent.click(howLong)
    await userEvent.click(page.getByText('Until a date'))
    await expect.element(page.getByText('Choose the last day and time.')).toBeVisible()
    await userEvent.click(create)
    await expect.element(page.getByText('Choose a day and a time')).toBeVisible()
    expect(bodies(network)).toEqual([])
  })
})

describe('how long a link is open', () => {
  const typeDay = (digits: string) => typeDate('Last day', digits)
  /** Below the choices, and beside the form. */
  const isOpenUntil = async (when: string) => {
    const sentence = `Open until ${when}.`
    await expect.element(page.getByText(`${sentence} You can end it sooner at any time.`)).toBeVisible()
    const link = page.getByRole('complementary', { name: 'Your link' })
    await expect.element(link.getByText(sentence, { exact: true })).toBeVisible()
  }

  test('is shown in the owner’s time zone with every choice', async () => {
    await renderForm({ first: [texas] })
    await userEvent.click(howLong)
    await isOpenUntil('Nov 28, 2026, 3:05 PM CST, in 7 days')
    await userEvent.click(page.getByText('1 hour', { exact: true }))
    await isOpenUntil('Nov 21, 2026, 4:05 PM CST, in 1 hour')
  })

  test('can be until a day and a time, sent as an instant', async () => {
    const { network, onCreated } = await renderForm({ first: [texas] })
    await userEvent.click(howLong)
    await userEvent.click(page.getByText('Until a date'))
    await typeDay('12012026')
    await userEvent.fill(page.getByLabelText('Time'), '18:30')
    await isOpenUntil('Dec 1, 2026, 6:30 PM CST, in 10 days')
    await userEvent.click(create)
    await waitingFor(onCreated)
    expect(bodies(network)).toMatchObject([{ expiresAt: '2026-12-02T00:30:00.000Z' }])
  })

  test('is at most 30 days', async () => {
    const { network } = await renderForm({ first: [texas] })
    await userEvent.click(howLong)
    await userEvent.click(page.getByText('Until a date'))
    await typeDay('12312026')
    await userEvent.click(create)
    await expect.element(page.getByText('A link can stay open for at most 30 days')).toBeVisible()
    expect(bodies(network)).toEqual([])
  })
})

describe('the items to select from', () => {
  const many = Array.from({ length: 60 }, (_, nth) => option(100 + nth, `License number ${nth + 1}`))
  const group = page.getByRole('region', { name: 'Licenses and certifications' })

  test('are six of each kind at first, and all on request', async () => {
    await renderForm({ credentials: many })
    await expect.element(group).toBeVisible()
    expect(group.getByRole('checkbox').elements()).toHaveLength(6)
    await userEvent.click(button('Show all 60'))
    expect(group.getByRole('checkbox').elements()).toHaveLength(60)
  })

  test('are found by the words of their titles and details', async () => {
    await renderForm({ credentials: [...many, texas] })
    const search = page.getByRole('searchbox', { name: 'Search your vault' })
    await userEvent.fill(search, 'texas rn')
    await expect.element(checkbox(/^Texas RN license/)).toBeVisible()
    expect(group.getByRole('checkbox').elements()).toHaveLength(1)
    await userEvent.fill(search, 'nothing like it')
    await expect.element(page.getByText('No license, certification or cycle matches.')).toBeVisible()
  })

  test('stay selected when a search hides them', async () => {
    const { network, onCreated } = await renderForm({ credentials: [...many, texas] })
    await choose('License number 1')
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search your vault' }), 'texas')
    await choose('Texas RN license')
    await expect.element(page.getByText('2 items selected.')).toBeVisible()
    await userEvent.click(create)
    await waitingFor(onCreated)
    expect(bodies(network)).toMatchObject([
      { resources: [{ resourceId: sampleId(100) }, { resourceId: texas.resourceId }] },
    ])
  })

  test('are limited in number, and the form shows the limit', async () => {
    const first = many.slice(0, MAX_RESOURCES)
    await renderForm({ credentials: many, first })
    await expect.element(page.getByText('50 items selected. That is the maximum for one link.')).toBeVisible()
    await userEvent.click(button('Add more items'))
    await expect.element(checkbox(/^License number 51/)).toBeDisabled()
    await choose('License number 2')
    await expect.element(checkbox(/^License number 51/)).toBeEnabled()
  })

  test('include single files, loaded only on request, page by page', async () => {
    const { network, onCreated } = await renderForm({ first: [texas] })
    const stored = (nth: number, name: string, resourceType: 'share' | null = null) => ({
      id: sampleId(nth),
      name,
      size: 2048,
      mimeType: 'application/pdf' as const,
      sha256: 'a',
      resourceType,
      resourceId: null,
      createdAt: sampleNow,
    })
    network.answerEach('GET', '/api/upload', filePage, ({ query }) =>
      query.cursor
        ? { items: [stored(33, 'older.pdf')], nextCursor: null }
        : { items: [stored(31, 'letter.pdf'), stored(32, 'page-1.jpg', 'share')], nextCursor: 'older' },
    )
    await userEvent.click(button('Add more items'))
    expect(network.sent('GET', '/api/upload')).toEqual([])
    await userEvent.click(button('Select individual files'))
    await choose('letter.pdf')
    await expect.element(checkbox(/^page-1/)).not.toBeInTheDocument()
    await userEvent.click(button('Show older files'))
    await expect.element(checkbox(/^older\.pdf/)).toBeVisible()
    await userEvent.click(create)
    await waitingFor(onCreated)
    expect(bodies(network)).toMatchObject([
      { resourceType: 'packet', resources: [{ resourceId: texas.resourceId }, { resourceType: 'file' }] },
    ])
  })

  test('include no files if their list failed to load, until it is loaded again', async () => {
    const { network } = await renderForm()
    network.refuse('GET', '/api/upload', 'user_mismatch')
    await userEvent.click(button('Select individual files'))
    await expect.element(alert).toMatchTextContent('Different account')
    network.answer('GET', '/api/upload', filePage, { items: [], nextCursor: null })
    await userEvent.click(button('Try again'))
    await expect.element(page.getByText('You have no files yet.')).toBeVisible()
  })
})

describe('a refused link', () => {
  test.each([
    ['recipient', /^Recipient/],
    ['note', /^Note to the recipient/],
  ])('names %s at its field', async (path, label) => {
    const { network, onCreated } = await renderForm({ first: [texas] })
    network.refuse('POST', '/api/share', 'invalid', { errors: [{ path, message: 'Not like this' }] })
    await userEvent.click(create)
    await expect.element(field(label)).toHaveAccessibleDescription(expect.stringContaining('Not like this'))
    await expect.element(field(label)).toHaveFocus()
    expect(onCreated).not.toHaveBeenCalled()
  })

  test.each([
    ['too_many_shares', {}, 'You have 500 active links, the maximum.'],
    ['not_authenticated', {}, 'sign in again in another window, then create the link in this one'],
    ['too_large', {}, 'This is larger than Lanyard accepts.'],
    ['too_many_requests', { retryAfter: 90 }, 'Try again in 2 minutes.'],
    ['unavailable', {}, 'Lanyard cannot reach its database or files right now.'],
  ] as const)('with %s says why, and keeps what was entered', async (code, details, words) => {
    const { network } = await renderForm({ first: [texas] })
    await userEvent.fill(field(/^Recipient/), 'Dana Cole')
    network.refuse('POST', '/api/share', code, details)
    await userEvent.click(create)
    await expect.element(alert).toMatchTextContent(words)
    await expect.element(field(/^Recipient/)).toHaveValue('Dana Cole')
    await expect.element(page.getByText('1 item selected.')).toBeVisible()
  })

  test('because an item was deleted meanwhile removes only that item', async () => {
    const { network, queryClient } = await renderForm({ first: [texas, ohio] })
    network.refuse('POST', '/api/share', 'license_not_found')
    network.refuse('GET', `/api/credentials/${texas.resourceId}`, 'license_not_found')
    network.answer('GET', `/api/credentials/${ohio.resourceId}`, credential, {
      kind: 'license',
      id: ohio.resourceId,
      title: 'Ohio RN license',
      type: 'RN',
      state: 'OH',
      issuer: 'Ohio Board of Nursing',
      number: null,
      issuedAt: null,
      expiresAt: null,
      neverExpires: false,
      dateMissing: true,
      archivedAt: null,
      renewalCycle: null,
      reminderDays: 30,
      followsSchedule: true,
      multistate: false,
      tags: [],
      fileId: null,
      fileIds: [],
      notes: null,
      extra: [],
      status: 'active',
      daysLeft: null,
      createdAt: sampleNow,
      updatedAt: sampleNow,
    })
    await userEvent.click(create)
    await expect.element(alert).toMatchTextContent('An item you selected was deleted meanwhile')
    await expect.element(page.getByText('1 item selected.')).toBeVisible()
    await expect.element(checkbox(/^Ohio RN license/)).toBeChecked()
    // What the PDF of the remaining item leaves out is asked again.
    await expect.poll(() => queryClient.isFetching()).toBe(0)
  })

  test('waits until the owner has confirmed who they are, and otherwise creates nothing', async () => {
    const { network, onCreated } = await renderForm({ first: [texas] })
    network.refuse('POST', '/api/share', 'reauthentication_needed')
    network.answer('GET', '/api/users/me/sign-in-methods', signInMethods, {
      hasPassword: true,
      secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
      passkeys: [],
      linkedAccounts: [],
    })
    await userEvent.click(create)
    await expect.element(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(alert).toMatchTextContent('No link was created. Your selections are still here.')
    expect(onCreated).not.toHaveBeenCalled()
  })
})

describe('the preview', () => {
  test('shows what visitors will see, and creates the link from there', async () => {
    const { network, onCreated } = await renderForm({ first: [texas] })
    await userEvent.click(button('Preview'))
    await expect.element(dialog.getByText('Basic Life Support has expired.')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: /Download all/ })).not.toBeInTheDocument()
    expect(network.sent('POST', '/api/share')).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Create link' }))
    await waitingFor(onCreated)
    expect(network.sent('POST', '/api/share')).toHaveLength(1)
  })

  test('returns to the form without losing anything', async () => {
    await renderForm({ first: [texas] })
    await userEvent.fill(field(/^Recipient/), 'Dana Cole')
    await userEvent.click(button('Preview'))
    await userEvent.click(dialog.getByRole('button', { name: 'Back to the form' }))
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(field(/^Recipient/)).toHaveValue('Dana Cole')
    await expect.element(button('Preview')).toHaveFocus()
  })

  test('of an incomplete form does not open', async () => {
    const { network } = await renderForm()
    await userEvent.click(button('Preview'))
    await expect.element(alert).toHaveTextContent('Choose at least one item to share')
    expect(network.sent('POST', '/api/share/preview')).toEqual([])
  })

  test('that failed to load can be loaded again, and creates nothing until then', async () => {
    const { network } = await renderForm({ first: [texas] })
    network.refuse('POST', '/api/share/preview', 'license_not_owned')
    await userEvent.click(button('Preview'))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Unauthorized access to license')
    await expect.element(dialog.getByRole('button', { name: 'Create link' })).toBeDisabled()
    network.answer('POST', '/api/share/preview', sharePreview, preview)
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await expect.element(dialog.getByText('Basic Life Support has expired.')).toBeVisible()
  })
})

test('the form says before a link is made what its PDF will leave out', async () => {
  const { network } = await renderForm({ undrawn: ['🎉', '𠮷'] })
  await userEvent.click(note)
  await userEvent.fill(field(/^Note to the recipient/), 'Ann 🎉')
  expect(network.sent('POST', '/api/share/preview')).toEqual([])
  await choose('Texas RN license')
  await expect.element(page.getByText(/The PDF will leave out 🎉 𠮷, because/)).toBeVisible()
  expect(network.bodies('POST', '/api/share/preview')).toEqual([expect.objectContaining({ note: '🎉' })])
})

test('a suggested passcode is four words, and is shown', async () => {
  await renderForm({ first: [texas] })
  await userEvent.click(more)
  await userEvent.click(button('Suggest one'))
  const passcode = field(/^Passcode/).element() as HTMLInputElement
  expect(passcode.value).toMatch(/^[a-z]+(-[a-z]+){3}$/)
  const first = passcode.value
  await userEvent.click(button('Suggest one'))
  await expect.poll(() => passcode.value).not.toBe(first)
})
