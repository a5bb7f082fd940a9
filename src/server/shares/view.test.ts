import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import { english } from '#shared/i18n/translate.ts'
import { type CreatedShare, type ShareInput, shareInput } from '#shared/shares/share.ts'
import type { SharePreview, ShareView, ViewCycle, ViewLicense } from '#shared/shares/view.ts'
import { ceuClient, unknownId } from '#testing/ceu-vault.ts'
import { aPdf, aPng, formOf } from '#testing/documents.ts'
import { addCoveredPage } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { requireResources } from './resource-service.ts'
import { listResourceTitles, type ShareContent } from './resource-store.ts'
import { freezeItems, presentView } from './view-service.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
let owner: Owner
const morning = '2026-03-10T15:00:00.000Z'

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  owner = asOwnerId(ann.id)
  const settings = { timeZone: 'America/Chicago' }
  await ann.json('PUT', '/api/users/me', { firstName: 'Ann', lastName: 'O’Brien', settings })
})
afterAll(() => services.close())

async function asked<T>(answer: Promise<Response>, status = 201): Promise<T> {
  const { status: given } = await answer
  expect(given, await (await answer).clone().text()).toBe(status)
  return (status === 204 ? undefined : await (await answer).json()) as T
}

const addCredential = (input: object, nurse = ann) =>
  asked<Credential>(nurse.json('POST', '/api/credentials', input))
const addLicense = (more: object = {}, nurse = ann) =>
  addCredential({ kind: 'license', type: 'RN', state: 'TX', number: 'RN-884213', ...more }, nurse)
const change = (id: string, patch: object) => asked(ann.json('PATCH', `/api/credentials/${id}`, patch), 200)
const remove = (path: string) => asked<void>(ann.fetch(`/api/${path}`, { method: 'DELETE' }), 204)
const restore = (path: string) => asked(ann.fetch(`/api/${path}/restore`, { method: 'POST' }), 200)

let pictures = 0
async function upload(name: string, nurse = ann): Promise<string> {
  pictures += 1
  const bytes = name.endsWith('.pdf') ? aPdf(2000 + pictures) : await aPng(100 + pictures, 80)
  const type = name.endsWith('.pdf') ? 'application/pdf' : 'image/png'
  const body = formOf(bytes, name, type)
  return (await asked<{ id: string }>(nurse.fetch('/api/upload', { method: 'POST', body }))).id
}

type Draft = Partial<ShareInput>

/** Turns a draft into a stored share, like the routes do. */
function contentOf(draft: Draft): ShareContent {
  const {
    expiresAt: _expiresAt,
    passcode: _passcode,
    viewLimit: _viewLimit,
    ...plain
  } = shareInput.parse(draft)
  const now = services.clock.now()
  return { ...plain, frozen: null, createdAt: now, expiresAt: new Date(now.getTime() + 7 * 86_400_000) }
}

async function frozen(draft: Draft): Promise<ShareContent> {
  const content = contentOf({ ...draft, mode: 'frozen' })
  const context = { now: services.clock.now(), cipher: services.fieldCipher }
  return { ...content, frozen: await freezeItems(services.db, owner, content, context) }
}

const present = (content: ShareContent) =>
  presentView(services, owner, content, services.clock.now(), english)
const licenseIn = ({ view }: { view: ShareView }) => view.items[0] as ViewLicense
const one = (license: { id: string }) => ({ resourceType: 'license', resourceId: license.id }) as const

