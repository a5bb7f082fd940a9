import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { english } from '#shared/i18n/translate.ts'
import { sampleShare } from '#shared/shares/sample.ts'
import { type CreatedShare, type SharedResource, shareInput } from '#shared/shares/share.ts'
import type { ShareView } from '#shared/shares/view.ts'
import { aPdf, aPng, formOf } from '#testing/documents.ts'
import { addCoveredPage } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import type { ShareContent } from './resource-store.ts'
import { freezeItems, presentView } from './view-service.ts'

let services: TestServices
let ann: Nurse
let owner: Owner
let things: SharedResource[]
let redactions: { fileId: string; pictureIds: string[] }[]

const number = 'TX-RN 0884213'
const other = 'eCard 2251-XK'
const deleted = 'FL.9137465'
/** A number as it can appear in any field, spelled differently each time. */
const spellings = [
  'TX-RN 0884213',
  'txrn0884213',
  'T X R N / 0 8 8 4 2 1 3',
  'ＴＸ－ＲＮ　０８８４２１３',
  'TX–RN\u00a00884\u200b213',
  'tx.rn.٠٨٨٤٢١٣',
  'TX-RN-0\u03368\u03368\u033642\u033613',
  '(TX) RN, 0884-213',
  '𝐓𝐗𝐑𝐍𝟎𝟖𝟖𝟒𝟐𝟏𝟑',
  'Rn #884213',
  'ECARD2251XK',
  'e-card: 2251 x k',
  'fl9137465',
  'F L 9 1 3 7 4 6 5',
]
let next = 0
const planted = (text: string) => {
  next += 1
  return `${text} ${spellings[next % spellings.length]} end`
}

async function asked<T>(answer: Promise<Response>, status = 201): Promise<T> {
  const { status: given } = await answer
  expect(given, await (await answer).clone().text()).toBe(status)
  return (status === 204 ? undefined : await (await answer).json()) as T
}
async function upload(name: string): Promise<string> {
  next += 1
  const bytes = name.endsWith('.pdf') ? aPdf(2000 + next) : await aPng(100 + next, 80)
  const body = formOf(bytes, name, name.endsWith('.pdf') ? 'application/pdf' : 'image/png')
  return (await asked<{ id: string }>(ann.fetch('/api/upload', { method: 'POST', body }))).id
}
const add = <T = Credential>(path: string, input: object) => asked<T>(ann.json('POST', path, input))

const tags = ['canary-tag']
const notes = 'canary-notes'
const privately = { notes, tags, reminderDays: 77 }

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  owner = asOwnerId(ann.id)
  await asked(
    ann.json('PUT', '/api/users/me', {
      firstName: 'Ann TX-RN',
      lastName: '0884213',
      organization: 'canary-organization',
      jobTitle: 'canary-job',
    }),
    200,
  )
  const license = await add('/api/credentials', {
    kind: 'license',
    ...privately,
    title: planted('License'),
    type: planted('RN'),
    state: `TX ${spellings[1]}`,
    issuer: planted('Board'),
    number,
    expiresAt: '2026-08-31',
    extra: [{ name: 'canary-extra', value: 'canary-value' }],
    fileIds: [await upload(`${spellings[0]}.pdf`), await upload('scan ecard2251xk.png')],
  })
  // Half of a number in one field and the other half in the next.
  const card = await add('/api/credentials', {
    kind: 'certification',
    ...privately,
    name: 'BLS, card eCard',
    code: '2251 XK',
    issuer: planted('Heart'),
    number: other,
    fileIds: [await upload('fl 9137465 back.png')],
  })
  const gone = await add('/api/credentials', { kind: 'license', type: 'RN', state: 'FL', number: deleted })
  await asked(ann.fetch(`/api/credentials/${gone.id}`, { method: 'DELETE' }), 204)
  const cycle = await add<CeuCycle>('/api/ceu-cycles', {
    state: planted('TX').slice(0, 50),
    cycleStart: '2025-04-01',
    cycleEnd: '2027-03-31',
    requiredHours: 20,
    notes,
    licenseId: license.id,
    topics: [{ topic: planted('Ethics'), hours: 2, tags: ['canary-topic-tag'] }],
  })
  for (const spelling of spellings)
    await add<CeuEntry>('/api/ceu-entries', {
      cycleId: cycle.id,
      title: `Course ${spelling}`,
      provider: planted('Provider'),
      providerNumber: spelling,
      holderName: 'canary-holder',
      approvedBy: 'canary-approver',
      notes,
      hours: 1,
      completedAt: '2026-01-14',
      topicTags: [spelling],
      topicHours: [{ topic: planted('On').slice(0, 50), hours: 0.5 }],
      fileIds: [await upload(`${spelling.replaceAll('/', '')}.pdf`)],
    })
  const loose = await upload(`loose ${spellings[4]}.pdf`)
  redactions = [{ fileId: loose, pictureIds: [await addCoveredPage(ann, 'page TXRN0884213.png')] }]
  things = [
    { resourceType: 'license', resourceId: license.id },
    { resourceType: 'certification', resourceId: card.id },
    { resourceType: 'ceuCycle', resourceId: cycle.id },
    { resourceType: 'file', resourceId: loose },
  ]
})
afterAll(() => services.close())

