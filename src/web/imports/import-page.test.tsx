import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type Credential,
  credentialPage,
  licenseInput,
  presentCredential,
} from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { workbookParts } from '#shared/files/workbook-write.ts'
import { type ImportBatch, importItems, importMade, importUndone } from '#shared/imports/batch.ts'
import { exportSummary } from '#shared/transfer/export.ts'
import { alert, button } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { takeSheet } from '#web/files/handed-files.ts'
import { ImportPage } from './import-page.tsx'

const id = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
const batch: ImportBatch = {
  ...{ id, kind: 'credentials', fileName: 'cards.csv', count: 2, changed: 0, deleted: 0, renewed: 0 },
  ...{ createdAt: '2026-03-09T15:00:00.000Z', undoneAt: null, undoUntil: '2999-04-08T15:00:00.000Z' },
}
const table =
  'Credential,State,Number,Issued by,Expires\nRN license,Texas,77,,3/31/2027\nBLS,,1,American Heart Association,2/28/2027\n'

async function renderPage({
  items = [],
  columns = [],
  held = [],
}: Partial<{ items: ImportBatch[]; columns: object[]; held: Credential[] }> = {}) {
  const network = stubNetwork()
  network.answer('GET', '/api/imports', importItems, { items, columns: columns as never })
  network.answerEach('GET', '/api/credentials', credentialPage, ({ query }) => ({
    items: query.archived === 'true' ? [] : held,
    nextCursor: null,
  }))
  network.answer('POST', '/api/imports', importMade, { ...batch, skipped: [] })
  network.answer('DELETE', `/api/imports/${id}`, importUndone, {
    ...{ deleted: 2, kept: 0, unrenewed: 0, stillRenewed: 0 },
  })
  const counts = {
    credentials: 0,
    cycles: 0,
    entries: 0,
    practiceRecords: 0,
    healthRecords: 0,
    files: 0,
    shares: 0,
    inTrash: 0,
  }
  network.answer('GET', '/api/users/me/export/summary', exportSummary, { counts, bytes: 0, isEmpty: true })
  await renderInApp(<ImportPage />, { route: '/settings/import', path: '/settings/import' })
  await expect.element(page.getByRole('heading', { name: 'Import your data' })).toBeVisible()
  return network
}