describe('a nurse shares a license', () => {
  it('and the visitor sees its details, its status today, and where to verify it', async () => {
    services.clock.set(morning)
    const card = await upload('front.png')
    const license = await addLicense({ expiresAt: '2026-04-09', multistate: true, fileIds: [card] })
    const shown = await present(contentOf({ ...one(license), recipient: 'Dana', note: 'For the ICU' }))
    expect(shown.view).toEqual({
      ownerName: 'Ann O’Brien',
      recipient: 'Dana',
      note: 'For the ICU',
      asOf: morning,
      today: '2026-03-10',
      frozenAt: null,
      openUntil: '2026-03-17T15:00:00.000Z',
      timeZone: 'America/Chicago',
      allowDownloads: true,
      items: [
        {
          resourceType: 'license',
          title: 'Texas RN license',
          type: 'RN',
          state: 'TX',
          issuer: 'Texas Board of Nursing',
          multistate: true,
          number: 'RN-884213',
          isNumberHidden: false,
          issuedAt: null,
          expiresAt: '2026-04-09',
          neverExpires: false,
          status: 'expiring_soon',
          daysLeft: 30,
          lookup: { name: 'Nursys QuickConfirm', url: 'https://www.nursys.com/' },
          lookedUp: null,
          files: [{ id: card, name: 'front.png', kind: 'picture' }],
          filesWithheld: 0,
        },
      ],
    })
    expect([...shown.files.keys()]).toEqual([card])
    expect([shown.view.items.length, shown.withheld]).toEqual([1, []])
  })

  it('live, which shows later edits; or frozen, where only statuses change with the date', async () => {
    services.clock.set(morning)
    const license = await addLicense({ expiresAt: '2026-05-10' })
    const live = contentOf(one(license))
    const kept = await frozen(one(license))
    await change(license.id, {
      title: 'Renewed',
      expiresAt: '2028-05-10',
      fileIds: [await upload('new.pdf')],
    })

    const now = licenseIn(await present(live))
    expect([now.title, now.status, now.files.length]).toEqual(['Renewed', 'active', 1])
    const then = await present(kept)
    expect(then.view.frozenAt).toBe(morning)
    expect([licenseIn(then).title, licenseIn(then).status, licenseIn(then).files]).toEqual([
      'Texas RN license',
      'active',
      [],
    ])

    // Two minutes before midnight in Chicago, where it is still May 9.
    services.clock.set('2026-05-10T04:58:00.000Z')
    expect(licenseIn(await present(kept))).toMatchObject({ status: 'expiring_soon', daysLeft: 1 })
    services.clock.set('2026-05-11T05:02:00.000Z')
    expect(licenseIn(await present(kept))).toMatchObject({ status: 'expired', daysLeft: -1 })
    services.clock.set(morning)
  })

  it('and can leave out the files or the number', async () => {
    const license = await addLicense({ fileIds: [await upload('a.pdf'), await upload('b.png')] })
    const bare = await present(contentOf({ ...one(license), includeFiles: false }))
    expect(licenseIn(bare)).toMatchObject({ files: [], filesWithheld: 2, number: 'RN-884213' })
    expect([bare.files.size, bare.withheld]).toEqual([0, []])
    const masked = await present(contentOf({ ...one(license), masks: { hideNumber: true } }))
    expect(licenseIn(masked)).toMatchObject({
      files: [],
      filesWithheld: 2,
      number: null,
      isNumberHidden: true,
    })
    expect(masked.withheld.map(({ name, kind }) => [name, kind])).toEqual([
      ['a.pdf', 'pdf'],
      ['b.png', 'picture'],
    ])
    expect(masked.files.size).toBe(0)
  })

  it('by the owner’s name, and never by an email address', async () => {
    const license = await addLicense()
    const nameOf = async (profile: object) => {
      await asked(ann.json('PUT', '/api/users/me', profile), 200)
      return (await present(contentOf(one(license)))).view.ownerName
    }
    expect(await nameOf({ firstName: 'Ann', lastName: null })).toBe('Ann')
    expect(await nameOf({ firstName: 'ann@nurses.example', lastName: null })).toBe('A Lanyard user')
    expect(await nameOf({ firstName: 'Ann', lastName: 'O’Brien' })).toBe('Ann O’Brien')
  })
})

