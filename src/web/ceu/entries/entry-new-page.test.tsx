import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ceuCycleItems } from '#shared/ceu/cycle.ts'
import { ceuEntry, ceuEntryItems } from '#shared/ceu/entry.ts'
import { file, filePage } from '#shared/files/file.ts'
import type { ProblemCode } from '#shared/http/errors.ts'
import { cyclesPath, entriesPath, similarPath, stubCeuNetwork } from '#testing/web/ceu-network.ts'
import { ethicsEntry, floridaCycle, texasCycle } from '#testing/web/ceu-samples.ts'
import { alert, button, choose, dateField, field, fillIn, toast, typeDate } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { EntryNewPage } from './entry-new-page.tsx'

const save = button('Save')
const counts = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const completedOn = dateField('Completed on')

async function renderPage(prepare: (network: ReturnType<typeof stubCeuNetwork>) => void = () => {}) {
  const network = stubCeuNetwork()
  prepare(network)
  const path = '/credentials/entries/new'
  const app = await renderInApp(<EntryNewPage />, { route: path, path: `${path}?cycleId=${texasCycle.id}` })
  return { ...app, network, created: () => network.bodies('POST', entriesPath) }
}

async function renderFilled() {
  const app = await renderPage()
  await fillIn('Title', 'Ethics at the bedside')
  await fillIn('Provider', 'Gulf Coast')
  await userEvent.click(button('5 hours'))
  return app
}

const bedsideEthics = {
  cycleId: texasCycle.id,
  title: 'Ethics at the bedside',
  provider: 'Gulf Coast',
  hours: 5,
  amount: null,
  unit: 'contact_hour',
  kind: 'course',
  completedAt: '2026-11-21',
  topicTags: [],
  topicHours: [],
  fileId: null,
  fileIds: [],
  holderName: null,
  approvedBy: null,
  providerNumber: null,
  notes: null,
  counts: [
    { cycleId: texasCycle.id, acceptedHours: null },
    { cycleId: floridaCycle.id, acceptedHours: null },
  ],
}

describe('what a new course sends', () => {
  test('with title, provider and hours: today, and every cycle that includes today', async () => {
    const { created, path } = await renderFilled()
    await userEvent.click(save)
    await expect.poll(path).toBe(`/credentials/cycles/${texasCycle.id}`)
    expect(created()).toEqual([bedsideEthics])
    await expect.element(toast).toMatchTextContent(/^LoggedTexas RN license: 12 of 20 hours\./)
  })

  test('with everything on a certificate', async () => {
    const { created } = await renderFilled()
    await typeDate('Completed on', '02142026')
    await userEvent.click(button('The certificate uses another unit'))
    await fillIn('Amount on the certificate', '0.5')
    await expect.element(page.getByText('0.5 CEUs = 5 contact hours')).toBeVisible()
    await userEvent.click(button(/^Nursing ethics/))
    await fillIn('Nursing ethics', '2')
    await fillIn('Another topic (optional)', 'night shift')
    await choose('Activity type', 'College course')
    await userEvent.click(page.getByText('More details from the certificate'))
    await userEvent.click(button("Ann O'Brien"))
    await fillIn('Provider approved by', 'ANCC')
    await fillIn('Provider number', 'P0123')
    await fillIn('Notes', 'Taken twice.')
    await userEvent.click(save)
    await expect.poll(created).toEqual([
      {
        ...bedsideEthics,
        hours: undefined,
        amount: 0.5,
        unit: 'ceu',
        kind: 'academic',
        completedAt: '2026-02-14',
        topicTags: ['Nursing ethics', 'night shift'],
        topicHours: [{ topic: 'Nursing ethics', hours: 2 }],
        holderName: "Ann O'Brien",
        approvedBy: 'ANCC',
        providerNumber: 'P0123',
        notes: 'Taken twice.',
      },
    ])
  })

  test('is sent once when the button is pressed twice, and again with the same key after a lost connection', async () => {
    const { network, created } = await renderFilled()
    const release = network.hold('POST', entriesPath)
    network.disconnect('POST', entriesPath)
    await userEvent.dblClick(save)
    await expect.element(button('Save and log another')).toBeDisabled()
    await expect.poll(() => created().length).toBe(1)
    release()
    await expect.element(alert).toMatchTextContent('Nothing was lost')
    expect(created()).toHaveLength(1)
    network.answer('POST', entriesPath, ceuEntry, ethicsEntry)
    await userEvent.click(save)
    await expect.element(toast).toMatchTextContent(/^Logged/)
    const keys = network.sent('POST', entriesPath).map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
  })

  test('once more for another course, with the provider and date, with a new key', async () => {
    const { network, created, path } = await renderFilled()
    await userEvent.click(button('Save and log another'))
    await expect.element(field('Title')).toHaveValue('')
    expect(path()).toBe('/credentials/entries/new')
    await expect.element(field('Provider')).toHaveValue(ethicsEntry.provider)
    await expect.element(completedOn).toHaveValue('2026-02-14')
    await expect.element(page.getByRole('main')).toHaveFocus()
    await fillIn('Title', 'Sepsis')
    await userEvent.click(button('1 hour'))
    await userEvent.click(save)
    await expect.poll(() => created().length).toBe(2)
    const keys = network.sent('POST', entriesPath).map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
  })
})

