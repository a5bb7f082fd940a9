import { expect, test } from 'vitest'
import { z } from 'zod'
import { maskItems, maskView } from './masked-view.ts'
import { type ShareView, shareView, type ViewItem, viewCycle, viewItem } from './view.ts'
import { itemTexts, viewTexts } from './view-texts.ts'

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

const health: ViewItem = {
  ...{ resourceType: 'healthRecord', title: 'Mask fit', performedLabel: 'Date', performedOn: null },
  ...{ dueLabel: 'Next due', dueOn: '2027-01-01' },
  doses: [{ givenOn: '2026-01-01', product: 'Lot' }],
  titers: [{ takenOn: '2026-01-01', antigen: 'Measles', result: 'immune' }],
  facts: [{ name: 'Where', text: 'Clinic', isHidden: false }],
  ...{ files: [file('card.pdf')], filesWithheld: 0 },
}
const at = '2026-11-21T12:00:00.000Z'
const everyKind: ShareView = {
  ...{ ownerName: 'Ann', recipient: 'Dana', note: 'Hello', asOf: at, today: '2026-11-21', frozenAt: null },
  ...{ openUntil: at, timeZone: 'UTC', allowDownloads: true },
  items: [license, certification, cycle, health, single],
}

/** The value with a text, a list and a record added to each of its objects that no code knows. */
function withNewTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewTexts)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).map(([key, part]) => [key, withNewTexts(part)])
  const list = ['supervised', `by ${number}`]
  const added = { newText: `Supervised by ${number}`, newList: list, newRecord: { name: [{ text: number }] } }
  return { ...Object.fromEntries(known), ...added }
}

test('hides a number in a text that was added to a view and that nobody has declared', () => {
  const extended = withNewTexts(everyKind) as ShareView
  const view = JSON.stringify(maskView(extended, [number]))
  const items = JSON.stringify(maskItems(extended.items, [number]))
  expect(JSON.stringify(extended).match(/884213/g)?.length).toBeGreaterThan(60)
  expect([view.match(/884213/g), items.match(/884213/g)]).toEqual([null, null])
})

type JsonSchema = z.core.JSONSchema.JSONSchema

/** The paths of texts in a schema without an entry in `texts`. */
function undeclaredTexts(schema: JsonSchema, texts: unknown, path = ''): string[] {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const parts = Object.entries(schema.properties ?? {}).flatMap(([key, part]) =>
    undeclaredTexts(
      part as JsonSchema,
      (texts as Record<string, unknown> | undefined)?.[key],
      `${path}.${key}`,
    ),
  )
  const isText = [schema.type].flat().includes('string')
  const isUndeclared = isText && !['free', 'searched', 'hidden'].includes(String(texts))
  return [
    ...(isUndeclared ? [path] : []),
    ...parts,
    ...[...variants, ...(schema.items ? [schema.items] : [])].flatMap((part) =>
      undeclaredTexts(part as JsonSchema, texts, path),
    ),
  ]
}

test('every text of a view is declared free of numbers, searched or hidden', () => {
  const { items: _, ...head } = z.toJSONSchema(shareView).properties ?? {}
  expect(undeclaredTexts({ properties: head }, viewTexts)).toEqual([])
  for (const kind of viewItem.options) {
    const name = kind.shape.resourceType.value
    expect(undeclaredTexts(z.toJSONSchema(kind), itemTexts[name], name)).toEqual([])
  }
  const cycleTexts = { ...itemTexts.ceuCycle, state: undefined, caveats: undefined, entries: {} }
  expect(undeclaredTexts(z.toJSONSchema(viewCycle), cycleTexts)).toEqual([
    ...['.state', '.caveats'],
    ...['title', 'provider', 'providerNumber', 'completedAt', 'topics'].map((key) => `.entries.${key}`),
    ...['id', 'name', 'kind'].map((key) => `.entries.files.${key}`),
  ])
})