describe('records that the owner deletes', () => {
  it('disappears from live and frozen shares, and returns when restored', async () => {
    const [license, other] = [await addLicense(), await addLicense({ title: 'Second' })]
    const resources = [one(license), one(other)]
    for (const content of [
      contentOf({ resourceType: 'packet', resources }),
      await frozen({ resourceType: 'packet', resources }),
    ]) {
      const titles = async () => (await present(content)).view.items.map(({ title }) => title)
      expect(await titles()).toEqual(['Texas RN license', 'Second'])
      await remove(`credentials/${license.id}`)
      expect([await titles(), (await present(content)).view.items.length]).toEqual([['Second'], 1])
      await remove(`credentials/${other.id}`)
      expect([await titles(), (await present(content)).view.items.length]).toEqual([[], 0])
      expect(await listResourceTitles(services.db, owner, resources, services.fieldCipher)).toEqual(new Map())
      await restore(`credentials/${license.id}`)
      await restore(`credentials/${other.id}`)
      expect(await titles()).toEqual(['Texas RN license', 'Second'])
    }
  })

  it('also hides its files that a link shows separately', async () => {
    const card = await upload('card.pdf')
    const license = await addLicense({ fileIds: [card] })
    const draft: Draft = { resourceType: 'packet', resources: [{ resourceType: 'file', resourceId: card }] }
    const contents = [contentOf(draft), await frozen(draft)]
    await remove(`credentials/${license.id}`)
    for (const content of contents) expect(await present(content)).toMatchObject({ view: { items: [] } })
    await expect(requireResources(services.db, owner, contentOf(draft))).rejects.toMatchObject({
      code: 'file_not_found',
    })
    await restore(`credentials/${license.id}`)
    for (const content of contents)
      expect((await present(content)).view.items).toMatchObject([
        { title: 'card.pdf', files: [{ id: card }] },
      ])
    await remove(`upload/${card}`)
    for (const content of contents) expect((await present(content)).view.items.length).toBe(0)
  })

  it('also disappears as a single file of a license', async () => {
    const [front, back] = [await upload('front.pdf'), await upload('back.pdf')]
    const license = await addLicense({ fileIds: [front, back] })
    const contents = [contentOf(one(license)), await frozen(one(license))]
    await remove(`upload/${front}`)
    for (const content of contents) {
      const { files, ...shown } = await present(content)
      expect(licenseIn(shown).files.map(({ name }) => name)).toEqual(['back.pdf'])
      expect([...files.keys()]).toEqual([back])
    }
  })
})

describe('the hours of a cycle', () => {
  let cycle: CeuCycle
  beforeAll(async () => {
    services.clock.set(morning)
    const { addCycle, addEntry } = ceuClient(ann)
    const license = await addLicense({ title: 'Texas RN' })
    const topics = [{ topic: 'Ethics', hours: 2, tags: [] }]
    const dates = { cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20 }
    cycle = await addCycle({ ...dates, state: 'TX', licenseId: license.id, topics, ruleId: 'TX-RN' })
    const certificate = await upload('sepsis.pdf')
    const base = { cycleId: cycle.id, provider: 'Gulf Coast' }
    await addEntry({ ...base, title: 'Sepsis', completedAt: '2026-02-20', hours: 4, fileIds: [certificate] })
    const ethics = {
      title: 'Ethics',
      hours: 3,
      topicHours: [{ topic: 'Ethics', hours: 2 }],
      topicTags: ['Night'],
    }
    await addEntry({ ...base, ...ethics, completedAt: '2026-01-14', providerNumber: 'P0123' })
    await addEntry({ ...base, title: 'Too early', completedAt: '2024-01-14', hours: 5 })
  })

  it('are listed as for an audit: oldest first, with the counted hours', async () => {
    const shown = await present(contentOf({ resourceType: 'ceuCycle', resourceId: cycle.id }))
    const [item] = shown.view.items as ViewCycle[]
    expect(item).toMatchObject({
      title: 'Texas RN',
      state: 'TX',
      cycleStart: '2025-04-01',
      cycleEnd: '2027-03-31',
      requiredHours: 20,
      hoursCounted: 7,
      hoursName: 'contact hours',
      topics: [{ topic: 'Ethics', hours: 2, completed: 2, isDone: true }],
    })
    expect(item?.entries.map(({ title, hours, countedHours }) => [title, hours, countedHours])).toEqual([
      ['Too early', 5, 0],
      ['Ethics', 3, 3],
      ['Sepsis', 4, 4],
    ])
    expect(item?.entries[1]).toEqual({
      title: 'Ethics',
      provider: 'Gulf Coast',
      providerNumber: 'P0123',
      hours: 3,
      countedHours: 3,
      completedAt: '2026-01-14',
      topics: ['Ethics (2 hours)', 'Night'],
      files: [],
      filesWithheld: 0,
    })
    expect(item?.entries[2]?.files).toMatchObject([{ name: 'sepsis.pdf', kind: 'pdf' }])
    expect(shown.files.size).toBe(1)
  })

  it('are counted as before in a share that an earlier version froze', async () => {
    const kept = await frozen({ resourceType: 'ceuCycle', resourceId: cycle.id })
    const earlier = JSON.parse(JSON.stringify(kept.frozen).replace('"hoursCounted":', '"hoursCompleted":'))
    expect(earlier).not.toEqual(kept.frozen)
    expect((await present({ ...kept, frozen: earlier })).view).toEqual((await present(kept)).view)
  })

  it('disappear with their cycle, and a file with its deleted entry, even in a frozen share', async () => {
    const draft = { resourceType: 'ceuCycle', resourceId: cycle.id } as const
    const kept = await frozen(draft)
    const { entriesOf } = ceuClient(ann)
    const sepsis = (await entriesOf(cycle.id)).find(({ title }) => title === 'Sepsis')
    await remove(`ceu-entries/${sepsis?.id}`)
    const live = (await present(contentOf(draft))).view.items as ViewCycle[]
    expect(live[0]?.entries).toHaveLength(2)
    const then = await present(kept)
    expect((then.view.items as ViewCycle[])[0]?.entries.map(({ files }) => files)).toEqual([[], [], []])
    expect(then.files.size).toBe(0)
    await remove(`ceu-cycles/${cycle.id}`)
    expect((await present(kept)).view.items.length).toBe(0)
    await restore(`ceu-cycles/${cycle.id}`)
    expect((await present(kept)).view.items.length).toBe(1)
  })
})

