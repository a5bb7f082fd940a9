import { describe, expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import { sampleShare } from './sample.ts'
import {
  createdShare,
  DEFAULT_LIFETIME_MS,
  expiryProblems,
  MAX_LIFETIME_MS,
  MIN_LIFETIME_MS,
  refusal,
  sharedResources,
  shareInput,
  shareLog,
  shareLogQuery,
  sharePage,
  sharePatch,
  shareQuery,
  shareStateOf,
  tokenInput,
} from './share.ts'
import { openInput, sharePreview, shareSummary, shareView } from './view.ts'

const id = '019a3d4e-0000-7000-8000-000000000000'
const other = '019a3d4e-0000-7000-8000-000000000001'
const at = '2026-11-21T12:00:00.000Z'
const HOUR = 3_600_000
const box = { x: 0, y: 1, width: 0.5, height: 1 }
const single = { resourceType: 'license', resourceId: id }
const packet = { resourceType: 'packet', resources: [single] }

describe('a new share', () => {
  test('shows one record by default, live, with its files, for 7 days', () => {
    expect(shareInput.parse(single)).toEqual({
      ...single,
      ...{
        resources: [],
        masks: { hideNumber: false },
        includeFiles: true,
        allowDownloads: true,
        mode: 'live',
      },
      ...{ recipient: null, note: null, expiresAt: null, passcode: null, viewLimit: null },
      ...{ language: null, redactions: [] },
    })
    expect(shareInput.parse({ ...single, masks: {} }).masks).toEqual({ hideNumber: false })
    expect([MIN_LIFETIME_MS, DEFAULT_LIFETIME_MS, MAX_LIFETIME_MS]).toEqual([HOUR, 168 * HOUR, 720 * HOUR])
  })

  test.each(['license', 'certification', 'ceuCycle'])('of a %s is that one record', (resourceType) => {
    const input = shareInput.parse({ resourceType, resourceId: id })
    expect(sharedResources(input)).toEqual([{ resourceType, resourceId: id }])
    expect(sharedResources({ ...input, resourceId: null })).toEqual([])
  })

  test('of a packet keeps each field, and the owner’s order', () => {
    const resources = ['license', 'certification', 'ceuCycle', 'file'].map((resourceType, index) => ({
      resourceType,
      resourceId: `019a3d4e-0000-7000-8000-00000000001${index}`,
    }))
    const redactions = [{ fileId: id, pictureIds: [other] }]
    const input = { ...sampleShare, resources, redactions }
    expect(shareInput.parse(input)).toEqual(input)
    expect(sharedResources(shareInput.parse(input))).toEqual(resources)
  })

  test.each([
    [{ resourceType: 'license' }, 'resourceId: Required'],
    [{ ...single, resources: [single] }, 'resources: Only a packet can list resources'],
    [{ ...packet, resourceId: id }, 'resourceId: List the items of a packet in resources'],
    [{ ...packet, resources: [] }, 'resources: Choose at least one item to share'],
    [{ ...packet, resources: [single, single] }, 'resources: List each item only once'],
    [{ ...single, viewLimit: 0 }, 'viewLimit: At least 1 view'],
    [{ ...single, viewLimit: 1001 }, 'viewLimit: At most 1,000 views'],
    [{ ...single, expiresAt: '2026-11-21' }, 'expiresAt: Enter a date and time in ISO 8601 format'],
    [{ ...single, passcode: '12345' }, 'passcode: At least 6 characters'],
    [{ ...single, passcode: 'x'.repeat(65) }, 'passcode: At most 64 characters'],
    [{ ...single, passcode: 'night\0shift' }, 'passcode: Use other characters'],
    [{ ...single, passcode: 'night\ud800shift' }, 'passcode: Use other characters'],
    [{ ...single, recipient: 'x'.repeat(101) }, 'recipient: Value too long (max 100)'],
    [{ ...single, note: 'x'.repeat(1001) }, 'note: Value too long (max 1000)'],
    [
      { ...single, redactions: [{ fileId: id, pictureIds: [] }] },
      'redactions.0.pictureIds: At least one picture',
    ],
    [
      { ...single, redactions: [{ fileId: id, pictureIds: Array(21).fill(other) }] },
      'redactions.0.pictureIds: At most 20 pictures',
    ],
    [
      { ...single, redactions: Array(101).fill({ fileId: id, pictureIds: [other] }) },
      'redactions: At most 100 redacted files',
    ],
    [{ ...single, masks: { hideName: true } }, 'masks.hideName: Unknown field'],
    [{ ...single, masks: { health: { dates: true } } }, 'masks.health.dates: Unknown field'],
    [
      { ...packet, resources: [single, { resourceType: 'healthRecord', resourceId: other }], mode: 'frozen' },
      'mode: A link with health records cannot be frozen',
    ],
    [
      { ...single, redactions: [{ fileId: id, pictureIds: [other], covers: [] }] },
      'redactions.0.covers: List the boxes of every page',
    ],
    [
      { ...single, redactions: [{ fileId: id, pictureIds: [other], covers: [Array(51).fill(box)] }] },
      'redactions.0.covers.0: At most 50 boxes on a page',
    ],
    [{ ...single, ownerId: 'bob' }, 'ownerId: Unknown field'],
  ])('%# is rejected: %s', (input, problem) => {
    expect(problemsOf(shareInput, input)).toEqual([problem])
  })

  test('of health records is live, and hides numbers, results and documents by default', () => {
    const resources = [{ resourceType: 'healthRecord', resourceId: other }]
    expect(problemsOf(shareInput, { ...packet, resources })).toEqual([])
    expect(problemsOf(shareInput, { ...packet, mode: 'frozen' })).toEqual([])
    const health = { numbers: false, results: false, files: false }
    expect(shareInput.parse({ ...single, masks: { health: {} } }).masks.health).toEqual(health)
    const all = { numbers: true, results: true, files: true }
    expect(shareInput.parse({ ...single, masks: { health: all } }).masks.health).toEqual(all)
  })

  test('keeps the boxes on each page of a covered file', () => {
    const redactionsOf = (redaction: object) =>
      shareInput.parse({ ...single, redactions: [{ fileId: id, pictureIds: [other], ...redaction }] })
        .redactions
    for (const covers of [[[box]], [[]], [Array(50).fill(box)], null])
      expect(redactionsOf({ covers })).toEqual([{ fileId: id, pictureIds: [other], covers }])
    for (const [field, wrong] of Object.entries({ x: -0.1, y: 1.1, width: -1, height: 2, depth: 1 }))
      expect(
        problemsOf(shareInput, {
          ...single,
          redactions: [{ fileId: id, pictureIds: [other], covers: [[{ ...box, [field]: wrong }]] }],
        }),
      ).toHaveLength(1)
    expect(
      problemsOf(shareInput, {
        ...single,
        redactions: [{ fileId: id, pictureIds: Array(20).fill(other), covers: Array(20).fill([]) }],
      }),
    ).toEqual([])
  })

  test('may reach each limit', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({
      resourceType: 'file',
      resourceId: `019a3d4e-0000-7000-8000-0000000000${index + 10}`,
    }))
    expect(problemsOf(shareInput, { ...packet, resources: many })).toEqual([])
    expect(problemsOf(shareInput, { ...packet, resources: [...many, single] })).toEqual([
      'resources: At most 50 items',
    ])
    const pictureIds = Array(20).fill(other)
    const limits = {
      ...{ viewLimit: 1000, recipient: 'x'.repeat(100), note: 'x'.repeat(1000), passcode: '🌙'.repeat(64) },
      redactions: Array(100).fill({ fileId: id, pictureIds }),
    }
    expect(problemsOf(shareInput, { ...single, ...limits })).toEqual([])
    expect(problemsOf(shareInput, { ...single, viewLimit: 1, passcode: '🌙'.repeat(6) })).toEqual([])
  })
})