describe('the hours of a course', () => {
  test('in another unit are converted while typing, and kept when switching back to hours', async () => {
    await renderPage()
    await userEvent.click(button('The certificate uses another unit'))
    await expect.element(page.getByText(/Lanyard converts it to contact hours/)).toBeVisible()
    await choose('Unit', 'Minutes')
    await fillIn('Amount on the certificate', '90')
    await expect.element(page.getByText(/^90 minutes = 1\.\d+ contact hours$/)).toBeVisible()
    await userEvent.click(button('Enter contact hours instead'))
    await expect.element(field('Contact hours')).not.toHaveValue('')
  })

  test('have buttons for common numbers, which show when they are chosen', async () => {
    await renderPage()
    await userEvent.click(button('2 hours'))
    await expect.element(field('Contact hours')).toHaveValue('2')
    await expect.element(button('2 hours')).toHaveAttribute('aria-pressed', 'true')
    await fillIn('Contact hours', '2.75')
    await expect.element(button('2 hours')).toHaveAttribute('aria-pressed', 'false')
  })
})

describe('the cycles of a course', () => {
  test('show what they would count while the owner types', async () => {
    await renderFilled()
    await expect.element(counts('Texas RN license')).toBeChecked()
    await expect.element(page.getByText('Counts 5 hours.').first()).toBeVisible()
    await userEvent.click(button(/^Nursing ethics/))
    await expect.element(page.getByText('Counts 5 hours; 5 hours on Nursing ethics.')).toBeVisible()
  })

  test('follow the date until the owner chooses one', async () => {
    const { created } = await renderFilled()
    await typeDate('Completed on', '06012025')
    await userEvent.click(page.getByText('Cycles with other dates (1)'))
    await expect.element(counts('Florida RN license')).not.toBeChecked()
    await userEvent.click(page.getByText('Florida RN license'))
    await typeDate('Completed on', '05012025')
    await expect.element(counts('Florida RN license')).toBeChecked()
    await userEvent.click(save)
    await expect
      .poll(created)
      .toMatchObject([
        { cycleId: texasCycle.id, counts: [{ cycleId: texasCycle.id }, { cycleId: floridaCycle.id }] },
      ])
  })

  test('accept hours set by the owner, and none once that is switched off', async () => {
    const { created } = await renderFilled()
    await userEvent.click(page.getByText('Set the accepted hours for each cycle'))
    await fillIn('Accepted hours for Texas RN license', '3')
    await expect.element(page.getByText('Counts 3 hours.')).toBeVisible()
    await userEvent.click(save)
    await expect.poll(created).toMatchObject([{ counts: [{ acceptedHours: 3 }, { acceptedHours: null }] }])
  })

  test('must be at least one', async () => {
    const { created } = await renderFilled()
    await userEvent.click(page.getByText('Texas RN license', { exact: true }))
    await userEvent.click(page.getByText('Florida RN license', { exact: true }))
    await userEvent.click(save)
    await expect
      .element(page.getByRole('group', { name: 'Counts in' }))
      .toHaveAccessibleDescription('Choose at least one cycle')
    expect(created()).toEqual([])
  })
})