describe('a redacted file', () => {
  it('is shown only as its pictures, masked or not, under neutral names', async () => {
    const scan = await upload('RN-884213 card.pdf')
    const pages = [await addCoveredPage(ann, 'IMG_884213.png'), await addCoveredPage(ann, 'secret.png')]
    const license = await addLicense({ fileIds: [scan] })
    const redactions = [{ fileId: scan, pictureIds: pages }]
    for (const hideNumber of [true, false]) {
      const content = contentOf({ ...one(license), redactions, masks: { hideNumber } })
      await requireResources(services.db, owner, content)
      const shown = await present(content)
      const base = hideNumber ? '•••• card' : 'RN-884213 card'
      expect(licenseIn(shown).files).toEqual([
        { id: pages[0], name: `Page 1 of ${base}`, kind: 'picture' },
        { id: pages[1], name: `Page 2 of ${base}`, kind: 'picture' },
      ])
      expect([...shown.files.keys()]).toEqual(pages)
      expect(shown.withheld).toEqual([])
    }
    await remove(`upload/${pages[0]}`)
    await remove(`upload/${pages[1]}`)
    const left = await present(contentOf({ ...one(license), redactions }))
    expect(licenseIn(left)).toMatchObject({ files: [], filesWithheld: 1 })
  })

  it('must be in the share, and its pictures must be the owner’s, unattached, and pictures', async () => {
    const [scan, other, picture, pdf] = [
      await upload('scan.pdf'),
      await upload('other.pdf'),
      await addCoveredPage(ann),
      await upload('page.pdf'),
    ]
    const license = await addLicense({ fileIds: [scan] })
    await addLicense({ fileIds: [other] })
    const bobs = await upload('bobs.pdf', bob)
    const refusal = async (redactions: ShareInput['redactions'], more: Draft = {}) => {
      const content = contentOf({ ...one(license), redactions, masks: { hideNumber: true }, ...more })
      const error = await requireResources(services.db, owner, content).then(
        () => null,
        (problem: unknown) => problem,
      )
      if (!(error instanceof Problem)) return error
      return error.errors?.map(({ path }) => path) ?? error.code
    }
    expect(await refusal([{ fileId: scan, pictureIds: [picture] }])).toBeNull()
    expect(await refusal([{ fileId: other, pictureIds: [picture] }])).toEqual(['redactions.0.fileId'])
    expect(await refusal([{ fileId: scan, pictureIds: [other, pdf] }])).toEqual([
      'redactions.0.pictureIds.0',
      'redactions.0.pictureIds.1',
    ])
    expect(await refusal([{ fileId: scan, pictureIds: [bobs] }])).toBe('file_not_owned')
    expect(await refusal([{ fileId: scan, pictureIds: [unknownId] }])).toBe('file_not_found')
    expect(await refusal([{ fileId: scan, pictureIds: [picture] }], { includeFiles: false })).toEqual([
      'redactions.0.fileId',
    ])
    const twice = { fileId: scan, pictureIds: [picture] }
    expect(await refusal([twice, twice])).toEqual(['redactions.0.fileId', 'redactions.1.fileId'])
    const itself: Draft = {
      resourceType: 'packet',
      resourceId: null,
      resources: [{ resourceType: 'file', resourceId: picture }],
    }
    expect(await refusal([{ fileId: picture, pictureIds: [picture] }], itself)).toEqual([
      'redactions.0.pictureIds.0',
    ])
  })
})

