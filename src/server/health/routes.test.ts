import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { translateIn } from '#server/i18n/translations.ts'
import { reminderSettings } from '#server/reminders/table.ts'
import { purgeTrash } from '#server/trash/job.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { type HealthRecord, healthRecordInput } from '#shared/health/record.ts'
import { healthStateText, healthTitle } from '#shared/health/record-text.ts'
import { sampleHealthRecord } from '#shared/health/sample.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { defaultSettings } from '#shared/reminders/settings.ts'
import { ceuClient, readJson } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { addHealthRecord, tbTest } from '#testing/health-records.ts'
import { addFile } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { createHealthRecord } from './service.ts'
import { healthTrash, listHealthRecordDates } from './store.ts'
import { healthRecords } from './table.ts'

const now = '2026-03-10T15:00:00.000Z'
let services: TestServices
let ann: Nurse
let mine: ReturnType<typeof ceuClient>
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  mine = ceuClient(ann)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set(now)
  await services.db.delete(healthRecords)
  await services.db.delete(reminderSettings)
})

const post = (body: object, key?: string) =>
  ann.json('POST', '/api/health-records', body, key ? { 'Idempotency-Key': key } : {})
const list = async (query = '') => (await mine.get<{ items: HealthRecord[] }>(`health-records${query}`)).items
const errorsOf = async (body: object) => {
  const refusal = await mine.refusal('POST', 'health-records', body)
  return (refusal.errors ?? []).map(({ path }) => path)
}

describe('adding a record', () => {
  it('keeps every field, and dates a series by its latest dose or titer', async () => {
    const fileIds = [await addFile(ann, formOf(aPdf(), 'titer.pdf'))]
    const answer = await post({ ...sampleHealthRecord, fileIds }, 'key-1')
    expect(answer.status).toBe(201)
    const record = (await answer.json()) as HealthRecord
    expect(record).toEqual({
      ...sampleHealthRecord,
      ...{ fileIds, id: record.id, performedOn: '2025-03-01', createdAt: now, updatedAt: now },
    })
    expect(answer.headers.get('location')).toBe(`/api/health-records/${record.id}`)
    expect(await mine.get(`upload/${fileIds[0]}`)).toMatchObject({ resourceType: 'healthRecord' })
    expect(await (await post({ ...sampleHealthRecord, fileIds }, 'key-1')).json()).toEqual(record)
    expect(await list()).toEqual([record])
  })

  it('names every invalid field', async () => {
    expect(await errorsOf({ ...tbTest, fields: { testType: 'guess', mask: 'N95' } })).toEqual([
      'fields.mask',
      'fields.testType',
    ])
    expect(await errorsOf({ kind: 'other' })).toEqual(['fields.name'])
    expect(await errorsOf({ ...tbTest, dueOn: '2026-02-13' })).toEqual(['dueOn'])
    expect(await errorsOf({ ...tbTest, doses: [{ givenOn: '2026-01-01' }] })).toEqual(['doses'])
    expect(await errorsOf({ kind: 'mmr', titers: [{ takenOn: '2026-01-01', result: 'immune' }] })).toEqual([
      'titers.0.antigen',
    ])
    expect(await errorsOf({ ...tbTest, performedOn: '2026-03-11', dueOn: null })).toEqual(['performedOn'])
    expect(await errorsOf({ kind: 'mmr', doses: [{ givenOn: '2027-01-01' }] })).toEqual(['doses.0.givenOn'])
  })

  it('is refused at the limit, and so is restoring', async () => {
    const owner = asOwnerId(ann.id)
    const local = { now: new Date(now), today: '2026-03-10' }
    const input = healthRecordInput.parse(tbTest)
    const { fieldCipher, db } = services
    const create = () => db.transaction((tx) => createHealthRecord(tx, fieldCipher, owner, input, local, 1))
    const { id } = await create()
    await expect(create()).rejects.toMatchObject({ code: 'too_many_health_records' })
    await db.transaction((tx) => healthTrash.remove(tx, owner, id, local.now))
    await create()
    const restore = db.transaction((tx) => healthTrash.restore(tx, owner, id, local.now, 1))
    await expect(restore).rejects.toMatchObject({ code: 'too_many_health_records' })
  })
})

it('a change checks the result, and leaves absent fields unchanged', async () => {
  const id = await addHealthRecord(ann, { notes: 'Clinic' })
  const patch = (body: object) => ann.json('PATCH', `/api/health-records/${id}`, body)
  expect((await patch({ dueOn: '2026-01-01' })).status).toBe(422)
  expect((await patch({ kind: 'mmr' })).status).toBe(422)
  expect(await (await patch({ dueOn: null })).json()).toMatchObject({
    ...{ dueOn: null, notes: 'Clinic', fields: tbTest.fields, performedOn: tbTest.performedOn },
  })
})

it('a search covers all fields, and every word has to occur', async () => {
  await addHealthRecord(ann, { fields: { testType: 'tst', provider: 'County Clinic' } })
  await addHealthRecord(ann, { kind: 'fit_test', dueOn: null, fields: { mask: '3M 1860', size: 'Small' } })
  const kinds = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ kind }) => kind)
  expect(await kinds('clinic SKIN')).toEqual(['tb_test'])
  expect(await kinds('1860')).toEqual(['fit_test'])
  expect(await kinds('clinic 1860')).toEqual([])
  expect((await list('?kind=fit_test')).length).toBe(1)
})

