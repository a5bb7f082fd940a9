import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { ImportBatch, ImportItems, ImportMade } from '#shared/imports/batch.ts'
import { ceuClient, ethics, florida, readJson } from '#testing/ceu-vault.ts'
import { addImport, importedTable } from '#testing/table-imports.ts'
import { type Nurse, openTestServices } from '#testing/test-services.ts'

const services = await openTestServices()
afterEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.database.clear()
})
afterAll(() => services.close())

const list = (nurse: Nurse) => readJson<ImportItems>(nurse.fetch('/api/imports'))
const vaultOf = async (nurse: Nurse) =>
  (await readJson<{ items: { id: string; kind: string }[] }>(nurse.fetch('/api/credentials'))).items
const undo = (nurse: Nurse, { id }: Pick<ImportBatch, 'id'>, query = '') =>
  nurse.fetch(`/api/imports/${id}${query}`, { method: 'DELETE' })

describe('a table', () => {
  test('is imported completely, and listed with the use of its columns', async () => {
    const ann = await services.nurse('ann')
    const made = await addImport(ann)
    expect(made).toMatchObject({
      kind: 'credentials',
      fileName: 'my credentials.csv',
      count: 2,
      changed: 0,
      deleted: 0,
    })
    expect((await vaultOf(ann)).map(({ kind }) => kind).sort()).toEqual(['certification', 'license'])
    const { skipped, ...batch } = made
    expect({ skipped, renewed: batch.renewed }).toEqual({ skipped: [], renewed: 0 })
    expect(await list(ann)).toEqual({ items: [batch], columns: [importedTable.columns] })
    const activity = await readJson<{ items: object[] }>(ann.fetch('/api/users/me/activity'))
    expect(activity.items).toContainEqual(
      expect.objectContaining({ action: 'credential_created', resource: 'import', metadata: { count: 2 } }),
    )
  })

  describe('with a later date of a license in the vault', () => {
    const texas = { kind: 'license', type: 'RN', state: 'TX', number: '12', expiresAt: '2026-05-31' }
    const card = { expiresAt: '2028-05-31', issuedAt: '2026-05-02' }
    const importing = (nurse: Nurse, renewals: object[], credentials: object[] = []) =>
      nurse.json('POST', '/api/imports', { fileName: 'cards.csv', credentials, renewals })
    const enter = async (nurse: Nurse) =>
      readJson<{ id: string }>(nurse.json('POST', '/api/credentials', texas))

    test('renews it: its old term is kept, its number stays, and its renewal can be undone', async () => {
      const ann = await services.nurse('ann')
      const { id } = await enter(ann)
      const ohio = { ...texas, state: 'OH', expiresAt: '2028-05-31' }
      const answer = await importing(ann, [{ credentialId: id, card }], [ohio])
      expect(answer.status).toBe(201)
      expect(await answer.json()).toMatchObject({ count: 1, renewed: 1, skipped: [] })
      expect(await vaultOf(ann)).toHaveLength(2)
      expect(await readJson(ann.fetch(`/api/credentials/${id}`))).toMatchObject({ ...card, number: '12' })
      expect(await readJson(ann.fetch(`/api/credentials/${id}/terms`))).toMatchObject({
        items: [{ expiresAt: '2026-05-31', number: '12' }],
      })
      const { items } = await readJson<{ items: { id: string }[] }>(
        ann.fetch(`/api/credentials/${id}/renewals`),
      )
      expect((await ann.fetch(`/api/renewals/${items[0]?.id}/undo`, { method: 'POST' })).status).toBe(200)
      expect(await readJson(ann.fetch(`/api/credentials/${id}`))).toMatchObject({ expiresAt: '2026-05-31' })
    })

    test('finishes the renewal that is open', async () => {
      const ann = await services.nurse('ann')
      const { id } = await enter(ann)
      const open = await readJson<{ id: string }>(ann.json('POST', `/api/credentials/${id}/renewals`, {}))
      expect((await importing(ann, [{ credentialId: id, card }])).status).toBe(201)
      expect(await readJson(ann.fetch(`/api/renewals/${open.id}`))).toMatchObject({ state: 'done' })
    })

    describe('is undone with the import', () => {
      const undo = async (nurse: Nurse, { id }: { id: string }) =>
        readJson<object>(nurse.fetch(`/api/imports/${id}`, { method: 'DELETE' }))
      const renewalsOf = async (nurse: Nurse, id: string) =>
        (await readJson<{ items: object[] }>(nurse.fetch(`/api/credentials/${id}/renewals`))).items
      const batchesOf = async (nurse: Nurse) =>
        (await readJson<{ items: object[] }>(nurse.fetch('/api/imports'))).items

      test('so that the earlier term is current again, and nothing is left of the renewal', async () => {
        const ann = await services.nurse('ann')
        const { id } = await enter(ann)
        const made = await readJson<{ id: string }>(importing(ann, [{ credentialId: id, card }]))
        expect(await batchesOf(ann)).toMatchObject([{ id: made.id, count: 0, renewed: 1 }])
        services.clock.advance(60_000)
        expect(await undo(ann, made)).toEqual({ deleted: 0, kept: 0, unrenewed: 1, stillRenewed: 0 })
        expect(await readJson(ann.fetch(`/api/credentials/${id}`))).toMatchObject({
          ...{ expiresAt: '2026-05-31', issuedAt: null, number: '12' },
        })
        expect(await renewalsOf(ann, id)).toEqual([])
        expect(await readJson(ann.fetch(`/api/credentials/${id}/terms`))).toEqual({ items: [] })
      })

      test('and a renewal that was open before is open again', async () => {
        const ann = await services.nurse('ann')
        const { id } = await enter(ann)
        const open = await readJson<{ id: string }>(ann.json('POST', `/api/credentials/${id}/renewals`, {}))
        services.clock.advance(60_000)
        const made = await readJson<{ id: string }>(importing(ann, [{ credentialId: id, card }]))
        await undo(ann, made)
        expect(await renewalsOf(ann, id)).toMatchObject([{ id: open.id, state: 'planned' }])
      })

      test('but stays where the credential was changed since', async () => {
        const ann = await services.nurse('ann')
        const { id } = await enter(ann)
        const made = await readJson<{ id: string }>(importing(ann, [{ credentialId: id, card }]))
        await ann.json('PATCH', `/api/credentials/${id}`, { expiresAt: '2028-06-30' })
        expect(await undo(ann, made)).toMatchObject({ unrenewed: 0, stillRenewed: 1 })
        expect(await readJson(ann.fetch(`/api/credentials/${id}`))).toMatchObject({ expiresAt: '2028-06-30' })
      })
    })

    test('changes nothing if one card is not later, and names its row', async () => {
      const ann = await services.nurse('ann')
      const { id } = await enter(ann)
      const { id: other } = await readJson<{ id: string }>(
        ann.json('POST', '/api/credentials', { ...texas, state: 'OH' }),
      )
      const early = { credentialId: other, card: { expiresAt: '2026-05-31' } }
      const answer = await importing(ann, [{ credentialId: id, card }, early])
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({
        errors: [
          { path: 'renewals.1.card.expiresAt', message: 'This is not after the end of the current term' },
        ],
      })
      expect(await readJson(ann.fetch(`/api/credentials/${id}`))).toMatchObject({ expiresAt: '2026-05-31' })
    })

    test('changes nothing if a credential was deleted meanwhile, and names its row', async () => {
      const ann = await services.nurse('ann')
      const { id } = await enter(ann)
      const gone = await enter(ann)
      await ann.fetch(`/api/credentials/${gone.id}`, { method: 'DELETE' })
      for (const credentialId of [gone.id, '14c60e17-6eaf-4bb9-bcee-5a9baac1ca97']) {
        const answer = await importing(ann, [
          { credentialId: id, card },
          { credentialId, card },
        ])
        expect(answer.status).toBe(422)
        expect(await answer.json()).toMatchObject({
          errors: [{ path: 'renewals.1.credentialId', message: 'It is not in your vault any more' }],
        })
      }
      expect(await readJson(ann.fetch(`/api/credentials/${id}`))).toMatchObject({ expiresAt: '2026-05-31' })
    })

    test('renews only one’s own', async () => {
      const [ann, bea] = [await services.nurse('ann'), await services.nurse('bea')]
      const { id } = await enter(ann)
      expect((await importing(bea, [{ credentialId: id, card }])).status).toBe(403)
      expect(await readJson(ann.fetch(`/api/credentials/${id}`))).toMatchObject({ expiresAt: '2026-05-31' })
      expect((await importing(bea, [])).status).toBe(422)
      const withFile = { ...card, fileIds: ['0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'] }
      expect((await importing(ann, [{ credentialId: id, card: withFile }])).status).toBe(422)
    })
  })

  test('with one bad row imports nothing, and names the field', async () => {
    const ann = await services.nurse('ann')
    const bad = {
      ...importedTable,
      credentials: [...importedTable.credentials, { kind: 'license', type: 'RN', state: '' }],
    }
    const answer = await ann.json('POST', '/api/imports', bad)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      errors: [{ path: 'credentials.2.state', message: 'Required' }],
    })
    expect(await vaultOf(ann)).toEqual([])
    const withFile = { ...importedTable.credentials[0], fileIds: ['0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'] }
    expect(
      (await ann.json('POST', '/api/imports', { ...importedTable, credentials: [withFile] })).status,
    ).toBe(422)
  })

  test.each(['\u0000', '\ud800'])(
    'with a column named %j, which cannot be stored, imports nothing',
    async (name) => {
      const ann = await services.nurse('ann')
      for (const column of [
        { name, use: null },
        { name: 'Name', use: name },
      ]) {
        const answer = await ann.json('POST', '/api/imports', { ...importedTable, columns: [column] })
        expect(answer.status).toBe(422)
      }
      expect(await vaultOf(ann)).toEqual([])
    },
  )

  test('leaves out what is in the vault already, unless it is wanted twice', async () => {
    const ann = await services.nurse('ann')
    const texas = { kind: 'license', type: 'RN', state: 'TX', number: 'RN 884213', expiresAt: '2027-05-31' }
    const bls = {
      kind: 'certification',
      code: 'BLS',
      name: 'Basic Life Support',
      issuer: 'American Heart Association',
      expiresAt: '2028-02-29',
    }
    for (const one of [texas, bls]) await ann.json('POST', '/api/credentials', one)
    const credentials = [
      { ...texas, number: '884213', expiresAt: '2029-05-31' },
      { ...texas, state: 'OH', number: '1' },
      bls,
      { ...bls, expiresAt: '2030-02-28' },
      { ...texas, state: 'OH', number: '01' },
    ]
    const send = (more: object) =>
      readJson<ImportMade>(ann.json('POST', '/api/imports', { fileName: 'a.csv', credentials, ...more }))
    expect(await send({})).toMatchObject({ count: 2, skipped: [0, 2, 4] })
    expect(await vaultOf(ann)).toHaveLength(4)
    expect(await send({})).toMatchObject({ count: 0, skipped: [0, 1, 2, 3, 4] })
    expect((await list(ann)).items).toMatchObject([{ count: 2 }])
    expect(await send({ duplicates: 'keep' })).toMatchObject({ count: 5, skipped: [] })
    expect(await vaultOf(ann)).toHaveLength(9)
  })

  test('imports again what was deleted', async () => {
    const ann = await services.nurse('ann')
    await undo(ann, await addImport(ann))
    expect(await addImport(ann)).toMatchObject({ count: 2, skipped: [] })
  })

  test('sent twice with one key is imported once', async () => {
    const ann = await services.nurse('ann')
    const send = () =>
      ann.json('POST', '/api/imports', importedTable, { 'Idempotency-Key': 'a-key-of-this-table' })
    const [first, second] = [await readJson<ImportBatch>(send()), await readJson<ImportBatch>(send())]
    expect(second.id).toBe(first.id)
    expect(await vaultOf(ann)).toHaveLength(2)
  })
})

