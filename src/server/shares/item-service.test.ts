import { describe, expect, test } from 'vitest'
import type { CycleRecord } from '#server/ceu/cycle-store.ts'
import type { EntryRecord } from '#server/ceu/entry-store.ts'
import type { CredentialRecord } from '#server/credentials/store.ts'
import type { FileRow } from '#server/files/store.ts'
import type { LookupRow } from '#server/lookups/store.ts'
import { createFieldCipher } from '#server/storage/encryption/field-cipher.ts'
import { noAnswers } from '#shared/ceu/requirements.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { sampleCycle, sampleEntry } from '#shared/ceu/sample.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { english } from '#shared/i18n/translate.ts'
import { ceRuleOf } from '#testing/ce-rule.ts'
import { type FileSelection, presentItem } from './item-service.ts'

const at = new Date('2026-03-10T15:00:00.000Z')
const id = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'

function row(fileId: string, name: string, mimeType: FileRow['mimeType'] = 'application/pdf'): FileRow {
  return { id: fileId, name: name as never, nameSealedBy: '', mimeType } as unknown as FileRow
}

type Content = FileSelection['content']
function selectionOf(rows: FileRow[], content: Partial<Content> = {}): FileSelection {
  return {
    cipher: createFieldCipher({ FILES_KEY: undefined, FILES_KEYS_OLD: [] }),
    t: english,
    today: '2026-11-23',
    content: { includeFiles: true, masks: { hideNumber: false }, redactions: [], ...content },
    rows: new Map(rows.map((each) => [each.id, each])),
    files: new Map(),
    withheld: new Map(),
  }
}

function credential(resourceType: 'license' | 'certification', more: object = {}) {
  const sample = resourceType === 'license' ? sampleLicense : sampleCertification
  return { resourceType, record: { ...sample, ...more } as unknown as CredentialRecord, lookup: null }
}

describe('a license', () => {
  test('is shown with its details, and where to verify it', () => {
    expect(presentItem(credential('license'), selectionOf([]))).toEqual({
      ...{ resourceType: 'license', title: 'Texas RN license', type: 'RN', state: 'TX', multistate: true },
      ...{ issuer: 'Texas Board of Nursing', number: '0O1l-884213', isNumberHidden: false },
      ...{
        issuedAt: '2024-04-01',
        expiresAt: '2027-03-31',
        neverExpires: false,
        status: 'active',
        daysLeft: null,
      },
      lookup: expect.objectContaining({ name: 'Nursys QuickConfirm' }),
      lookedUp: null,
      ...{ files: [], filesWithheld: 0 },
    })
  })

  test('of an earlier version may lack its type, its state and whether it is multistate', () => {
    const record = credential('license', { type: null, state: null, multistate: null })
    expect(presentItem(record, selectionOf([]))).toMatchObject({
      ...{ type: '', state: '', multistate: false, lookup: null },
    })
  })
})

describe('a look-up of a license', () => {
  const lookup = {
    ...{ lookedUpOn: '2026-02-01', place: 'Nursys of ...99a1', status: 'Found as ...4213 and ...99A1' },
    ...{ expiresAt: '2026-12-01', lastFour: '4213' },
  } as unknown as LookupRow
  const shown = (hideNumber: boolean, more: object = {}) => {
    const license = { ...credential('license', { number: 'TX-99 a1' }), lookup: { ...lookup, ...more } }
    const item = presentItem(
      license as Parameters<typeof presentItem>[0],
      selectionOf([], { masks: { hideNumber } }),
    )
    return 'lookedUp' in item ? item.lookedUp : null
  }

  test('is shown as its owner typed it', () => {
    expect(shown(false)).toEqual({
      ...{ on: '2026-02-01', place: lookup.place, status: lookup.status, expiresAt: '2026-12-01' },
    })
  })

  test('is shown without the end of either number while numbers are hidden', () => {
    const masked = { place: 'Nursys of ...••••', status: 'Found as ...•••• and ...••••' }
    expect(shown(true)).toEqual({ on: '2026-02-01', ...masked, expiresAt: '2026-12-01' })
    expect(shown(true, { lastFour: null })).toMatchObject({
      place: 'Nursys of ...••••',
      status: 'Found as ...4213 and ...••••',
    })
  })
})

