import { expect, test } from 'vitest'
import { maskItems, maskView } from './masked-view.ts'
import { type ShareView, shareView, type ViewItem } from './view.ts'

const number = 'RN-884213'
const file = (name: string) => ({ id: 'f1', name, kind: 'pdf' as const })
const dated = {
  ...{ number, isNumberHidden: false, issuedAt: null, expiresAt: '2027-03-31', neverExpires: false },
  ...{ status: 'active' as const, daysLeft: 130 },
  lookedUp: {
    ...{ on: '2026-11-20', place: `Board ${number}`, status: `Active ${number}`, expiresAt: '2027-03-31' },
  },
}

const license: ViewItem = {
  resourceType: 'license',
  ...{
    title: `Texas RN ${number}`,
    type: 'RN 884213',
    state: 'TX',
    issuer: `Board, ${number}`,
    multistate: true,
  },
  ...dated,
  lookup: { name: `Nursys ${number}`, url: 'https://www.nursys.com/' },
  files: [file(`front ${number}.pdf`)],
  filesWithheld: 1,
}
const certification: ViewItem = {
  resourceType: 'certification',
  ...{ title: `BLS ${number}`, issuer: `AHA ${number}`, code: `C-${number}` },
  ...dated,
  lookup: { name: 'AHA', url: `https://example.org/?card=${number}` },
  files: [file(`${number}.pdf`)],
  filesWithheld: 0,
}
const cycle: ViewItem = {
  resourceType: 'ceuCycle',
  ...{ title: `CE for ${number}`, state: `TX ${number}`, cycleStart: '2025-04-01', cycleEnd: '2027-03-31' },
  ...{ requiredHours: 20, hoursCounted: 5, hoursName: `hours ${number}` },
  ...{ caveats: [`There are 2 ways to renew ${number}.`], isComplete: false },
  topics: [{ topic: `Ethics ${number}`, hours: 2, completed: 2, isDone: true }],
  entries: [
    {
      ...{ title: `Ethics ${number}`, provider: `ANA ${number}`, providerNumber: number },
      ...{ hours: 5, countedHours: 5, completedAt: '2026-02-14', topics: ['Ethics', 'RN-88', '4213'] },
      ...{ files: [file(`certificate ${number}.pdf`)], filesWithheld: 0 },
    },
  ],
}
const single: ViewItem = {
  resourceType: 'file',
  title: `${number}.pdf`,
  files: [file(`${number}.pdf`)],
  filesWithheld: 0,
}

test('hides a number in every text of a license, a certification, a cycle and a file', () => {
  const masked = maskItems([license, certification, cycle, single], [number])
  expect(JSON.stringify(masked)).not.toContain('884213')
  expect(masked).toEqual([
    {
      ...license,
      ...{
        title: 'Texas RN ••••',
        type: '••••',
        issuer: 'Board, ••••',
        number: null,
        isNumberHidden: true,
      },
      ...{ lookup: { name: 'Nursys ••••', url: 'https://www.nursys.com/' }, files: [file('front ••••.pdf')] },
      lookedUp: { ...license.lookedUp, place: 'Board ••••', status: 'Active ••••' },
    },
    {
      ...certification,
      ...{ title: 'BLS ••••', issuer: 'AHA ••••', code: 'C-••••', number: null, isNumberHidden: true },
      ...{ lookup: null, files: [file('••••.pdf')] },
      lookedUp: { ...license.lookedUp, place: 'Board ••••', status: 'Active ••••' },
    },
    {
      ...cycle,
      ...{ title: 'CE for ••••', state: 'TX ••••', hoursName: 'hours ••••' },
      caveats: ['There are 2 ways to renew ••••.'],
      topics: [{ topic: 'Ethics ••••', hours: 2, completed: 2, isDone: true }],
      entries: [
        {
          ...cycle.entries[0],
          ...{ title: 'Ethics ••••', provider: 'ANA ••••', providerNumber: '••••' },
          ...{ topics: ['Ethics', '••••', '••••'], files: [file('certificate ••••.pdf')] },
        },
      ],
    },
    { ...single, title: '••••.pdf', files: [file('••••.pdf')] },
  ])
})

test('a visitor sees that there is a number, but never the number itself', () => {
  const shown = [
    { ...license, number: null },
    { ...license, number: null, isNumberHidden: true },
    { ...license, lookup: null },
  ]
  const masked = maskItems(shown, [])
  expect(masked).toMatchObject([
    { number: null, isNumberHidden: false },
    { number: null, isNumberHidden: true },
    { number: null, isNumberHidden: true, lookup: null },
  ])
})

test('hides a number in the names and the note of a view', () => {
  const at = '2026-11-21T12:00:00.000Z'
  const view: ShareView = {
    ...{ ownerName: `Ann ${number}`, recipient: `Dana, ${number}`, note: `My card is ${number}.` },
    ...{
      asOf: at,
      today: '2026-11-21',
      frozenAt: null,
      openUntil: at,
      timeZone: 'UTC',
      allowDownloads: true,
    },
    items: [license, certification, cycle, single],
  }
  expect(shareView.parse(view)).toEqual(view)
  expect(maskView(view, [number])).toEqual({
    ...view,
    ...{ ownerName: 'Ann ••••', recipient: 'Dana, ••••', note: 'My card is ••••.' },
    items: maskItems(view.items, [number]),
  })
  expect(maskView({ ...view, recipient: null, note: null }, [number])).toMatchObject({
    recipient: null,
    note: null,
  })
})

test('hides a number in every text of a health record', () => {
  const health: ViewItem = {
    ...{
      resourceType: 'healthRecord',
      title: `Mask fit ${number}`,
      performedLabel: 'Date',
      performedOn: null,
    },
    ...{ dueLabel: 'Next due', dueOn: '2027-01-01' },
    doses: [{ givenOn: '2026-01-01', product: `Lot ${number}` }],
    titers: [{ takenOn: '2026-01-01', antigen: 'Measles', result: 'immune' }],
    facts: [
      { name: 'Where', text: `Clinic, ${number}`, isHidden: false },
      { name: 'Number', text: null, isHidden: true },
    ],
    ...{ files: [file(`${number}.pdf`)], filesWithheld: 2 },
  }
  expect(maskItems([health], [number])).toEqual([
    {
      ...health,
      title: 'Mask fit ••••',
      doses: [{ givenOn: '2026-01-01', product: 'Lot ••••' }],
      facts: [
        { name: 'Where', text: 'Clinic, ••••', isHidden: false },
        { name: 'Number', text: null, isHidden: true },
      ],
      files: [file('••••.pdf')],
    },
  ])
})
