import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { ceuClient } from '#testing/ceu-vault.ts'
import { newCard, renewalClient } from '#testing/renewals.ts'
import { addPdf } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let mine: ReturnType<typeof renewalClient>
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  mine = renewalClient(ann)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  for (const table of ['credentials', 'ceu_cycles', 'files'])
    await services.database.pool.query(`delete from ${table}`)
})

const total = async () =>
  Number((await services.database.pool.query('select sum(size) as size from files')).rows[0].size)

/** A license with front and back, its submitted renewal with a receipt, and the new card. */
async function submitted() {
  const pdf = async (name: string) => {
    services.clock.advance(1000)
    return addPdf(ann, name)
  }
  const front = await pdf('front.pdf')
  const back = await pdf('back.pdf')
  const license = await mine.addLicense({ fileId: front, fileIds: [front, back] })
  const receipt = await pdf('receipt.pdf')
  const renewal = await mine.start(license.id, { submittedOn: '2026-03-01', fileIds: [receipt] })
  const card = await pdf('new.pdf')
  services.clock.advance(1000)
  return { license, renewal, front, back, receipt, card }
}

describe('finishing', () => {
  it('gives the credential the new card, and keeps the old term with its documents', async () => {
    const { license, renewal, front, back, receipt, card } = await submitted()
    const size = await total()
    const done = await mine.finish(renewal.id, { ...newCard, number: 'TX-2', fileIds: [card] })
    expect(done).toMatchObject({ state: 'done', submittedOn: '2026-03-01', fileIds: [receipt] })
    expect(await mine.credential(license.id)).toMatchObject({
      ...newCard,
      ...{ number: 'TX-2', fileId: card, fileIds: [card], status: 'active' },
    })
    const [term, ...others] = await mine.terms(license.id)
    expect(others).toEqual([])
    expect(term).toMatchObject({
      ...{ renewalId: renewal.id, issuedAt: '2024-04-01', expiresAt: '2026-04-30', number: 'TX-1' },
      ...{ neverExpires: false, fileIds: [front, back], endedAt: done.finishedAt },
    })
    expect(await total()).toBe(size)
    expect(await mine.get<{ items: object[] }>('upload?unattached=true')).toMatchObject({ items: [] })
    expect(await mine.get('credentials/summary')).toMatchObject({ total: 1 })
    expect(await mine.get<{ items: object[] }>('credentials?q=TX-2')).toMatchObject({ items: [{}] })
    expect(await mine.get<{ items: object[] }>('credentials?q=TX-1')).toMatchObject({ items: [] })
  })

  it('keeps the number unless another one is given, and null clears it', async () => {
    const first = await mine.addLicense()
    await mine.finish((await mine.start(first.id)).id)
    expect(await mine.credential(first.id)).toMatchObject({ number: 'TX-1' })
    const second = await mine.addLicense()
    await mine.finish((await mine.start(second.id)).id, { neverExpires: true, number: null })
    expect(await mine.credential(second.id)).toMatchObject({
      ...{ number: null, expiresAt: null, neverExpires: true, dateMissing: false },
    })
  })

  it.each<[string, object, string[]]>([
    ['a term without an end', {}, ['expiresAt']],
    ['an end that is not later', { expiresAt: '2026-04-30' }, ['expiresAt']],
    ['an end before its issue', { issuedAt: '2028-01-01', expiresAt: '2027-01-01' }, ['expiresAt']],
    ['both an end and no end', { expiresAt: '2028-01-01', neverExpires: true }, ['neverExpires']],
  ])('refuses %s', async (_what, card, paths) => {
    const { license, renewal } = await submitted()
    expect(await mine.refusal('POST', `renewals/${renewal.id}/finish`, card)).toEqual([
      ...[422, 'invalid', ...paths],
    ])
    expect(await mine.terms(license.id)).toEqual([])
    expect(await mine.credential(license.id)).toEqual(license)
  })

  it('rejects a document of the old card', async () => {
    const { renewal, front } = await submitted()
    const refusal = await mine.refusal('POST', `renewals/${renewal.id}/finish`, {
      ...newCard,
      fileIds: [front],
    })
    expect(refusal).toEqual([422, 'invalid', 'fileIds.0'])
  })

  it('happens once, even with concurrent requests', async () => {
    const { license, renewal } = await submitted()
    const ask = (year: number) =>
      ann.json('POST', `/api/renewals/${renewal.id}/finish`, { ...newCard, expiresAt: `${year}-04-30` })
    const answers = await Promise.all([2027, 2028, 2029, 2030].map(ask))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await mine.terms(license.id)).toHaveLength(1)
    expect(await mine.refusal('POST', `renewals/${renewal.id}/finish`, newCard)).toEqual([
      409,
      'renewal_done',
    ])
    expect(await mine.refusal('PATCH', `renewals/${renewal.id}`, { state: 'planned' })).toEqual([
      ...[409, 'renewal_done'],
    ])
    expect(await mine.change(renewal.id, { fee: 5 })).toMatchObject({ state: 'done', fee: 5 })
  })

  it('returns the same response for the same Idempotency-Key', async () => {
    const { license, renewal } = await submitted()
    const ask = async () =>
      (
        await ann.json('POST', `/api/renewals/${renewal.id}/finish`, newCard, {
          'Idempotency-Key': renewal.id,
        })
      ).json()
    expect(await ask()).toEqual(await ask())
    expect(await mine.terms(license.id)).toHaveLength(1)
  })

  it('and a concurrent edit both take effect, one after the other', async () => {
    for (let round = 0; round < 5; round++) {
      const license = await mine.addLicense()
      const { id } = await mine.start(license.id)
      const [finished, edited] = await Promise.all([
        ann.json('POST', `/api/renewals/${id}/finish`, newCard),
        ann.json('PATCH', `/api/credentials/${license.id}`, { number: 'TX-9', notes: 'edited' }),
      ])
      expect([finished.status, edited.status]).toEqual([200, 200])
      expect(await mine.credential(license.id)).toMatchObject({ ...newCard, number: 'TX-9', notes: 'edited' })
      const [term] = await mine.terms(license.id)
      expect(['TX-1', 'TX-9']).toContain(term?.number)
      expect(term).toMatchObject({ expiresAt: '2026-04-30' })
    }
  })

  it('moves the reminders to the new date immediately', async () => {
    const license = await mine.addLicense()
    await services.sweep()
    const due = async () => {
      const { items } = await mine.get<{ items: Reminder[] }>('reminders')
      return [...new Set(items.filter((each) => each.state === 'scheduled').map(({ dueOn }) => dueOn))]
    }
    expect(await due()).toEqual(['2026-04-30'])
    const { id } = await mine.start(license.id)
    await mine.finish(id)
    await services.sweep()
    expect(await due()).toEqual(['2028-04-30'])
    await mine.undo(id)
    await services.sweep()
    expect(await due()).toEqual(['2026-04-30'])
  })

  it('leaves the old CE cycle unchanged, and the next one is proposed from the new dates', async () => {
    const ceu = ceuClient(ann)
    const license = await mine.addLicense()
    const cycle = await ceu.addCycle({
      ...{ state: 'TX', cycleStart: '2024-05-01', cycleEnd: '2026-04-30', requiredHours: 20 },
      ...{ licenseId: license.id, ruleId: 'TX-RN' },
    })
    const proposal = async () => {
      const { items } = await mine.get<{ items: CycleProposal[] }>('ceu-cycles/proposals')
      return items.find(({ credentialId }) => credentialId === license.id)
    }
    expect(await proposal()).toMatchObject({ hasCycle: true })
    await mine.finish((await mine.start(license.id)).id)
    services.clock.set('2026-05-02T15:00:00.000Z')
    await ann.signIn()
    expect(await ceu.cycle(cycle.id)).toMatchObject({ cycleEnd: '2026-04-30', licenseId: license.id })
    expect(await proposal()).toMatchObject({
      ...{ cycleStart: '2026-05-01', cycleEnd: '2028-04-30', hasCycle: false },
    })
  })
})

