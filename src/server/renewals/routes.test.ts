import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { renewalClient } from '#testing/renewals.ts'
import { addPdf } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let mine: ReturnType<typeof renewalClient>
let other: ReturnType<typeof renewalClient>
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  mine = renewalClient(ann)
  other = renewalClient(await services.nurse('bob'))
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.database.pool.query('delete from credentials')
})

describe('starting a renewal', () => {
  it('plans it for today by default', async () => {
    const { id } = await mine.addLicense()
    const renewal = await mine.start(id)
    expect(renewal).toMatchObject({
      ...{ credentialId: id, state: 'planned', openedOn: '2026-03-10', submittedOn: null, fee: null },
      ...{ confirmation: null, notes: null, classOn: null, fileIds: [], finishedAt: null },
    })
    expect(await mine.renewals(id)).toEqual([renewal])
    expect(await mine.get(`renewals/${renewal.id}`)).toEqual(renewal)
  })

  it('accepts every field in one request, with the receipt', async () => {
    const { id } = await mine.addLicense()
    const receipt = await addPdf(ann, 'receipt.pdf')
    const given = {
      ...{ state: 'submitted', openedOn: '2026-02-01', submittedOn: '2026-03-01', fee: 6850 },
      ...{ confirmation: ' C-77 ', notes: 'By mail', classOn: '2026-02-20', fileIds: [receipt] },
    }
    expect(await mine.start(id, given)).toMatchObject({ ...given, confirmation: 'C-77' })
    expect(await mine.get(`upload/${receipt}`)).toMatchObject({ resourceType: 'renewal' })
    expect(await mine.get<{ items: object[] }>('upload?unattached=true')).toMatchObject({ items: [] })
    expect(await mine.credential(id)).toMatchObject({ fileIds: [] })
  })

  it('is refused while another one is open, even for concurrent requests', async () => {
    const { id } = await mine.addLicense()
    const asked = Array.from({ length: 6 }, () => ann.json('POST', `/api/credentials/${id}/renewals`, {}))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await mine.refusal('POST', `credentials/${id}/renewals`, {})).toEqual([409, 'renewal_open'])
    expect(await mine.renewals(id)).toHaveLength(1)
  })

  it('twice with the same Idempotency-Key creates one', async () => {
    const { id } = await mine.addLicense()
    const ask = () =>
      ann.json('POST', `/api/credentials/${id}/renewals`, { fee: 100 }, { 'Idempotency-Key': `start-${id}` })
    const [first, second] = [await (await ask()).json(), await (await ask()).json()]
    expect(second).toEqual(first)
    expect(await mine.renewals(id)).toHaveLength(1)
  })

  it('is limited to 100 per credential, including those in the trash', async () => {
    const { id } = await mine.addLicense()
    await services.database.pool.query(
      `insert into renewals (owner_id, credential_id, state, opened_on, created_at, updated_at, deleted_at)
       select $1, $2, 'planned', '2026-01-01', now(), now(), now() from generate_series(1, 100)`,
      [ann.id, id],
    )
    expect(await mine.refusal('POST', `credentials/${id}/renewals`, {})).toEqual([422, 'too_many_renewals'])
  })

  it.each<[string, object, string]>([
    ['a date in the future', { submittedOn: '2026-03-11' }, 'submittedOn'],
    ['a planned one with a date', { state: 'planned', submittedOn: '2026-03-01' }, 'submittedOn'],
    ['a fee below zero', { fee: -1 }, 'fee'],
    ['a fee in parts of a cent', { fee: 1.5 }, 'fee'],
    ['a finished one', { state: 'done' }, 'state'],
    ['an unknown field', { price: 1 }, 'price'],
    ['a day that does not exist', { openedOn: '2026-02-30' }, 'openedOn'],
    ['an invalid id', { fileIds: ['x'] }, 'fileIds.0'],
  ])('rejects %s', async (_what, input, path) => {
    const { id } = await mine.addLicense()
    const refusal = [422, 'invalid', path]
    expect(await mine.refusal('POST', `credentials/${id}/renewals`, input)).toEqual(refusal)
    const renewal = await mine.start(id)
    expect(await mine.refusal('PATCH', `renewals/${renewal.id}`, input)).toEqual(refusal)
    expect(await mine.renewals(id)).toEqual([renewal])
  })
})

describe('changing a renewal', () => {
  it('keeps state and submission date in step', async () => {
    const { id } = await mine.start((await mine.addLicense()).id)
    const seen = async (patch: object) => {
      const { state, submittedOn } = await mine.change(id, patch)
      return [state, submittedOn]
    }
    expect(await seen({ fee: 100 })).toEqual(['planned', null])
    expect(await seen({ submittedOn: '2026-03-01' })).toEqual(['submitted', '2026-03-01'])
    expect(await seen({ notes: 'x' })).toEqual(['submitted', '2026-03-01'])
    expect(await seen({ state: 'planned' })).toEqual(['planned', null])
    expect(await seen({ state: 'submitted' })).toEqual(['submitted', '2026-03-10'])
    expect(await seen({ submittedOn: null })).toEqual(['planned', null])
  })

  it('updates only the given fields, and null clears', async () => {
    const { id } = await mine.start((await mine.addLicense()).id, { fee: 100, confirmation: 'C', notes: 'N' })
    expect(await mine.change(id, { fee: null })).toMatchObject({ fee: null, confirmation: 'C', notes: 'N' })
    expect(await mine.change(id, { confirmation: '' })).toMatchObject({ confirmation: null, notes: 'N' })
  })

  it('rejects the file of another record or another owner', async () => {
    const pdf = await addPdf(ann)
    const license = await mine.addLicense({ fileId: pdf })
    const { id } = await mine.start(license.id)
    expect(await mine.refusal('PATCH', `renewals/${id}`, { fileIds: [pdf] })).toEqual([
      ...[422, 'invalid', 'fileIds.0'],
    ])
    const bobs = await other.start((await other.addLicense()).id)
    expect(await other.refusal('PATCH', `renewals/${bobs.id}`, { fileIds: [pdf] })).toEqual([
      ...[403, 'file_not_owned'],
    ])
  })
})