describe('undo', () => {
  test('moves the imported records to the trash, once', async () => {
    const ann = await services.nurse('ann')
    const made = await addImport(ann)
    const answer = await undo(ann, made)
    expect(await answer.json()).toMatchObject({ deleted: 2, kept: 0 })
    expect(await vaultOf(ann)).toEqual([])
    expect((await readJson<{ items: object[] }>(ann.fetch('/api/trash'))).items).toHaveLength(2)
    expect((await undo(ann, made)).status).toBe(409)
    expect((await list(ann)).items).toMatchObject([{ deleted: 2, undoneAt: expect.any(String) }])
  })

  test('keeps records changed since, unless the owner includes them', async () => {
    const ann = await services.nurse('ann')
    const first = await addImport(ann)
    const [one] = await vaultOf(ann)
    services.clock.advance(1000)
    await ann.json('PATCH', `/api/credentials/${one?.id}`, { notes: 'mine' })
    expect((await list(ann)).items).toMatchObject([{ changed: 1, deleted: 0 }])
    expect(await (await undo(ann, first)).json()).toMatchObject({ deleted: 1, kept: 1 })
    expect(await vaultOf(ann)).toMatchObject([{ id: one?.id }])
    const second = await addImport(ann, { duplicates: 'keep' })
    const [other] = (await vaultOf(ann)).filter(({ id }) => id !== one?.id)
    services.clock.advance(1000)
    await ann.json('PATCH', `/api/credentials/${other?.id}`, { notes: 'mine' })
    expect(await (await undo(ann, second, '?changed=delete')).json()).toMatchObject({ deleted: 2, kept: 0 })
    expect(await vaultOf(ann)).toMatchObject([{ id: one?.id }])
  })

  test('is possible for 30 days', async () => {
    const ann = await services.nurse('ann')
    const made = await addImport(ann)
    services.clock.advance(30 * 86_400_000 + 1)
    const answer = await undo(ann, made)
    expect(answer.status).toBe(409)
    expect(await vaultOf(ann)).toHaveLength(2)
  })

  test('works for imported courses, and subtracts their hours', async () => {
    const ann = await services.nurse('ann')
    const { addCycle } = ceuClient(ann)
    const cycle = await addCycle(florida)
    const entries = [1, 2].map((hours) => ({ ...ethics, hours, cycleId: cycle.id, title: `Course ${hours}` }))
    await ann.json('POST', '/api/ceu-entries/import', { entries })
    const { items } = await list(ann)
    expect(items).toMatchObject([{ kind: 'courses', count: 2, changed: 0, deleted: 0, fileName: null }])
    const rows = await readJson<{ items: { id: string }[] }>(ann.fetch('/api/ceu-entries'))
    services.clock.advance(1000)
    await ann.json('PATCH', `/api/ceu-entries/${rows.items[0]?.id}`, { notes: 'mine' })
    expect(await (await undo(ann, items[0] as ImportBatch)).json()).toMatchObject({ deleted: 1, kept: 1 })
    const { hoursCompleted } = await readJson<{ hoursCompleted: number }>(
      ann.fetch(`/api/ceu-cycles/${cycle.id}`),
    )
    expect([1, 2]).toContain(hoursCompleted)
  })

  test('of another nurse’s import is refused and recorded, and an unknown one is not found', async () => {
    const ann = await services.nurse('ann')
    const bob = await services.nurse('bob')
    const made = await addImport(ann)
    expect((await undo(bob, made)).status).toBe(403)
    expect((await undo(bob, { id: '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11' })).status).toBe(404)
    expect((await undo(bob, { id: 'none' })).status).toBe(404)
    expect(await vaultOf(ann)).toHaveLength(2)
    expect((await list(bob)).items).toEqual([])
  })
})