test.each([
  [HOUR - 60_001, 'expiresAt: A link must stay open for at least 1 hour'],
  [HOUR - 60_000, undefined],
  [720 * HOUR + 60_000, undefined],
  [720 * HOUR + 60_001, 'expiresAt: A link can stay open for at most 30 days'],
])('a lifetime of %i ms: %s', (lifetime, problem) => {
  const now = new Date(at)
  const [found] = expiryProblems(new Date(now.getTime() + lifetime), now)
  expect(found && `${found.path}: ${found.message}`).toBe(problem)
})

test('a change has any of its fields, and no other', () => {
  const patch = {
    ...{ expiresAt: '2026-11-28T12:00:00+01:00', allowDownloads: false, recipient: null, note: 'For HR' },
    ...{ passcode: 'violet moon', viewLimit: null },
  }
  expect(sharePatch.parse(patch)).toEqual(patch)
  expect(sharePatch.parse({})).toEqual({})
  expect(problemsOf(sharePatch, { resources: [] })).toEqual(['resources: Unknown field'])
  expect(tokenInput.parse({})).toEqual({ expiresAt: null })
  expect(openInput.parse({})).toEqual({ passcode: null })
})

const now = new Date(at)
const open = { revokedAt: null, expiresAt: new Date(now.getTime() + 1), viewsLeft: null }