async function choose(name: string, ...parts: BlobPart[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input')
  await userEvent.upload(input, new File(parts, name))
}

const importButton = (count: number) =>
  button(`Import ${count} ${count === 1 ? 'credential' : 'credentials'}`)

describe('a table', () => {
  test('is recognized, reviewed and imported with the use of its columns', async () => {
    const network = await renderPage()
    await choose('cards.csv', table)
    await expect.element(page.getByText('All 2 rows are ready.')).toBeVisible()
    await userEvent.click(importButton(2))
    await expect.element(page.getByText(/2 credentials imported/)).toBeVisible()
    const [sent] = network.bodies('POST', '/api/imports')
    expect(sent).toMatchObject({
      fileName: 'cards.csv',
      columns: [
        { use: 'name' },
        { use: 'state' },
        { use: 'number' },
        { use: 'issuer' },
        { use: 'expiresAt' },
      ],
      credentials: [
        { kind: 'license', type: 'RN', state: 'TX', number: '77', expiresAt: '2027-03-31' },
        { kind: 'certification', code: 'BLS', name: 'Basic Life Support', expiresAt: '2027-02-28' },
      ],
    })
  })

  test('skips a row that repeats another one, without claiming that it is in the vault', async () => {
    await renderPage()
    await choose('cards.csv', `${table}RN license,Texas,77,,3/31/2027\n`)
    await expect.element(page.getByText('2 of 3 rows are ready. 1 row is skipped.')).toBeVisible()
    await expect.element(page.getByText('The same as another row.')).toBeVisible()
    await userEvent.click(page.getByText('Skip the 1 row repeated in the file'))
    await expect.element(importButton(3)).toBeEnabled()
  })

  test('as a workbook is read in the browser', async () => {
    await renderPage()
    const parts = workbookParts({
      name: 'Cards',
      header: ['Name', 'State', 'Expires'],
      rows: [['RN', 'TX', { date: '2027-03-31' }]],
    })
    const bytes = zipSync(Object.fromEntries([...parts].map(([path, xml]) => [path, strToU8(xml)])))
    await choose('cards.xlsx', bytes as Uint8Array<ArrayBuffer>)
    await expect.element(page.getByText('The row is ready.')).toBeVisible()
    await expect.element(importButton(1)).toBeEnabled()
  })

  test('asks how to read ambiguous dates before anything can be imported', async () => {
    await renderPage()
    await choose('cards.csv', 'Name,State,Expires\nRN,TX,03/04/2027\n')
    await expect.element(page.getByText('How should we read dates like 03/04/2027?')).toBeVisible()
    await userEvent.click(button('Answer the questions first'))
    await expect.element(page.getByRole('radio', { name: 'Month first' })).toHaveFocus()
    await userEvent.click(page.getByText('Day first'))
    await expect.element(page.getByText(/expires Apr 3, 2027/)).toBeVisible()
    await expect.element(importButton(1)).toBeEnabled()
  })

  test('with an invalid row imports the others once that row is skipped', async () => {
    const network = await renderPage()
    await choose('cards.csv', `${table}ACLS,,,AHA,whenever\n`)
    await expect.element(page.getByText('Expires on: “whenever” is not a date')).toBeVisible()
    await userEvent.click(button('Answer 1 row first'))
    await expect.element(button('Edit row 4')).toHaveFocus()
    await userEvent.click(page.getByText('Skip the 1 row with problems'))
    await userEvent.click(importButton(2))
    await expect.element(page.getByText(/2 credentials imported/)).toBeVisible()
    expect(network.bodies('POST', '/api/imports')).toHaveLength(1)
  })

  test('leaves out a license that its status says is not held, with the reason, until the owner includes it', async () => {
    const network = await renderPage()
    const rows = 'RN,Texas,77,3/31/2027,Active\nRN,Nevada,78,3/31/2027,Revoked\n'
    await choose('nursys.csv', `Type,State,Number,Expires,License Status\n${rows}`)
    await expect.element(page.getByText('1 of 2 rows is ready. 1 row is skipped.')).toBeVisible()
    const reason = page.getByText('“Revoked”: you may not hold it, so the row is skipped.')
    await expect.element(reason).toBeVisible()
    await userEvent.click(button('Include row 3'))
    await expect.element(reason).not.toBeInTheDocument()
    await userEvent.click(importButton(2))
    await expect.element(page.getByText(/2 credentials imported/)).toBeVisible()
    expect(network.bodies('POST', '/api/imports')).toMatchObject([
      { credentials: [{ state: 'TX' }, { state: 'NV', number: '78' }] },
    ])
  })

  test('uses its columns as in the last import of such a table', async () => {
    const columns = ['Credential', 'State', 'Number', 'Issued by', 'Expires'].map((name) => ({
      name,
      use:
        name === 'Number'
          ? 'notes'
          : name === 'Expires'
            ? 'expiresAt'
            : name === 'State'
              ? 'state'
              : name === 'Issued by'
                ? 'issuer'
                : 'name',
    }))
    await renderPage({ columns: [columns] })
    await choose('cards.csv', table)
    await userEvent.click(page.getByText('Columns', { exact: true }))
    await expect.element(page.getByText(/as in your last import/)).toBeVisible()
  })
})

/** A PDF of one page with texts at their columns, line by line. */
function pdfOf(lines: readonly (readonly string[])[], columns: readonly number[]) {
  const text = lines
    .flatMap((line, row) =>
      line.map((cell, at) => `BT/F 10 Tf ${columns[at]} ${560 - row * 24} Td(${cell})Tj ET`),
    )
    .join('\n')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 700 600]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = pdf.length
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  return `${pdf}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`
}

