import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ceuCycle, ceuCycleItems } from '#shared/ceu/cycle.ts'
import {
  type CeuEntry,
  ceuEntryPage,
  declinedTopicItems,
  entryImported,
  entryImportRemoved,
} from '#shared/ceu/entry.ts'
import { cyclesPath, declinedPath, entriesPath, stubCeuNetwork } from '#testing/web/ceu-network.ts'
import { ethicsEntry, floridaCycle, texasCycle } from '#testing/web/ceu-samples.ts'
import { alert, button, choose, field, toast } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { EntryImportPage } from './entry-import-page.tsx'

const importPath = '/api/ceu-entries/import'
const importId = '7c9e6679-7425-4000-8000-000000000061'
const preview = page.getByRole('region', { name: 'Preview' })
const rows = preview.getByRole('listitem')
const sheet = 'Course,Sponsor,Contact hours,Date\nWound care,ANA,"1,5",02/20/2026\nSepsis,ANA,2,2026-02-21\n'

async function renderPage(existing: CeuEntry[] = []) {
  const network = stubCeuNetwork()
  network.answer('GET', entriesPath, ceuEntryPage, { items: existing, nextCursor: null })
  network.answer('POST', importPath, entryImported, { importId, count: 2, skipped: [] })
  network.answer('DELETE', `${importPath}/${importId}`, entryImportRemoved, { deleted: 2 })
  const path = '/credentials/entries/import'
  const app = await renderInApp(<EntryImportPage />, {
    route: path,
    path: `${path}?cycleId=${texasCycle.id}`,
  })
  return { ...app, network, imported: () => network.bodies('POST', importPath) }
}

async function paste(text: string) {
  await userEvent.click(page.getByText('Paste rows instead'))
  await userEvent.fill(field('Rows'), text)
  await userEvent.click(button('Use these rows'))
}

async function renderRows(text = sheet, existing: CeuEntry[] = []) {
  const app = await renderPage(existing)
  await paste(text)
  await expect.element(preview).toBeVisible()
  return app
}

/** Chooses a file through the button, like a person. */
async function chooseFile(...parts: BlobPart[]) {
  await expect.element(button('Choose a file')).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input')
  await userEvent.upload(input, new File(parts, 'ce.csv', { type: 'text/csv' }))
}

describe('amounts without a unit', () => {
  const bare =
    'Course,Sponsor,How long,Date\nWound care,ANA,90,02/20/2026\nSepsis,ANA,45 min,02/21/2026\nPain,ANA,60,02/22/2026\n'
  const question = page.getByRole('radiogroup', { name: 'Does “90” mean hours or minutes?' })

  test('are asked about once, and the answer is used for all of them', async () => {
    const { imported } = await renderRows(bare)
    await expect
      .element(question)
      .toHaveAccessibleDescription(
        '2 rows have such an amount without a unit. Your answer is used for all of them.',
      )
    await expect.element(rows.nth(0)).toMatchTextContent('Hours: “90”: hours or minutes?')
    await userEvent.click(question.getByText('Minutes: 90 is 1.5 hours'))
    await userEvent.click(button('Import 3 entries'))
    await expect
      .poll(() => imported().map((body) => (body as { entries: object[] }).entries))
      .toMatchObject([
        [
          { title: 'Wound care', amount: 90, unit: 'minute' },
          { title: 'Sepsis', amount: 45, unit: 'minute' },
          { title: 'Pain', amount: 60, unit: 'minute' },
        ],
      ])
  })

  test('may be corrected one by one instead', async () => {
    await renderRows('Course,Sponsor,Hours,Date\nWound care,ANA,90,02/20/2026\nSepsis,ANA,2,02/21/2026\n')
    await expect.element(question).toBeVisible()
    await userEvent.click(button('Edit row 2'))
    await choose('Unit', 'minutes')
    await userEvent.click(button('Use these values'))
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(rows.nth(0)).toMatchTextContent('90 minutes (1.5 hours)')
  })
})