test.each([
  ['live', open, 1],
  ['live', { ...open, viewsLeft: 1 }, 2],
  ['gone', open, 0],
  ['used_up', { ...open, viewsLeft: 0 }, 1],
  ['used_up', { ...open, viewsLeft: 0 }, 0],
  ['expired', { ...open, expiresAt: now, viewsLeft: 0 }, 1],
  ['revoked', { ...open, revokedAt: now, expiresAt: now }, 1],
] as const)('is %s', (state, row, resourcesLeft) => {
  expect(shareStateOf(row, resourcesLeft, now)).toBe(state)
})

const share = {
  ...{ id, ...packet, resourceId: null, resources: [{ ...single, title: null }] },
  ...{ masks: { hideNumber: true }, includeFiles: true, allowDownloads: true, mode: 'frozen' },
  ...{
    recipient: null,
    note: null,
    language: null,
    hasPasscode: true,
    viewLimit: 5,
    viewsLeft: 4,
    viewCount: 1,
  },
  ...{ firstViewedAt: at, lastViewedAt: null, expiresAt: at, revokedAt: null, createdAt: at, updatedAt: at },
}

test.each(['live', 'revoked', 'expired', 'used_up', 'gone'])(
  'the owner sees each field of a %s share',
  (state) => {
    const page = { items: [{ ...share, state }], nextCursor: 'c' }
    expect(sharePage.parse(page)).toEqual(page)
  },
)

test('only the response to its creation contains the link', () => {
  const created = { ...share, state: 'live', token: 't', url: 'https://lanyard.example/share#t' }
  expect(createdShare.parse(created)).toEqual(created)
  const [listed] = sharePage.parse({ items: [created], nextCursor: null }).items
  expect([listed && 'token' in listed, listed && 'url' in listed]).toEqual([false, false])
})

test('a list is of live or ended shares, 50 at a time', () => {
  expect(shareQuery.parse({})).toEqual({ limit: 50 })
  for (const state of ['live', 'ended']) expect(shareQuery.parse({ state }).state).toBe(state)
  expect(shareQuery.parse({ limit: '100', cursor: 'x'.repeat(1000) })).toMatchObject({ limit: 100 })
  for (const bad of [{ limit: '0' }, { limit: '101' }, { state: 'gone' }, { cursor: 'x'.repeat(1001) }])
    expect(problemsOf(shareQuery, bad)).not.toEqual([])
})

test('the access log has each kind of event, and each reason for a refusal', () => {
  const event = { at, what: null, device: null, visitor: 'a1b2' }
  const items = [
    ...['opened', 'viewed', 'downloaded'].map((kind) => ({ ...event, kind })),
    ...refusal.options.map((what) => ({ ...event, kind: 'refused', what })),
  ]
  expect(shareLog.parse({ items, nextCursor: null })).toEqual({ items, nextCursor: null })
  expect(refusal.options.toSorted()).toEqual([
    'download',
    'expired',
    'gone',
    'passcode',
    'revoked',
    'used_up',
  ])
  expect(shareLogQuery.parse({})).toEqual({ limit: 50 })
  expect(problemsOf(shareLogQuery, { limit: '200', cursor: 'x'.repeat(1000) })).toEqual([])
  expect(problemsOf(shareLogQuery, { limit: '201', cursor: 'x'.repeat(1001) })).toHaveLength(2)
})