describe('records that the owner does not have', () => {
  it('cannot be shared: missing, another owner’s, or of another type', async () => {
    const theirs = await addLicense({}, bob)
    const certification = await addCredential({ kind: 'certification', name: 'BLS', issuer: 'AHA' })
    const license = await addLicense()
    const cycleOfBob = await ceuClient(bob).addCycle()
    const refusal = (resourceType: 'license' | 'certification' | 'ceuCycle' | 'file', resourceId: string) =>
      requireResources(
        services.db,
        owner,
        contentOf({ resourceType: 'packet', resources: [{ resourceType, resourceId }] }),
      ).then(
        () => null,
        ({ code }: Problem) => code,
      )
    expect(await refusal('license', license.id)).toBeNull()
    expect(await refusal('license', unknownId)).toBe('license_not_found')
    expect(await refusal('license', theirs.id)).toBe('license_not_owned')
    expect(await refusal('license', certification.id)).toBe('license_not_found')
    expect(await refusal('certification', license.id)).toBe('certification_not_found')
    expect(await refusal('certification', unknownId)).toBe('certification_not_found')
    expect(await refusal('ceuCycle', unknownId)).toBe('ceu_cycle_not_found')
    expect(await refusal('ceuCycle', cycleOfBob.id)).toBe('ceu_cycle_not_owned')
    expect(await refusal('file', unknownId)).toBe('file_not_found')
    expect(await refusal('file', await upload('bobs.pdf', bob))).toBe('file_not_owned')
    const shown = await present(contentOf(one(theirs)))
    expect([shown.view.items.length, shown.view.items]).toEqual([0, []])
  })
})

describe('before it is created', () => {
  it('a selected file of a selected license is withheld once', async () => {
    const scan = await upload('scan.pdf')
    const license = await addLicense({ fileIds: [scan] })
    const resources = [
      { resourceType: 'license', resourceId: license.id },
      { resourceType: 'file', resourceId: scan },
    ]
    const draft = { resourceType: 'packet', resources, masks: { hideNumber: true } }
    const preview = await asked<SharePreview>(ann.json('POST', '/api/share/preview', draft), 200)
    expect(preview.withheld).toEqual([{ fileId: scan, name: 'scan.pdf', kind: 'pdf', earlier: null }])
  })

  it.each(['live', 'frozen'] as const)('a preview of a %s share lists the withheld files', async (mode) => {
    const scan = await upload('scan.pdf')
    const license = await addLicense({ fileIds: [scan] })
    const draft = { ...one(license), mode, masks: { hideNumber: true } }
    const preview = await asked<SharePreview>(ann.json('POST', '/api/share/preview', draft), 200)
    expect(preview.withheld).toEqual([{ fileId: scan, name: 'scan.pdf', kind: 'pdf', earlier: null }])
    expect(preview.view.frozenAt).toBe(mode === 'frozen' ? services.clock.now().toISOString() : null)
    const { token } = await asked<CreatedShare>(ann.json('POST', '/api/share', draft))
    const view = await asked<ShareView>(services.stranger().json('POST', `/api/share/${token}`, {}), 200)
    expect({ ...view, openUntil: '' }).toEqual({ ...preview.view, openUntil: '' })
  })
})