describe('the topics of a course', () => {
  const topics = page.getByRole('group', { name: 'Topics', exact: true })

  test('are offered with what is missing, missing ones first', async () => {
    await renderFilled()
    await expect.element(button('Nursing ethics 1.5 hours left')).toBeVisible()
    await expect.element(button('Pain management')).toBeVisible()
  })

  test('may not have more hours than the course', async () => {
    const { created } = await renderFilled()
    await userEvent.click(button(/^Nursing ethics/))
    await fillIn('Nursing ethics', '6')
    await expect
      .element(topics)
      .toHaveAccessibleDescription('The topics have 1 hour more than the 5 hours of this course.')
    await userEvent.click(save)
    expect(created()).toEqual([])
  })

  test('are added and removed on the keyboard alone', async () => {
    await renderFilled()
    field('Another topic (optional)').element().focus()
    await userEvent.keyboard('Wound care{Enter}')
    await expect.element(field('Wound care')).toBeVisible()
    await expect.element(field('Another topic (optional)')).toHaveValue('')
    button('Remove Wound care').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Wound care')).not.toBeInTheDocument()
    await expect.element(topics).toHaveFocus()
  })

  test('are at most ten', async () => {
    await renderFilled()
    await userEvent.click(field('Another topic (optional)'))
    for (let topic = 1; topic <= 10; topic += 1) await userEvent.keyboard(`Topic ${topic}{Enter}`)
    await expect.element(page.getByText('You can add at most 10 topics.')).toBeVisible()
    await expect.element(field('Another topic (optional)')).not.toBeInTheDocument()
  })
})

describe('a provider that was entered before', () => {
  test('fills in who approved it and its number; another provider clears them', async () => {
    await renderPage()
    await fillIn('Provider', 'Mayo Clinic')
    await expect.element(field('Provider number')).toHaveValue('P-77')
    await fillIn('Provider', 'Somebody else')
    await expect.element(field('Provider number')).toHaveValue('')
  })

  test('does not change what was typed', async () => {
    await renderPage()
    await userEvent.click(page.getByText('More details from the certificate'))
    await fillIn('Provider number', 'MINE')
    await fillIn('Provider', 'Mayo Clinic')
    await expect.element(field('Provider number')).toHaveValue('MINE')
    await expect.element(field('Provider approved by')).toHaveValue('ANCC')
  })
})