describe('a row', () => {
  const rows = page.getByRole('region', { name: 'Preview' }).getByRole('listitem')

  test('with a problem is corrected in place, and shows its dates in words before it is saved', async () => {
    const network = await renderPage()
    await choose('cards.csv', 'License,State,Number,Issued,Expires\nRN,TX,1.23457E+11,06/15/98,08/2028\n')
    await expect.element(rows.nth(0)).toMatchTextContent(/issued Jun 15, 1998/)
    await expect.element(rows.nth(0)).toMatchTextContent(/Number: “1.23457E\+11” is a long number/)
    await expect.element(rows.nth(0)).toMatchTextContent(/Expires on: “08\/2028” has no day/)
    await expect.element(button('Answer 1 row first')).toBeVisible()
    await userEvent.click(button('Edit row 2'))
    const form = page.getByRole('form', { name: 'Correct row 2' })
    await userEvent.fill(form.getByLabelText('Number'), '123457000001')
    await userEvent.fill(form.getByLabelText('Expires on'), '2028-08-31')
    await userEvent.click(button('Use these values'))
    await expect
      .element(rows.nth(0))
      .toMatchTextContent(/No. 123457000001 · issued Jun 15, 1998 · expires Aug 31, 2028/)
    await userEvent.click(importButton(1))
    await expect
      .poll(() => network.bodies('POST', '/api/imports'))
      .toMatchObject([
        { credentials: [{ number: '123457000001', issuedAt: '1998-06-15', expiresAt: '2028-08-31' }] },
      ])
  })

  const heldInput = licenseInput.parse({ ...sampleLicense, number: 'RN 884213', expiresAt: '2027-05-31' })
  const now = new Date('2026-03-09T15:00:00.000Z')
  const record = { ...heldInput, id, freeFields: {}, archivedAt: null, createdAt: now, updatedAt: now }
  const held = presentCredential(record as never, '2026-03-10', id)
  const later = 'License,State,Number,Expires\nRN,TX,884213,5/31/2029\nRN,OH,7,5/31/2029\n'

  test.each([
    ['RN,TX,884213', { expiresAt: '2029-05-31', number: '884213' }],
    ['RN,TX,', { expiresAt: '2029-05-31' }],
    ['RN,TX,999111', { expiresAt: '2029-05-31', number: '999111' }],
  ])('“%s” with a later date than in the vault renews it, if the owner says so', async (cells, card) => {
    const network = await renderPage({ held: [held] })
    await choose('cards.csv', later.replace('RN,TX,884213', cells))
    await expect.element(rows.nth(0)).toMatchTextContent(/In your vault: expires May 31, 2027/)
    await expect.element(button('Answer the questions first')).toBeVisible()
    await userEvent.click(page.getByText('Renew what I have'))
    await userEvent.click(importButton(2))
    await expect
      .poll(() => network.bodies('POST', '/api/imports'))
      .toEqual([
        expect.objectContaining({
          credentials: [expect.objectContaining({ state: 'OH' })],
          renewals: [{ credentialId: id, card: { issuedAt: null, ...card } }],
          duplicates: 'skip',
        }),
      ])
  })

  test('with a later date than in the vault may be a second one, or skipped', async () => {
    const network = await renderPage({ held: [held] })
    await choose('cards.csv', later)
    await userEvent.click(page.getByText('Skip it'))
    await expect.element(importButton(1)).toBeEnabled()
    await userEvent.click(page.getByText('Add it as a second one'))
    await userEvent.click(importButton(2))
    await expect
      .poll(() => network.bodies('POST', '/api/imports'))
      .toMatchObject([{ credentials: [{ state: 'TX' }, { state: 'OH' }], renewals: [], duplicates: 'keep' }])
  })

  test('that the owner does not want is skipped, and can be included again', async () => {
    const network = await renderPage()
    await choose('cards.csv', table)
    await userEvent.click(button('Edit row 3'))
    await userEvent.click(button('Skip this row'))
    await expect.element(page.getByRole('list', { name: 'Skipped' })).toMatchTextContent(/BLS/)
    await userEvent.click(button('Include row 3'))
    await expect.element(importButton(2)).toBeEnabled()
    await userEvent.click(button('Edit row 2'))
    await userEvent.click(button('Skip this row'))
    await userEvent.click(importButton(1))
    await expect
      .poll(() => network.bodies('POST', '/api/imports'))
      .toMatchObject([{ credentials: [{ code: 'BLS' }] }])
  })

  test('shows whether it is multistate, which can be corrected', async () => {
    const network = await renderPage()
    await choose('cards.csv', 'License,State,Number,Expires,Compact\nRN,TX,884213,5/31/2029,Yes\n')
    await expect.element(rows.nth(0)).toMatchTextContent(/multistate/)
    await userEvent.click(button('Edit row 2'))
    await userEvent.selectOptions(page.getByLabelText('Multistate (compact) license'), 'No, this state only')
    await userEvent.click(button('Use these values'))
    await expect.element(rows.nth(0)).toMatchTextContent(/single state/)
    await userEvent.click(importButton(1))
    await expect
      .poll(() => network.bodies('POST', '/api/imports'))
      .toMatchObject([{ credentials: [{ state: 'TX', multistate: false }] }])
  })

  test('that is in the vault already is skipped, with what the vault says', async () => {
    const network = await renderPage({ held: [held] })
    await choose('cards.csv', later.replace('884213,5/31/2029', '884213,5/31/2027'))
    await expect.element(rows.nth(1)).toMatchTextContent(/In your vault: expires May 31, 2027/)
    await expect.element(rows.nth(1)).toMatchTextContent(/You have it/)
    await userEvent.click(importButton(1))
    await expect
      .poll(() => network.bodies('POST', '/api/imports'))
      .toMatchObject([{ credentials: [{ state: 'OH' }], duplicates: 'skip' }])
  })
})