test('a certification is shown with its code, and where to verify it', () => {
  const item = presentItem(credential('certification'), selectionOf([]))
  expect(item).toMatchObject({
    ...{ resourceType: 'certification', title: 'Basic Life Support', code: 'BLS', number: 'eCard 2251' },
    lookup: expect.objectContaining({ url: 'https://ecards.heart.org/student/myecards' }),
  })
  expect(Object.keys(item)).not.toContain('state')
})

describe('a cycle', () => {
  const record = {
    ...{ ...sampleCycle, id, ruleId: null, rule: null, answers: noAnswers, entryCount: 1 },
    ...{ hoursCompleted: 5, hoursCounted: 5, certifications: [], practiceLog: [] },
    ...{ credentialTitle: 'Texas RN license', createdAt: at, updatedAt: at },
    topicsCompleted: [{ topic: 'Nursing jurisprudence and ethics', hours: 2, isMet: true }],
  } as unknown as CycleRecord
  const entry = {
    ...{ ...sampleEntry, id, cycleId: id, importId: null, createdAt: at, updatedAt: at, fileIds: [id] },
    counts: [{ cycleId: id, acceptedHours: null, countedHours: 4, reasons: [] }],
  } as unknown as EntryRecord

  test('is shown with its sums and its entries', () => {
    const selection = selectionOf([row(id, 'certificate.pdf')])
    expect(presentItem({ resourceType: 'ceuCycle', record, entries: [entry] }, selection)).toEqual({
      ...{ resourceType: 'ceuCycle', title: 'Texas RN license', state: 'TX', hoursName: 'contact hours' },
      ...{ cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20, hoursCounted: 5 },
      ...{ caveats: [], isComplete: false },
      topics: [
        { topic: 'Nursing jurisprudence and ethics', hours: 2, completed: 2, isDone: true },
        // Not counted yet: a topic that was just added.
        { topic: 'Human trafficking', hours: null, completed: 0, isDone: false },
      ],
      entries: [
        {
          ...{ title: sampleEntry.title, provider: sampleEntry.provider, providerNumber: 'P0123' },
          ...{
            hours: 5,
            countedHours: 4,
            completedAt: '2026-02-14',
            topics: ['Ethics (2 hours)', 'night shift'],
          },
          ...{ files: [{ id, name: 'certificate.pdf', kind: 'pdf' }], filesWithheld: 0 },
        },
      ],
    })
  })

  test('is complete when its hours and topics are, and lists what is uncertain about its rule', () => {
    const topics = record.topics.slice(0, 1)
    const done = { ...record, topics, hoursCounted: 20, hoursCompleted: 20, rule: ceRuleOf() }
    const show = (cycle: CycleRecord) =>
      presentItem({ resourceType: 'ceuCycle', record: cycle, entries: [] }, selectionOf([]))
    expect(show(done)).toMatchObject({ isComplete: true, caveats: [] })
    expect(show({ ...done, hoursCounted: 19 })).toMatchObject({ isComplete: false })
    expect(show({ ...done, rule: null })).toMatchObject({ isComplete: false })
    const ruled = show({ ...done, rule: embeddedRules.find('CERT-CCRN', '2027-03-31') })
    expect(ruled).toMatchObject({
      caveats: expect.arrayContaining([expect.stringContaining('2 ways to renew')]),
    })
  })

  test('uses its rule’s name for hours', () => {
    const cerps = { ...record, rule: embeddedRules.find('CERT-CCRN', '2027-03-31') }
    expect(
      presentItem({ resourceType: 'ceuCycle', record: cerps, entries: [] }, selectionOf([])),
    ).toMatchObject({
      hoursName: 'CERPs',
    })
  })
})