test('before it is opened, a share shows who shared it', () => {
  const summary = {
    ownerName: null,
    recipient: null,
    openUntil: at,
    timeZone: null,
    needsPasscode: true,
    isOpened: false,
  }
  expect(shareSummary.parse(summary)).toEqual(summary)
})

test('the owner’s preview lists the files that are withheld because of hidden numbers', () => {
  const view = {
    ...{ ownerName: 'Ann', recipient: null, note: null, asOf: at, today: '2026-11-21', frozenAt: at },
    ...{ openUntil: at, timeZone: 'UTC', allowDownloads: false, items: [] },
  }
  const withheld = ['pdf', 'picture'].map((kind) => ({ fileId: id, name: 'card', kind, earlier: null }))
  const undrawn = ['🎉']
  expect(sharePreview.parse({ view, withheld, undrawn })).toEqual({ view, withheld, undrawn })
  const earlier = { covers: [[box]], recipient: 'HR', sharedAt: at }
  const again = [{ fileId: id, name: 'card', kind: 'pdf', earlier }]
  expect(sharePreview.parse({ view, withheld: again, undrawn })).toEqual({ view, withheld: again, undrawn })
})

test('a visitor sees each field of the shared records', () => {
  const files = { files: [{ id: 'f', name: 'card', kind: 'pdf' }], filesWithheld: 1 }
  const dated = {
    ...{ number: null, isNumberHidden: true, issuedAt: null, expiresAt: '2027-03-31', neverExpires: false },
    ...{ status: 'active', daysLeft: 100, lookup: { name: 'Nursys', url: 'https://nursys.example/' } },
    lookedUp: { on: '2026-11-01', place: 'Nursys', status: 'Active', expiresAt: null },
  }
  const items = [
    {
      ...{ resourceType: 'license', title: 'Texas RN', type: 'RN', state: 'TX', issuer: 'Board' },
      ...{ multistate: true, ...dated, ...files },
    },
    { resourceType: 'certification', title: 'BLS', issuer: 'AHA', code: null, ...dated, ...files },
    {
      ...{ resourceType: 'ceuCycle', title: 'Texas CE', state: 'TX', cycleStart: 'a', cycleEnd: 'b' },
      ...{ requiredHours: 20, hoursCounted: 5, hoursName: 'contact hours' },
      topics: [{ topic: 'Ethics', hours: null, completed: 1, isDone: false }],
      ...{ caveats: ['Ask the board'], isComplete: true },
      entries: [
        {
          ...{ title: 'Ethics', provider: 'X', providerNumber: null, hours: 5, countedHours: 5 },
          ...{ completedAt: '2026-01-01', topics: ['Ethics'], ...files },
        },
      ],
    },
    {
      ...{ resourceType: 'healthRecord', title: 'MMR', performedLabel: 'a', performedOn: null },
      ...{ dueLabel: 'b', dueOn: null, doses: [{ givenOn: '2020-01-01', product: null }] },
      titers: [{ takenOn: '2020-01-01', antigen: null, result: null }],
      facts: [{ name: 'Where', text: null, isHidden: true }],
      ...files,
    },
    { resourceType: 'file', title: 'card', ...files },
  ]
  const view = {
    ...{ ownerName: 'Ann', recipient: null, note: null, asOf: at, today: '2026-11-21', frozenAt: null },
    ...{ openUntil: at, timeZone: 'UTC', allowDownloads: false, items },
  }
  expect(shareView.parse(view)).toEqual(view)
  const { lookedUp: _new, ...frozen } = items[1] as object & { lookedUp?: object }
  const {
    caveats: _caveats,
    isComplete: _isComplete,
    ...cycle
  } = items[2] as object & {
    caveats?: string[]
    isComplete?: boolean
  }
  expect(shareView.parse({ ...view, items: [frozen, cycle] }).items).toMatchObject([
    { lookedUp: null },
    { caveats: [], isComplete: false },
  ])
})