describe('what only the owner can say', () => {
  test('is asked once for all rows without an issuer, and can be answered differently', async () => {
    const network = await renderPage()
    await choose(
      'cards.csv',
      'Certification,Issued by,Expires\nBLS,,2/28/2027\nPALS,,2/29/2028\nACLS,ARC,1/31/2028\n',
    )
    const question = page.getByRole('radiogroup', { name: 'Who issued BLS and PALS?' })
    const open = page
      .getByRole('list', { name: 'Needs an answer' })
      .getByRole('button', { name: /^Edit row/ })
    await expect.poll(() => open.elements().length).toBe(2)
    await userEvent.click(button('Answer 2 rows first'))
    await expect.element(question.getByRole('radio').first()).toHaveFocus()
    await userEvent.click(question.getByText('American Heart Association'))
    await userEvent.click(question.getByText('American Red Cross'))
    await userEvent.click(importButton(3))
    const issuer = 'American Red Cross'
    await expect
      .poll(() => network.bodies('POST', '/api/imports'))
      .toMatchObject([
        {
          credentials: [
            { code: 'BLS', issuer },
            { code: 'PALS', issuer },
            { code: 'ACLS', issuer },
          ],
        },
      ])
    await expect.element(page.getByRole('heading', { name: '2 credentials imported' })).toHaveFocus()
  })

  test('is asked: which column, and whose rows', async () => {
    await renderPage()
    await choose(
      'roster.csv',
      'Employee Name,License Type,State,License No,BLS Exp,ACLS Exp\n"O’Brien, Ann",RN,TX,1,02/29/2028,08/31/2027\n"Okafor, Ben",RN,TX,2,02/29/2028,08/31/2027\n',
    )
    await expect.element(button('Answer the questions first')).toBeVisible()
    await userEvent.click(
      page.getByRole('radiogroup', { name: 'Which column is “Expires on”?' }).getByText('None of these'),
    )
    await userEvent.selectOptions(page.getByLabelText(/names several people/), 'O’Brien, Ann')
    await expect.element(importButton(1)).toBeEnabled()
  })

  test('which row has the names can be corrected, and what each row is', async () => {
    await renderPage()
    await choose('cards.csv', 'My cards\nLic,St,No,Until\nRN,TX,77,3/31/2027\n')
    await userEvent.click(page.getByText('What is in each row?').first())
    const picker = page.getByLabelText('Row with the names of the columns')
    await userEvent.selectOptions(picker, 'Row 2: Lic · St · No · Until')
    await userEvent.click(page.getByText('A license or certification'))
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Until' }), 'Expires on')
    await expect.element(page.getByText(/expires Mar 31, 2027/)).toBeVisible()
    await expect.element(importButton(1)).toBeEnabled()
  })
})

describe('a transcript', () => {
  const head = ['Course Title', 'Completion Date', 'Contact Hours']
  const rows = [
    ['Sepsis Update', '06/14/2025', '2'],
    ['Ethics', '01/30/2026', '1.5'],
  ]

  test('as a PDF is a list of courses, reviewed like those of a table', { tags: 'long' }, async () => {
    await renderPage()
    await choose('netce-transcript.pdf', pdfOf([head, ...rows], [40, 320, 500]))
    await expect.element(page.getByText('Transcript: a list of courses')).toBeVisible()
    await expect.element(page.getByText('2 rows: Sepsis Update, Ethics')).toBeVisible()
    await expect.element(page.getByLabelText('Who provided these courses?')).toHaveValue('NetCE')
    await userEvent.click(button('Review the courses'))
    expect(takeSheet()).toMatchObject({
      header: ['Course Title', 'Completion Date', 'Contact Hours', 'Provider'],
      rows: [
        { cells: ['Sepsis Update', '06/14/2025', '2', 'NetCE'] },
        { cells: ['Ethics', '01/30/2026', '1.5', 'NetCE'] },
      ],
    })
  })

  test('has the publisher named on its pages', async () => {
    await renderPage()
    await choose('list.pdf', pdfOf([['Elite Learning'], head, ...rows], [40, 320, 500]))
    await expect.element(page.getByLabelText('Who provided these courses?')).toHaveValue('Elite Learning')
  })

  test('that is a different document can still be read by the forms', async () => {
    await renderPage()
    await choose('list.pdf', pdfOf([head, ...rows], [40, 320, 500]))
    await userEvent.click(page.getByText('This is not a list of courses'))
    await expect.element(button('Log its courses')).toBeVisible()
  })
})