function contentOf(hideNumber: boolean): ShareContent {
  const draft = {
    ...sampleShare,
    masks: { hideNumber },
    mode: 'live',
    resources: things,
    redactions: hideNumber ? redactions : [],
    recipient: planted('Dana'),
    note: spellings.join(' and '),
  }
  const {
    passcode: _passcode,
    viewLimit: _viewLimit,
    expiresAt: _expiresAt,
    ...plain
  } = shareInput.parse(draft)
  const now = services.clock.now()
  return { ...plain, frozen: null, createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) }
}

// A reference that does not use the mask's code: only letters and digits, normalized.
const decimals = new Map(
  Intl.supportedValuesOf('numberingSystem').flatMap((name) =>
    Array.from(
      { length: 10 },
      (_, digit) => [new Intl.NumberFormat(`en-u-nu-${name}`).format(digit), `${digit}`] as const,
    ),
  ),
)
const bare = (text: string) =>
  [...text]
    .map((char) => decimals.get(char) ?? char)
    .join('')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
const secrets = [number, other, deleted, '884213', '9137465'].map(bare)

/** Looks for the number in every text of a view by itself, in all texts joined, and in the bytes of the whole view. */
function leaksOf(view: object): string[] {
  const texts: string[] = []
  JSON.stringify(view, (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  const joined = [...texts, texts.join(' '), JSON.stringify(view)]
  return secrets.filter((secret) => joined.some((text) => bare(text).includes(secret)))
}

describe('an owner who hides the numbers', () => {
  it('sees each of them in every text while they are not hidden', async () => {
    const { view } = await presentView(services, owner, contentOf(false), services.clock.now(), english)
    expect(leaksOf(view)).toEqual(secrets)
    expect(view.items[0]).toMatchObject({ number, isNumberHidden: false })
    expect(view.ownerName).toBe('Ann TX-RN 0884213')
  })

  it('hides them in every text of a live link, in any spelling', async () => {
    const { view } = await presentView(services, owner, contentOf(true), services.clock.now(), english)
    expect(leaksOf(view)).toEqual([])
    expect(view.items).toMatchObject([
      { number: null, isNumberHidden: true, filesWithheld: 2, files: [] },
      { number: null, isNumberHidden: true, filesWithheld: 1, files: [] },
      { resourceType: 'ceuCycle' },
      { title: 'loose ••••.pdf', files: [{ name: 'Page 1 of loose ••••' }] },
    ])
    expect(view.ownerName).toBe('Ann ••••')
    expect(view.note?.replaceAll('••••', '')).toMatch(/^( and |Rn #|\()*$/)
  })

  it('hides them in a frozen share and its stored copy, including a number added later', async () => {
    const content = { ...contentOf(true), mode: 'frozen' as const }
    const frozen = await freezeItems(services.db, owner, content, {
      now: services.clock.now(),
      cipher: services.fieldCipher,
    })
    expect(leaksOf(frozen)).toEqual([])
    const later = await add('/api/credentials', {
      kind: 'license',
      type: 'RN',
      state: 'GA',
      number: 'Course',
    })
    const { view } = await presentView(services, owner, { ...content, frozen }, services.clock.now(), english)
    expect(leaksOf(view)).toEqual([])
    expect(JSON.stringify(frozen)).toContain('Course')
    expect(JSON.stringify(view)).not.toContain('Course')
    await asked(ann.fetch(`/api/credentials/${later.id}`, { method: 'DELETE' }), 204)
  })

  it('hides them from visitors in every byte of the response', async () => {
    const { recipient, note } = contentOf(true)
    const draft = { ...sampleShare, resources: things, redactions, recipient, note, passcode: null }
    const { token } = await add<CreatedShare>('/api/share', draft)
    const stranger = services.stranger()
    const cover = await (await stranger.fetch(`/api/share/${token}/cover`)).text()
    const answer = await stranger.json('POST', `/api/share/${token}`, {})
    const headers = JSON.stringify([...answer.headers].filter(([name]) => name !== 'set-cookie'))
    const body = await answer.text()
    expect([answer.status, leaksOf(JSON.parse(body) as ShareView)]).toEqual([200, []])
    expect(leaksOf([cover, headers])).toEqual([])
  })
})

describe('private text', () => {
  it.each([true, false])('is never in a link, numbers hidden: %s', async (hideNumber) => {
    const { view } = await presentView(services, owner, contentOf(hideNumber), services.clock.now(), english)
    const { items, ...rest } = view
    const text = JSON.stringify({ ...rest, items })
    expect(text).not.toMatch(/canary/)
    expect(text).not.toContain(ann.email)
    expect(text).not.toContain(ann.id)
    expect(text).not.toMatch(/reminderDays|ownerId|notes|tags|extra/)
    const known = things.filter(({ resourceType }) => resourceType !== 'file')
    for (const { resourceId } of known) expect(text).not.toContain(resourceId)
  })
})