describe('undoing', () => {
  it('restores the old dates, number and documents, and the submitted renewal', async () => {
    const { license, renewal, card } = await submitted()
    await mine.finish(renewal.id, { ...newCard, number: 'TX-2', fileIds: [card] })
    services.clock.advance(1000)
    expect(await mine.undo(renewal.id)).toMatchObject({ ...renewal, updatedAt: expect.any(String) })
    const back = await mine.credential(license.id)
    expect(back).toEqual({ ...license, updatedAt: back.updatedAt })
    expect(await mine.terms(license.id)).toEqual([])
    const { items } = await mine.get<{ items: { id: string }[] }>('upload?unattached=true')
    expect(items.map(({ id }) => id)).toEqual([card])
    await mine.finish(renewal.id, { ...newCard, fileIds: [card] })
    expect(await mine.terms(license.id)).toHaveLength(1)
  })

  it('a renewal that was never submitted makes it planned again', async () => {
    const { id } = await mine.start((await mine.addLicense()).id)
    await mine.finish(id)
    expect(await mine.undo(id)).toMatchObject({ state: 'planned', submittedOn: null, finishedAt: null })
    expect(await mine.refusal('POST', `renewals/${id}/undo`)).toEqual([409, 'renewal_not_done'])
  })

  it.each<[string, object]>([
    ['the end', { expiresAt: '2028-05-31' }],
    ['the number', { number: 'TX-3' }],
    ['the documents', { fileIds: [] }],
  ])('is refused once %s was changed', async (_what, patch) => {
    const { license, renewal, card } = await submitted()
    await mine.finish(renewal.id, { ...newCard, fileIds: [card] })
    expect((await ann.json('PATCH', `/api/credentials/${license.id}`, patch)).status).toBe(200)
    const before = [await mine.credential(license.id), await mine.terms(license.id)]
    expect(await mine.refusal('POST', `renewals/${renewal.id}/undo`)).toEqual([409, 'renewal_outdated'])
    expect([await mine.credential(license.id), await mine.terms(license.id)]).toEqual(before)
  })

  it('keeps other changes', async () => {
    const { license, renewal } = await submitted()
    await mine.finish(renewal.id)
    await ann.json('PATCH', `/api/credentials/${license.id}`, { notes: 'Kept', tags: ['travel'] })
    await mine.undo(renewal.id)
    expect(await mine.credential(license.id)).toMatchObject({
      ...{ notes: 'Kept', tags: ['travel'], expiresAt: '2026-04-30', number: 'TX-1' },
    })
  })

  it('is refused once the next renewal has begun', async () => {
    const { license, renewal } = await submitted()
    await mine.finish(renewal.id)
    const next = await mine.start(license.id)
    expect(await mine.refusal('POST', `renewals/${renewal.id}/undo`)).toEqual([409, 'renewal_open'])
    await mine.finish(next.id, { expiresAt: '2030-04-30' })
    expect(await mine.refusal('POST', `renewals/${renewal.id}/undo`)).toEqual([409, 'renewal_outdated'])
    await mine.undo(next.id)
    await mine.remove(`renewals/${next.id}`)
    expect(await mine.undo(renewal.id)).toMatchObject({ state: 'submitted' })
  })

  it('and a concurrent edit never mix the two terms', async () => {
    for (let round = 0; round < 5; round++) {
      const license = await mine.addLicense()
      const { id } = await mine.start(license.id)
      await mine.finish(id)
      const [undone, edited] = await Promise.all([
        ann.fetch(`/api/renewals/${id}/undo`, { method: 'POST' }),
        ann.json('PATCH', `/api/credentials/${license.id}`, { number: 'TX-9' }),
      ])
      expect(edited.status).toBe(200)
      const { number, expiresAt } = await mine.credential(license.id)
      const isUndone = undone.status === 200
      expect([number, expiresAt]).toEqual(['TX-9', isUndone ? '2026-04-30' : newCard.expiresAt])
      expect(await mine.terms(license.id)).toHaveLength(isUndone ? 0 : 1)
    }
  })
})