describe('a course that may already exist', () => {
  test('is shown as a hint with a link, and saved only if the owner logs it anyway', async () => {
    const { network, created } = await renderFilled()
    network.answer('GET', similarPath, ceuEntryItems, { items: [ethicsEntry] })
    await typeDate('Completed on', '02142026')
    await expect.element(page.getByText(/You may have logged this already on Feb 14, 2026/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Open' }))
      .toHaveAttribute('href', `/credentials/entries/${ethicsEntry.id}?cycleId=${texasCycle.id}`)
    expect(network.sent('GET', similarPath).at(-1)?.query).toEqual({
      title: 'Ethics at the bedside',
      completedAt: '2026-02-14',
      hours: '5',
    })
    await userEvent.click(save)
    const anyway = button('Log it anyway')
    await expect.element(anyway).toBeVisible()
    expect(created()).toEqual([])
    await userEvent.click(anyway)
    await expect.poll(() => created().length).toBe(1)
  })

  test('is found even when the save comes before the hint', async () => {
    const { network, created } = await renderFilled()
    network.answer('GET', similarPath, ceuEntryItems, { items: [ethicsEntry] })
    await userEvent.fill(field('Title'), 'Ethics at the bed')
    await userEvent.click(save)
    await expect.element(button('Log it anyway')).toBeVisible()
    expect(created()).toEqual([])
  })

  test('does not disturb the form when the search for it fails', async () => {
    const { network } = await renderPage((stub) => stub.refuse('GET', similarPath, 'not_authenticated'))
    await fillIn('Title', 'Ethics')
    await userEvent.click(button('1 hour'))
    await expect.poll(() => network.sent('GET', similarPath).length).toBe(1)
    await expect.element(alert).not.toBeInTheDocument()
    await expect.element(field('Title')).toHaveValue('Ethics')
  })
})

describe('a field that cannot be sent', () => {
  test('shows an error, the first takes the focus, and nothing is sent', async () => {
    const { created } = await renderPage()
    await userEvent.click(save)
    await expect.element(field('Title')).toHaveFocus()
    for (const [label, message] of [
      ['Title', 'Enter the title'],
      ['Provider', 'Enter the provider'],
      ['Contact hours', 'Enter the hours'],
    ] as const)
      await expect.element(field(label)).toHaveAccessibleDescription(message)
    expect(created()).toEqual([])
  })

  test('shows an error for a date in the future', async () => {
    const { created } = await renderFilled()
    await typeDate('Completed on', '11222026')
    await userEvent.click(save)
    await expect.element(completedOn).toHaveAccessibleDescription(/This date is in the future$/)
    expect(created()).toEqual([])
  })
})

describe('a field that the server rejects', () => {
  test.each([
    ['title', 'Title'],
    ['provider', 'Provider'],
    ['hours', 'Contact hours'],
    ['holderName', 'Name on the certificate'],
    ['approvedBy', 'Provider approved by'],
    ['providerNumber', 'Provider number'],
    ['notes', 'Notes'],
  ])('%s is named at %s, which is shown and takes the focus', async (path, label) => {
    const { network } = await renderFilled()
    network.refuse('POST', entriesPath, 'invalid', { errors: [{ path, message: 'Not like this' }] })
    await userEvent.click(save)
    await expect.element(field(label)).toBeVisible()
    await expect.element(field(label)).toHaveAccessibleDescription(/Not like this/)
    await expect.element(field(label)).toHaveFocus()
  })

  test.each([
    ['topicHours.0.hours', 'Topics'],
    ['counts.0.cycleId', 'Counts in'],
  ])('%s is said in the group %s', async (path, name) => {
    const { network } = await renderFilled()
    network.refuse('POST', entriesPath, 'invalid', { errors: [{ path, message: 'Not like this' }] })
    await userEvent.click(save)
    await expect.element(page.getByText('Not like this')).toBeVisible()
    await expect
      .element(page.getByRole('group', { name, exact: true }))
      .toHaveAccessibleDescription(/Not like this/)
  })
})

describe('a refusal', () => {
  test.each<[ProblemCode, RegExp]>([
    ['not_authenticated', /Your session ended. Your changes are still here/],
    ['idempotency_mismatch', /Your first version was already saved/],
    ['ceu_cycle_not_found', /check where it counts, then save again/],
    ['too_many_entries', /at most 5,000 CE entries/],
    ['unavailable', /cannot reach its database/],
  ])('%s says what to do, and loses nothing', async (code, sentence) => {
    const { network } = await renderFilled()
    network.refuse('POST', entriesPath, code)
    await userEvent.click(save)
    await expect.element(alert).toMatchTextContent(sentence)
    await expect.element(field('Title')).toHaveValue('Ethics at the bedside')
    await expect.element(save).toBeEnabled()
  })
})

describe('the page of a new course', () => {
  test('without a cycle asks for one first', async () => {
    const { path } = await renderPage((network) =>
      network.answer('GET', cyclesPath, ceuCycleItems, { items: [] }),
    )
    await userEvent.click(page.getByRole('link', { name: 'Add a cycle' }))
    await expect.poll(path).toBe('/credentials/cycles/new')
  })

  test('offers to try again when the cycles fail to load', async () => {
    const { network } = await renderPage((stub) => stub.disconnect('GET', cyclesPath))
    await expect.element(alert).toMatchTextContent('Check your connection')
    network.answer('GET', cyclesPath, ceuCycleItems, { items: [texasCycle] })
    await userEvent.click(button('Try again'))
    await expect.element(field('Title')).toBeVisible()
  })

  test('asks for confirmation before leaving an unsaved course', async () => {
    const { path } = await renderFilled()
    await userEvent.click(page.getByRole('link', { name: 'Back to Texas RN license' }))
    const ask = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await userEvent.click(ask.getByRole('button', { name: 'Stay' }))
    await expect.element(field('Title')).toHaveValue('Ethics at the bedside')
    expect(path()).toBe('/credentials/entries/new')
  })
})

describe('certificates that were uploaded before', () => {
  const certificate = (at: number, name: string) =>
    file.parse({
      id: `7c9e6679-7425-4000-8000-00000000020${at}`,
      name,
      size: 100,
      mimeType: 'image/png',
      sha256: 'a'.repeat(64),
      resourceType: null,
      resourceId: null,
      createdAt: '2026-11-20T15:00:00.000Z',
    })
  const woundCare = certificate(1, '2026-02-14_Wound-care.png')
  const sepsis = certificate(2, 'sepsis.png')
  const drafts = page.getByRole('list', { name: 'Drafts' })

  async function renderWithFiles() {
    const app = await renderPage((network) => {
      network.answer('GET', '/api/upload', filePage, { items: [woundCare, sepsis], nextCursor: null })
      for (const one of [woundCare, sepsis]) {
        network.answer('GET', `/api/upload/${one.id}`, file, one)
        for (const part of ['content', 'preview'])
          network.reply('GET', `/api/upload/${one.id}/${part}`, () => new Response(null, { status: 404 }))
      }
    })
    await userEvent.click(page.getByText('Uploaded, not attached yet: 2'))
    return app
  }

  async function renderDrafts() {
    const app = await renderWithFiles()
    await userEvent.click(button('Use all 2, one course each'))
    await expect.element(drafts).toBeVisible()
    return app
  }

  test('one is attached to the course, and its name fills in the title and the date', async () => {
    const { created } = await renderWithFiles()
    await userEvent.click(button('Use 2026-02-14_Wound-care.png'))
    await expect.element(field('Title')).toHaveValue('Wound care')
    await expect.element(completedOn).toHaveValue('2026-02-14')
    expect(page.getByText('From the file’s name – check it').elements()).toHaveLength(2)
    await fillIn('Provider', 'ANA')
    await userEvent.click(button('1 hour'))
    await userEvent.click(save)
    await expect.poll(created).toMatchObject([{ fileId: woundCare.id, fileIds: [woundCare.id] }])
  })

  test('several become one draft each; saving one opens the next, with the shared values', async () => {
    const { created, path } = await renderDrafts()
    await expect.element(page.getByText(/0 of 2 logged/)).toBeVisible()
    await fillIn('Provider of all courses (optional)', 'ANA')
    await userEvent.click(button('1 hour'))
    await userEvent.click(save)
    await expect.element(page.getByText(/1 of 2 logged/)).toBeVisible()
    await expect.element(page.getByText('1 of 2 · logged, 5 hours')).toBeVisible()
    await expect.element(button(/^Sepsis/)).toHaveFocus()
    await expect.element(field('Title')).toHaveValue('Sepsis')
    await expect.element(field('Provider').last()).toHaveValue('ANA')
    await typeDate('Completed on', '02152026')
    await userEvent.click(button('2 hours'))
    await userEvent.click(save)
    await expect.poll(path).toBe(`/credentials/cycles/${texasCycle.id}`)
    await expect.element(toast).toMatchTextContent('2 courses logged')
    expect(created()).toMatchObject([
      { title: 'Wound care', completedAt: '2026-02-14', provider: 'ANA', fileIds: [woundCare.id] },
      { title: 'Sepsis', completedAt: '2026-02-15', provider: 'ANA', fileIds: [sepsis.id] },
    ])
  })

  test('several that are pages of one document become one course', async () => {
    const { created } = await renderDrafts()
    await userEvent.click(button('Attach all to one course'))
    await expect.element(drafts).not.toBeInTheDocument()
    await fillIn('Provider', 'ANA')
    await userEvent.click(button('1 hour'))
    await userEvent.click(save)
    await expect.poll(created).toMatchObject([{ fileIds: [woundCare.id, sepsis.id] }])
  })

  test('a draft can be left for later, and the others finished without it', async () => {
    const { path } = await renderDrafts()
    await fillIn('Provider of all courses (optional)', 'ANA')
    await userEvent.click(button('1 hour'))
    await userEvent.click(save)
    await userEvent.click(button('Finish the others later'))
    await expect.poll(path).toBe(`/credentials/cycles/${texasCycle.id}`)
    await expect.element(toast).toMatchTextContent(/^Logged/)
  })
})