describe('files', () => {
  const card = row('card', 'card.PDF')
  const photo = row('photo', 'back.jpeg', 'image/jpeg')
  const picture = (fileId: string) => row(fileId, 'IMG_0001.png', 'image/png')
  const license = credential('license', { fileIds: ['card', 'photo', 'in the trash'] })
  const show = (selection: FileSelection) => {
    const { files, filesWithheld } = presentItem(license, selection) as {
      files: object[]
      filesWithheld: number
    }
    return {
      ...{ files, filesWithheld, opened: [...selection.files.keys()] },
      withheld: [...selection.withheld.values()],
    }
  }
  const shown = { id: 'card', name: 'card.PDF', kind: 'pdf' }
  const shownPhoto = { id: 'photo', name: 'back.jpeg', kind: 'picture' }

  test('are shown and can be opened', () => {
    expect(show(selectionOf([card, photo]))).toEqual({
      ...{ files: [shown, shownPhoto], filesWithheld: 0, opened: ['card', 'photo'], withheld: [] },
    })
  })

  test('are not shown or named if the owner leaves them out', () => {
    const redactions = [{ fileId: 'card', pictureIds: ['p1'] }]
    for (const content of [{}, { masks: { hideNumber: true } }, { redactions }])
      expect(show(selectionOf([card, photo, picture('p1')], { ...content, includeFiles: false }))).toEqual({
        ...{ files: [], filesWithheld: 2, opened: [], withheld: [] },
      })
  })

  test('are left out while numbers are hidden, and the owner sees which ones', () => {
    expect(show(selectionOf([card, photo], { masks: { hideNumber: true } }))).toEqual({
      ...{ files: [], filesWithheld: 2, opened: [] },
      withheld: [
        { fileId: 'card', name: 'card.PDF', kind: 'pdf' },
        { fileId: 'photo', name: 'back.jpeg', kind: 'picture' },
      ],
    })
  })

  test.each([true, false])(
    'that are redacted are shown only as pictures, numbers hidden: %s',
    (hideNumber) => {
      const redactions = [{ fileId: 'card', pictureIds: ['p1', 'in the trash', 'p2'] }]
      const rows = [card, picture('p1'), picture('p2')]
      expect(show(selectionOf(rows, { masks: { hideNumber }, redactions }))).toEqual({
        files: [
          { id: 'p1', name: 'Page 1 of card', kind: 'picture' },
          { id: 'p2', name: 'Page 2 of card', kind: 'picture' },
        ],
        ...{ filesWithheld: 0, opened: ['p1', 'p2'], withheld: [] },
      })
    },
  )

  test('are shown unchanged next to a redacted one', () => {
    const redactions = [{ fileId: 'photo', pictureIds: ['p1'] }]
    expect(show(selectionOf([card, photo, picture('p1')], { redactions }))).toMatchObject({
      files: [shown, { id: 'p1', name: 'Page 1 of back', kind: 'picture' }],
      ...{ opened: ['card', 'p1'], withheld: [] },
    })
  })

  test('that are redacted are never shown in the original, even without their pictures', () => {
    const redactions = [{ fileId: 'card', pictureIds: ['in the trash'] }]
    expect(show(selectionOf([card], { redactions }))).toEqual({
      ...{ files: [], filesWithheld: 1, opened: [] },
      withheld: [{ fileId: 'card', name: 'card.PDF', kind: 'pdf' }],
    })
  })

  test.each([
    ['card.pdf', 'Page 1 of card'],
    ['card.jpg', 'Page 1 of card'],
    ['card.JPEG', 'Page 1 of card'],
    ['card.png', 'Page 1 of card'],
    ['card.webp', 'Page 1 of card'],
    ['card.heic', 'Page 1 of card'],
    ['card.heif', 'Page 1 of card'],
    ['card.pdf.old', 'Page 1 of card.pdf.old'],
  ])('in pictures of %s are named %s', (name, expected) => {
    const selection = selectionOf([row('card', name), picture('p1')], {
      redactions: [{ fileId: 'card', pictureIds: ['p1'] }],
    })
    const item = presentItem({ resourceType: 'file', record: row('card', name) }, selection)
    expect(item).toEqual({
      ...{ resourceType: 'file', title: name, filesWithheld: 0 },
      files: [{ id: 'p1', name: expected, kind: 'picture' }],
    })
  })
})