describe('access to a renewal', () => {
  it('is limited to its owner, and returns 404 once its credential is deleted', async () => {
    const license = await mine.addLicense()
    const { id } = await mine.start(license.id)
    for (const [method, path, body] of [
      ['GET', `renewals/${id}`],
      ['PATCH', `renewals/${id}`, {}],
      ['DELETE', `renewals/${id}`],
      ['POST', `renewals/${id}/finish`, { neverExpires: true }],
      ['POST', `renewals/${id}/undo`],
      ['POST', `renewals/${id}/restore`],
    ] as const)
      expect(await other.refusal(method, path, body), path).toEqual([403, 'renewal_not_owned'])
    for (const path of ['renewals', 'terms'])
      expect(await other.refusal('GET', `credentials/${license.id}/${path}`)).toEqual([
        403,
        'license_not_owned',
      ])
    expect(await mine.refusal('GET', 'renewals/nothing')).toEqual([404, 'renewal_not_found'])
    await mine.remove(`credentials/${license.id}`)
    expect(await mine.refusal('GET', `renewals/${id}`)).toEqual([404, 'renewal_not_found'])
    await mine.restore(`credentials/${license.id}`)
    expect(await mine.get(`renewals/${id}`)).toMatchObject({ id })
  })

  it('is logged without its numbers', async () => {
    // Later than the records of earlier tests, which fill more than a page.
    services.clock.advance(60_000)
    const license = await mine.addLicense()
    const { id } = await mine.start(license.id, { confirmation: 'SECRET-77' })
    await mine.change(id, { confirmation: 'SECRET-78', fee: 1 })
    const { items } = await mine.get<{ items: { action: string; resourceId: string }[] }>('users/me/activity')
    const actions = items.filter((each) => each.resourceId === license.id).map(({ action }) => action)
    expect(actions.sort()).toEqual([
      'credential_created',
      'credential_renewal_started',
      'credential_renewal_updated',
    ])
    expect(JSON.stringify(items)).not.toContain('SECRET')
  })
})

describe('the verdict', () => {
  const verdict = () => mine.get<Verdict>('credentials/verdict')

  it('mentions a submitted renewal, and stays no', async () => {
    const license = await mine.addLicense({ expiresAt: '2026-03-09' })
    const { id } = await mine.start(license.id)
    expect(await verdict()).toMatchObject({
      headline: 'No. Your Texas RN license expired on Mar 9, 2026.',
      action: { kind: 'renew', label: 'Continue the renewal of Texas RN', resourceId: license.id },
    })
    await mine.change(id, { submittedOn: '2026-03-01' })
    expect(await verdict()).toMatchObject({
      verdict: 'no',
      headline:
        'No. Your Texas RN license expired on Mar 9, 2026. Renewal submitted on Mar 1, 2026; check with the board.',
      action: { kind: 'renew', label: 'Check the renewal of Texas RN', resourceId: license.id },
    })
    await mine.remove(`renewals/${id}`)
    expect((await verdict()).headline).toBe('No. Your Texas RN license expired on Mar 9, 2026.')
  })

  it('is yes again once the new card is entered', async () => {
    const license = await mine.addLicense({ expiresAt: '2026-03-09' })
    const { id } = await mine.start(license.id, { submittedOn: '2026-03-01' })
    await mine.finish(id)
    expect(await verdict()).toMatchObject({ verdict: 'yes', until: '2028-04-30' })
  })
})

describe('the renewals of all credentials', () => {
  const overviews = (who = mine) => who.get<{ items: RenewalOverview[] }>('renewals')

  it('include the open one of each, and the last finished one with the end of its term', async () => {
    const license = await mine.addLicense()
    const first = await mine.start(license.id)
    await mine.finish(first.id)
    services.clock.set('2026-03-11T15:00:00.000Z')
    const last = await mine.start(license.id)
    await mine.finish(last.id, { expiresAt: '2030-04-30' })
    const open = await mine.start(license.id, { submittedOn: '2026-03-11' })
    const { items } = await overviews()
    const about = { credentialId: license.id, kind: 'license', title: 'Texas RN' }
    expect(items).toEqual([
      {
        ...{ ...about, id: open.id, state: 'submitted', openedOn: '2026-03-11', submittedOn: '2026-03-11' },
        ...{ finishedAt: null, endedTerm: null, duties: [] },
      },
      {
        ...{ ...about, id: last.id, state: 'done', openedOn: '2026-03-11', submittedOn: null },
        ...{ finishedAt: '2026-03-11T15:00:00.000Z', endedTerm: '2028-04-30', duties: [] },
      },
    ])
  })

  it('include only the owner’s, without deleted ones and those of archived or deleted credentials', async () => {
    const [license, archived, deleted] = [
      await mine.addLicense(),
      await mine.addLicense(),
      await mine.addLicense(),
    ]
    await mine.remove(`renewals/${(await mine.start(license.id)).id}`)
    const { id } = await mine.start(license.id)
    for (const each of [archived, deleted]) await mine.start(each.id)
    await ann.fetch(`/api/credentials/${archived.id}/archive`, { method: 'POST' })
    await mine.remove(`credentials/${deleted.id}`)
    expect((await overviews()).items.map((each) => each.id)).toEqual([id])
    expect(await overviews(other)).toEqual({ items: [] })
    expect((await services.stranger().fetch('/api/renewals')).status).toBe(401)
  })
})