describe('a topic of the sheet that resembles a required one', () => {
  const topicSheet = 'Course,Sponsor,Contact hours,Date,Topics\nBedside,ANA,2,02/20/2026,Ethics for nurses\n'
  const question = page.getByText('Count “Ethics for nurses” as Nursing ethics?')
  const cyclePath = `${cyclesPath}/${texasCycle.id}`

  test('counts only once the owner confirms it, and then under its own name', async () => {
    const { network } = await renderRows(topicSheet)
    const named = {
      ...texasCycle,
      topics: [
        { topic: 'Nursing ethics', hours: 2, tags: ['Nursing ethics', 'Ethics', 'Ethics for nurses'] },
      ],
    }
    await expect.element(question).toBeVisible()
    expect(network.sent('PATCH', cyclePath)).toHaveLength(0)
    network.answer('PATCH', cyclePath, ceuCycle, named)
    network.answer('GET', cyclesPath, ceuCycleItems, { items: [named, floridaCycle] })
    await userEvent.click(button('Yes, count “Ethics for nurses” as Nursing ethics'))
    await expect.element(question).not.toBeInTheDocument()
    expect(network.bodies('PATCH', cyclePath)).toMatchObject([{ topics: named.topics }])
    await expect.element(toast).toMatchTextContent('“Ethics for nurses” counts as Nursing ethics')
  })

  test('is not asked about again after a no', async () => {
    const { network } = await renderRows(topicSheet)
    network.answerEmpty('POST', declinedPath)
    const declined = { label: 'ethics for nurses', topic: 'Nursing ethics' }
    await expect.element(question).toBeVisible()
    network.answer('GET', declinedPath, declinedTopicItems, { items: [declined] })
    await userEvent.click(button('No, “Ethics for nurses” is something else'))
    await expect.element(question).not.toBeInTheDocument()
    expect(network.bodies('POST', declinedPath)).toEqual([{ ...declined, label: 'Ethics for nurses' }])
    await expect.element(page.getByRole('region', { name: 'Topics to confirm' })).toHaveFocus()
  })
})