it('requirement lists get kinds and dates without the details', async () => {
  const id = await addHealthRecord(ann)
  expect(await listHealthRecordDates(services.db, asOwnerId(ann.id))).toEqual([
    { id, kind: 'tb_test', performedOn: '2026-02-14', expiresOn: '2026-03-30' },
  ])
})

it('a deleted record can be restored for 30 days, and is then purged with its documents', async () => {
  const file = await addFile(ann, formOf(aPdf(), 'tb.pdf'))
  const id = await addHealthRecord(ann, { fileIds: [file] })
  await mine.remove(`health-records/${id}`)
  expect(await list()).toEqual([])
  expect(await mine.get('trash')).toMatchObject({ items: [{ kind: 'healthRecord', id, title: 'TB test' }] })
  expect((await ann.fetch(`/api/health-records/${id}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await list()).toMatchObject([{ id, fileIds: [file] }])
  await mine.remove(`health-records/${id}`)
  services.clock.set('2026-04-10T15:00:00.000Z')
  expect(await purgeTrash(services)).toBe(1)
  expect((await ann.fetch(`/api/upload/${file}`)).status).toBe(404)
})

describe('a date', () => {
  const scheduled = async () => {
    await services.sweep()
    return (await mine.get<{ items: Reminder[] }>('reminders?state=scheduled')).items
  }

  it('has a reminder and is listed as due until a newer record of the kind replaces it', async () => {
    const id = await addHealthRecord(ann)
    expect(await scheduled()).toMatchObject([{ resourceId: id, title: 'TB test', dueOn: '2026-03-30' }])
    expect(await mine.get('health-records/due')).toEqual({
      items: [{ id, kind: 'tb_test', dueOn: '2026-03-30', title: 'TB test' }],
    })
    const newer = await addHealthRecord(ann, { performedOn: '2026-03-01', dueOn: null })
    expect(await scheduled()).toEqual([])
    expect(await mine.get('health-records/due')).toEqual({ items: [] })
    await mine.remove(`health-records/${newer}`)
    expect(await scheduled()).toMatchObject([{ resourceId: id }])
  })

  it('is not replaced for kinds that can have several records', async () => {
    const license = { kind: 'drivers_license', fields: {}, dueOn: '2026-04-01' }
    await addHealthRecord(ann, { ...license, performedOn: '2020-01-01' })
    await addHealthRecord(ann, { ...license, performedOn: '2025-01-01' })
    expect(await scheduled()).toHaveLength(2)
  })

  it('is sent without the kind unless the owner allows it', async () => {
    await addHealthRecord(ann)
    const { url } = await readJson<{ url: string }>(ann.json('POST', '/api/reminders/calendar', {}))
    const feed = async () => {
      const answer = await services.stranger().fetch(new URL(url).pathname)
      const text = ICAL.stringify(ICAL.parse(await answer.text())).replace(/\r\n /g, '')
      return text
    }
    await services.sweep()
    services.clock.set('2026-03-23T15:00:00.000Z')
    await services.sweep()
    const mails = () => JSON.stringify(services.outbox().filter(({ kind }) => kind === 'reminder'))
    expect(mails()).toContain('A health record is due in 7 days')
    expect(await feed()).toContain('A health record is due')
    expect(`${mails()}${await feed()}`).not.toMatch(/TB test|tuberculosis|igra/i)
    const settings = { ...defaultSettings, namesHealthRecords: true }
    expect((await ann.json('PUT', '/api/reminders/settings', settings)).status).toBe(200)
    expect(await feed()).toContain('TB test is due')
    services.clock.set('2026-03-29T15:00:00.000Z')
    await services.sweep()
    expect(mails()).toContain('TB test is due tomorrow')
  })

  it('works with settings saved by an earlier version', async () => {
    const { namesHealthRecords: _new, ...earlier } = defaultSettings
    await services.db
      .insert(reminderSettings)
      .values({ ownerId: ann.id, settings: earlier, updatedAt: new Date(now) })
    expect(await mine.get('reminders/settings')).toMatchObject({ namesHealthRecords: false })
    expect((await ann.json('PUT', '/api/reminders/settings', earlier)).status).toBe(200)
  })
})

it('is named, found and dated in the language of the request', async () => {
  await addHealthRecord(ann, { ...tbTest, dueOn: '2026-04-01' })
  const inSpanish = async (path: string) => {
    const answer = await ann.fetch(`/api/health-records${path}`, { headers: { 'Accept-Language': 'es-US' } })
    return ((await answer.json()) as { items: { title?: string }[] }).items
  }
  expect(await inSpanish('/due')).toMatchObject([{ title: 'Prueba de tuberculosis' }])
  expect(await inSpanish('?q=tuberculosis')).toHaveLength(1)
  expect(await list('?q=tuberculosis')).toEqual([])
  const t = translateIn('es')
  const told = { ...sampleHealthRecord, performedOn: null, notes: null } as HealthRecord
  expect(healthStateText(told, t)).toBe('2 de 3 dosis registradas; título de anticuerpos registrado: inmune')
  expect(healthTitle({ kind: 'insurance', fields: { coverage: 'liability' } }, t)).toBe(
    'Seguro: Responsabilidad profesional',
  )
})