describe('another file', () => {
  test.each([
    ['old.xls', [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0])], /old Excel/],
    ['empty.csv', [''], /empty/],
    ['one-row.csv', ['Name,State\n'], /no rows/],
    ['movie.bin', [new Uint8Array([0, 1, 2, 3])], /Not a PDF/],
    ['photos.zip', [zipSync({ 'a.jpg': strToU8('x') }) as Uint8Array<ArrayBuffer>], /not an export/],
    ['cut.xlsx', ['PK\u0003\u0004 and no more'], /damaged/],
    ['courses.csv', [`Title,Date,Hours\n${'Ethics,2026-01-03,2\n'.repeat(50_000)}`], /more than 10,000 rows/],
    ['cards.csv', [`Name,State,Expires\n${'RN,TX,2027-03-31\n'.repeat(10_000)}`], /more than 10,000 rows/],
  ])('such as %s is refused with a sentence', async (name, parts, reason) => {
    await renderPage()
    await choose(name, ...(parts as BlobPart[]))
    await expect.element(alert).toMatchTextContent(reason)
  })

  test('goes to the import of exports if it is a ZIP, and to the forms that read it if it is a PDF', async () => {
    await renderPage()
    await choose('lanyard-export.zip', zipSync({ 'lanyard.json': strToU8('{}') }) as Uint8Array<ArrayBuffer>)
    await expect.element(button('Import this ZIP')).toBeEnabled()
    await choose('transcript.pdf', '%PDF-1.4')
    await expect.element(button('Log its courses')).toBeVisible()
    await choose('courses.csv', 'Course,Provider,Hours,Date\nSepsis,ANA,2,2026-02-21\n')
    await expect.element(button('Review the courses')).toBeVisible()
  })
})

describe('an earlier import', () => {
  test('is undone after confirmation', async () => {
    const network = await renderPage({ items: [batch] })
    await userEvent.click(button('Undo the import of 2 credentials from cards.csv'))
    await userEvent.click(button('Delete 2'))
    await expect.element(page.getByText('Import undone: 2 moved to the trash')).toBeVisible()
    expect(network.sent('DELETE', `/api/imports/${id}`)).toHaveLength(1)
  })

  test('with changed records asks what to do with them', async () => {
    await renderPage({ items: [{ ...batch, changed: 1 }] })
    await userEvent.click(button('Undo the import of 2 credentials from cards.csv'))
    await expect.element(page.getByText('You changed 1 of them since the import.')).toBeVisible()
    await expect.element(button('Delete all 2')).toBeVisible()
    await expect.element(button('Delete 1, keep 1')).toBeVisible()
  })

  test('of an export shows what is kept', async () => {
    await renderPage({ items: [{ ...batch, kind: 'vault', fileName: null, count: 12 }] })
    await userEvent.click(button('Undo the import of 12 records from an export'))
    await expect.element(page.getByText(/^Your profile and your reminder settings stay/)).toBeVisible()
    await expect.element(button('Delete 12')).toBeVisible()
  })

  test('that renewed credentials says that their renewals are taken back, and which stay', async () => {
    const network = await renderPage({ items: [{ ...batch, count: 0, renewed: 2 }] })
    network.answer('DELETE', `/api/imports/${id}`, importUndone, {
      ...{ deleted: 0, kept: 0, unrenewed: 1, stillRenewed: 1 },
    })
    await userEvent.click(button('Undo the import of 2 renewals from cards.csv'))
    await expect.element(page.getByText(/get their earlier dates back/)).toBeVisible()
    await userEvent.click(button('Take back 2 renewals'))
    await expect
      .element(
        page.getByText(
          /1 renewal was taken back\. 1 credential stays renewed, because you changed it since\./,
        ),
      )
      .toBeVisible()
  })

  test('that is undone or too old has no Undo', async () => {
    await renderPage({
      items: [
        { ...batch, undoneAt: batch.createdAt },
        { ...batch, id: id.replace('0b', '0c'), undoUntil: '2020-01-01T00:00:00.000Z' },
      ],
    })
    await expect.element(page.getByText(/Undone/)).toBeVisible()
    expect(page.getByRole('button', { name: /^Undo the import/ }).elements()).toEqual([])
  })
})