describe('an import', () => {
  test('contains the rows, in every cycle that includes their date', async () => {
    const { network, imported } = await renderRows()
    await expect.element(page.getByText('All 2 rows are ready.')).toBeVisible()
    await expect
      .element(preview.getByRole('list', { name: 'Ready' }).getByRole('listitem').nth(0))
      .toMatchTextContent(/Wound care\s*Feb 20, 2026 · 1.5 hours · ANA\s*Row 2/)
    await userEvent.click(button('Import 2 entries'))
    await expect.element(page.getByRole('heading', { name: '2 entries imported' })).toHaveFocus()
    const counts = [{ cycleId: texasCycle.id }, { cycleId: floridaCycle.id }]
    expect(imported()).toMatchObject([
      {
        entries: [
          { title: 'Wound care', provider: 'ANA', hours: 1.5, completedAt: '2026-02-20', counts },
          { title: 'Sepsis', provider: 'ANA', hours: 2, completedAt: '2026-02-21', counts },
        ],
      },
    ])
    expect(network.sent('POST', importPath)[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    await expect.element(page.getByText(/: 12 of 20 hours$/)).toBeVisible()
  })

  test('can be undone, which shows the rows again', async () => {
    const { network } = await renderRows()
    await userEvent.click(button('Import 2 entries'))
    await userEvent.click(button('Undo import'))
    await expect.element(toast).toMatchTextContent('Import undone: 2 entries deleted')
    await expect.element(button('Import 2 entries')).toBeVisible()
    expect(network.sent('DELETE', `${importPath}/${importId}`)).toHaveLength(1)
  })

  test('is kept when undoing fails', async () => {
    const { network } = await renderRows()
    await userEvent.click(button('Import 2 entries'))
    network.disconnect('DELETE', `${importPath}/${importId}`)
    await userEvent.click(button('Undo import'))
    await expect.element(alert).toMatchTextContent('Check your connection')
    await expect.element(page.getByRole('heading', { name: '2 entries imported' })).toBeVisible()
  })

  test('is sent once when the button is pressed twice, and again with the same key after a lost connection', async () => {
    const { network, imported } = await renderRows()
    const release = network.hold('POST', importPath)
    network.disconnect('POST', importPath)
    await userEvent.dblClick(button('Import 2 entries'))
    await expect.poll(() => imported().length).toBe(1)
    release()
    await expect.element(alert).toMatchTextContent('Nothing was lost')
    expect(imported()).toHaveLength(1)
    network.answer('POST', importPath, entryImported, { importId, count: 2, skipped: [] })
    await userEvent.click(button('Import 2 entries'))
    await expect.element(page.getByRole('heading', { name: '2 entries imported' })).toBeVisible()
    const keys = network.sent('POST', importPath).map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
  })

  test('leaves out a cycle that is not chosen, and requires at least one', async () => {
    const { imported } = await renderRows()
    await userEvent.click(page.getByText('Counts in'))
    await userEvent.click(page.getByRole('checkbox', { name: 'Texas RN license' }))
    await userEvent.click(page.getByRole('checkbox', { name: 'Florida RN license' }))
    await expect.element(page.getByText('Choose at least one cycle')).toBeVisible()
    await userEvent.click(page.getByRole('checkbox', { name: 'Florida RN license' }))
    await userEvent.click(button('Import 2 entries'))
    await expect
      .poll(imported)
      .toMatchObject([{ entries: [{ cycleId: floridaCycle.id }, { cycleId: floridaCycle.id }] }])
  })
})

describe('a row', () => {
  test('with a problem shows what it is, and is skipped on request', async () => {
    const { imported } = await renderRows(`${sheet}Ethics,ANA,many,2026-13-40\n`)
    await expect.element(page.getByText('2 of 3 rows are ready. 1 row needs an answer.')).toBeVisible()
    const open = preview.getByRole('list', { name: 'Needs an answer' })
    await expect.element(open).toMatchTextContent('Hours: “many” is not a number')
    await expect.element(open).toMatchTextContent('Date: “2026-13-40” is not a date')
    await userEvent.click(button('Answer 1 row first'))
    await expect.element(button('Edit row 4')).toHaveFocus()
    await userEvent.click(page.getByText('Skip the 1 row with problems'))
    await userEvent.click(button('Import 2 entries'))
    await expect.poll(() => imported().length).toBe(1)
  })

  test('that the owner does not want is skipped, and can be included again', async () => {
    const { imported } = await renderRows()
    await userEvent.click(button('Edit row 2'))
    await userEvent.click(button('Skip this row'))
    await expect.element(button('Import 1 entry')).toBeEnabled()
    await userEvent.click(button('Include row 2'))
    await expect.element(button('Import 2 entries')).toBeEnabled()
    await userEvent.click(button('Edit row 3'))
    await userEvent.click(button('Skip this row'))
    await userEvent.click(button('Import 1 entry'))
    await expect.poll(imported).toMatchObject([{ entries: [{ title: 'Wound care' }] }])
  })

  test('of a course that was not completed is left out, with the reason, until the owner includes it', async () => {
    const { imported } = await renderRows(
      'Course,Sponsor,Hours,Date,Grade\nSepsis,ANA,2,2026-02-21,Pass\nPain,ANA,3,2026-02-22,Fail\n',
    )
    await expect.element(page.getByText('1 of 2 rows is ready. 1 row is skipped.')).toBeVisible()
    await expect
      .element(rows.nth(1))
      .toMatchTextContent('“Fail”: the course may not be completed, so the row is skipped.')
    await userEvent.click(button('Include row 3'))
    await userEvent.click(button('Import 2 entries'))
    await expect.poll(imported).toMatchObject([{ entries: [{ title: 'Sepsis' }, { title: 'Pain' }] }])
  })

  test('of a fraction of an hour waits until the owner says whether it is CEUs', async () => {
    const { imported } = await renderRows('Course,Sponsor,Credits,Date\nSepsis,ANA,0.2,2026-02-21\n')
    await userEvent.click(button('Answer the questions first'))
    await expect.element(page.getByRole('radio', { name: 'Hours: 0.2 is 0.2 hours' })).toHaveFocus()
    await userEvent.click(page.getByText('CEUs: 0.2 is 2 hours'))
    await userEvent.click(button('Import 1 entry'))
    await expect.poll(imported).toMatchObject([{ entries: [{ amount: 0.2, unit: 'ceu' }] }])
  })

  test('with a problem is corrected in place', async () => {
    const { imported } = await renderRows('Course,Sponsor,Hours,Date\nSepsis,ANA,2 points,3/2026\n')
    await userEvent.click(button('Edit row 2'))
    const form = page.getByRole('form', { name: 'Correct row 2' })
    await userEvent.fill(form.getByLabelText('Amount'), '90')
    await userEvent.selectOptions(form.getByLabelText('Unit'), 'minutes')
    await userEvent.fill(form.getByLabelText('Date'), '2026-03-01')
    await userEvent.click(button('Use these values'))
    await expect.element(rows.nth(0)).toMatchTextContent(/Mar 1, 2026 · 90 minutes \(1.5 hours\) · ANA/)
    await userEvent.click(button('Import 1 entry'))
    await expect
      .poll(imported)
      .toMatchObject([{ entries: [{ amount: 90, unit: 'minute', completedAt: '2026-03-01' }] }])
  })

  test('of 1 CEU or more waits until the owner says what it is', async () => {
    const { imported } = await renderRows('Course,Sponsor,CEUs,Date\nSepsis,ANA,2,2026-02-21\n')
    await expect.element(rows.nth(0)).toMatchTextContent(/Question above/)
    await expect.element(button('Answer the questions first')).toBeVisible()
    await userEvent.click(page.getByText('Contact hours: 2 is 2 hours'))
    await userEvent.click(button('Import 1 entry'))
    await expect.poll(imported).toMatchObject([{ entries: [{ hours: 2 }], duplicates: 'skip' }])
  })

  test('of minutes among hours is shown by its own unit', async () => {
    await renderRows(
      'Course,Sponsor,Duration,Date\nSepsis,ANA,90 min,2026-02-21\nPain,ANA,2 hrs,2026-02-21\n',
    )
    await expect.element(rows.nth(0)).toMatchTextContent(/90 minutes \(1.5 hours\)/)
    await userEvent.click(page.getByText('Columns', { exact: true }))
    await expect
      .element(page.getByText('Several units: minutes, contact hours. Each row is converted by its own.'))
      .toBeVisible()
  })

  test('that exists already is skipped, unless the owner wants it', async () => {
    const known = { ...ethicsEntry, title: 'Sepsis', hours: 2, completedAt: '2026-02-21' }
    await renderRows(sheet, [known])
    await expect.element(rows.nth(1)).toMatchTextContent('You already have an entry with this title')
    await expect.element(button('Import 1 entry')).toBeEnabled()
    await userEvent.click(page.getByText('Skip the 1 row you already have'))
    await expect.element(button('Import 2 entries')).toBeEnabled()
  })

  test('that repeats one of the same file is not one that the owner has already', async () => {
    const twice = `${sheet.trimEnd()}\n${sheet.trimEnd().split('\n').at(-1)}\n`
    await renderRows(twice)
    await expect.element(page.getByText('Skip the 1 row repeated in the file')).toBeVisible()
  })

  test('that the server rejects is marked, and the others are not imported', async () => {
    const { network } = await renderRows()
    network.refuse('POST', importPath, 'invalid', {
      errors: [{ path: 'entries.1.title', message: 'Not like this' }],
    })
    await userEvent.click(button('Import 2 entries'))
    await expect.element(alert).toMatchTextContent('Nothing was imported: one row has a problem')
    await expect.element(rows.nth(0)).toMatchTextContent('Title: Not like this')
    await expect.element(preview.getByRole('list', { name: 'Ready' })).toMatchTextContent(/Wound care/)
  })

  test('with an ambiguous date asks how to read all of them', async () => {
    const { imported } = await renderRows('Title,Provider,Hours,Date\nSepsis,ANA,2,03/04/2026\n')
    await expect.element(button('Answer the questions first')).toBeVisible()
    await userEvent.click(page.getByText('Day first'))
    await userEvent.click(button('Import 1 entry'))
    await expect.poll(imported).toMatchObject([{ entries: [{ completedAt: '2026-04-03' }] }])
  })

  test('without a header is read once its columns are assigned', async () => {
    await renderRows('Sepsis;ANA;2;2026-02-21\n')
    for (const [column, use] of [
      ['Column 1', 'Title'],
      ['Column 2', 'Provider'],
      ['Column 3', 'Contact hours'],
      ['Column 4', 'Date'],
    ] as const) {
      await choose(new RegExp(column), use)
    }
    await expect.element(page.getByText('The row is ready.')).toBeVisible()
  })
})

describe('a refused import', () => {
  test.each([
    ['too_large', {}, /larger than Lanyard accepts/],
    ['too_many_entries', {}, /at most 5,000 CE entries/],
    ['too_many_requests', { retryAfter: 1 }, /Try again in 1 second\./],
    ['unavailable', {}, /cannot reach its database/],
  ] as const)('(%s) says why, and the rows stay', async (code, details, sentence) => {
    const { network } = await renderRows()
    network.refuse('POST', importPath, code, details)
    await userEvent.click(button('Import 2 entries'))
    await expect.element(alert).toMatchTextContent(sentence)
    await expect.element(button('Import 2 entries')).toBeEnabled()
  })
})

describe('a file', () => {
  test.each([
    ['is empty', '', 'This file is empty.'],
    ['is no table', 'PK\u0003\u0004', 'This is not a table.'],
    ['is a PDF', '%PDF-1.7', 'This is not a table.'],
    ['has no rows', '\n\n', 'It contains no rows.'],
  ])('that %s is refused', async (_what, content, sentence) => {
    await renderPage()
    await chooseFile(content)
    await expect.element(alert).toMatchTextContent(sentence)
    await expect.element(button('Choose a file')).toBeVisible()
  })

  test('is read, and can be replaced with another', async () => {
    await renderPage()
    await chooseFile(sheet)
    await expect.element(page.getByText('All 2 rows are ready.')).toBeVisible()
    await userEvent.click(button('Choose another file'))
    await expect.element(button('Choose a file')).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveFocus()
  })

  test('of more than 1,000 rows is refused as a whole', async () => {
    await renderPage()
    await chooseFile(sheet.split('\n')[0] ?? '', '\nSepsis,ANA,2,2026-02-21'.repeat(1001))
    await expect.element(alert).toMatchTextContent('You can import at most 1,000 rows at once.')
    await expect.element(button(/^Import/)).not.toBeInTheDocument()
  })
})

test('without a cycle the page asks for one first', async () => {
  const network = stubCeuNetwork([])
  const path = '/credentials/entries/import'
  await renderInApp(<EntryImportPage />, { route: path, path })
  await expect.element(page.getByRole('link', { name: 'Add a cycle' })).toBeVisible()
  expect(network.sent('GET', cyclesPath)).toHaveLength(1)
})

test('leaving before the import asks for confirmation', async () => {
  const { path } = await renderRows()
  await userEvent.click(page.getByRole('link', { name: 'Back to Texas RN license' }))
  await userEvent.click(page.getByRole('button', { name: 'Stay' }))
  expect(path()).toBe('/credentials/entries/import')
  await expect.element(page.getByText('All 2 rows are ready.')).toBeVisible()
})
