import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRecords } from '#server/audit/table.ts'
import { healthRecords } from '#server/health/table.ts'
import { healthKind } from '#shared/health/kinds.ts'
import type { ShareView, ViewHealthRecord } from '#shared/shares/view.ts'
import { ceuClient } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { addFile, addLicense, createLink, findLink, openLinkAsVisitor } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { shares } from './table.ts'

let services: TestServices
let ann: Nurse
let license: string
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  license = await addLicense(ann, { number: null })
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.db.delete(shares)
  await services.db.delete(healthRecords)
})

const packet = (ids: readonly string[], more: object = {}) =>
  createLink(ann, {
    resourceType: 'packet',
    resources: [
      { resourceType: 'license', resourceId: license },
      ...ids.map((resourceId) => ({ resourceType: 'healthRecord', resourceId })),
    ],
    ...more,
  })

/** The visitor's view, without the PDF, which takes a second. */
async function viewOf({ token }: { token: string }): Promise<ShareView> {
  const visitor = await openLinkAsVisitor(services, token)
  return (await (await visitor.fetch(`/api/share/${token}`)).json()) as ShareView
}

/** Everything that anyone with the link, or the owner's mailbox and calendar, can read. */
async function everythingShown(token: string): Promise<{ text: string; view: ShareView }> {
  const visitor = await openLinkAsVisitor(services, token)
  const texts: string[] = []
  const read = async (path: string) => {
    const answer = await visitor.fetch(`/api/share/${token}${path}`)
    texts.push(await answer.clone().text())
    return answer
  }
  const view = (await (await read('')).json()) as ShareView
  await read('/cover')
  const pdf = await visitor.fetch(`/api/share/${token}/packet`)
  expect(pdf.status).toBe(200)
  const { text, outline } = await readPdf(new Uint8Array(await pdf.arrayBuffer()))
  const page = await services.stranger().fetch(`/share/${token}`)
  return { view, text: [...texts, text, JSON.stringify(outline), await page.text()].join('\n') }
}

const itemsOf = ({ items }: ShareView) =>
  items.filter((item): item is ViewHealthRecord => item.resourceType === 'healthRecord')

const secrets = (name: string) => ({
  kind: 'other',
  fields: {
    name: `Name ${name}`,
    number: `Number ${name}`,
    result: `Result ${name}`,
    provider: `At ${name}`,
  },
  notes: `Notes ${name}`,
  dueOn: '2026-03-30',
})

describe('with any selection', () => {
  it('no text of an unticked record is in any response, PDF, mail or calendar', async () => {
    const names = ['Alfa', 'Bravo', 'Delta']
    const ids = new Map<string, string>()
    for (const name of names) {
      const file = await addFile(ann, formOf(aPdf(), `Scan ${name}.pdf`))
      ids.set(name, await addHealthRecord(ann, { ...secrets(name), fileIds: [file] }))
    }
    await services.sweep()
    const flag = fc.boolean()
    const mask = fc.record({ numbers: flag, results: flag, files: flag })
    await fc.assert(
      fc.asyncProperty(fc.subarray(names), mask, flag, async (ticked, health, hideNumber) => {
        services.outbox().length = 0
        const chosen = ticked.map((name) => ids.get(name) ?? '')
        const { token } = await packet(chosen, { masks: { hideNumber, health } })
        const { text, view } = await everythingShown(token)
        const mails = JSON.stringify(services.outbox())
        for (const name of names) {
          expect(mails).not.toContain(name)
          expect(text).not.toContain(`Notes ${name}`)
          if (!ticked.includes(name)) expect(text).not.toContain(name)
          else {
            expect(text).toContain(`Name ${name}`)
            expect(text.includes(`Number ${name}`)).toBe(health.numbers && !hideNumber)
            expect(text.includes(`Result ${name}`)).toBe(health.results)
            expect(text.includes(`Scan ${name}`)).toBe(health.files && !hideNumber)
          }
        }
        expect(itemsOf(view)).toHaveLength(ticked.length)
      }),
      { numRuns: process.env.EVERYTHING ? 25 : 2 },
    )
  })
})

it('numbers, results and documents are hidden by default, and marked as hidden', async () => {
  const file = await addFile(ann, formOf(aPdf(), 'scan.pdf'))
  const link = await packet([await addHealthRecord(ann, { ...secrets('Alfa'), fileIds: [file] })])
  const view = await viewOf(link)
  expect(itemsOf(view)).toMatchObject([
    {
      ...{ title: 'Name Alfa', files: [], filesWithheld: 1 },
      facts: [
        { name: 'What is it?', text: 'Name Alfa', isHidden: false },
        { name: 'Number', text: null, isHidden: true },
        { name: 'Result', text: null, isHidden: true },
        { name: 'Where', text: 'At Alfa' },
      ],
    },
  ])
})

it('a titer is shown with its date, and its result only if ticked', async () => {
  const titers = [{ takenOn: '2025-03-01', result: 'not_immune', antigen: 'mumps' }]
  const doses = [{ givenOn: '1998-08-20' }]
  const id = await addHealthRecord(ann, { kind: 'mmr', fields: {}, doses, titers })
  const shown = async (health: object) => itemsOf(await viewOf(await packet([id], { masks: { health } })))
  expect(await shown({})).toMatchObject([
    {
      ...{ performedLabel: 'Latest dose', performedOn: '1998-08-20' },
      titers: [{ takenOn: '2025-03-01', antigen: 'Mumps', result: null }],
    },
  ])
  expect(await shown({ results: true })).toMatchObject([{ titers: [{ result: 'not immune' }] }])
})

it('an existing link gains no record, and loses a file that became a document of one', async () => {
  const file = await addFile(ann, formOf(aPdf(), 'Titer of Alfa.pdf'))
  const resources = [
    { resourceType: 'license', resourceId: license },
    { resourceType: 'file', resourceId: file },
  ]
  const { token } = await createLink(ann, { resourceType: 'packet', resources })
  expect(JSON.stringify(await viewOf({ token }))).toContain('Titer of Alfa')
  await addHealthRecord(ann, { ...secrets('Alfa'), fileIds: [file] })
  expect(JSON.stringify(await viewOf({ token }))).not.toContain('Alfa')
  const again = await ann.json('POST', '/api/share', { resourceType: 'packet', resources })
  expect(again.status).toBe(404)
})

it('cannot be frozen or shared outside a packet, and requires a reauthentication', async () => {
  const id = await addHealthRecord(ann)
  const resources = [{ resourceType: 'healthRecord', resourceId: id }]
  const share = (body: object) => ann.json('POST', '/api/share', body)
  const frozen = await share({ resourceType: 'packet', resources, mode: 'frozen' })
  expect(await frozen.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'mode' }] })
  expect((await share({ resourceType: 'healthRecord', resourceId: id })).status).toBe(422)
  const now = services.clock.now().toISOString()
  services.clock.advance(3_600_000)
  const late = await share({ resourceType: 'packet', resources, masks: { hideNumber: true } })
  expect(await late.json()).toMatchObject({ code: 'reauthentication_needed' })
  services.clock.set(now)
  expect((await share({ resourceType: 'packet', resources })).status).toBe(201)
})

it('another nurse cannot share it', async () => {
  const bob = await services.nurse('bob')
  const resources = [{ resourceType: 'healthRecord', resourceId: await addHealthRecord(bob) }]
  const answer = await ann.json('POST', '/api/share', { resourceType: 'packet', resources })
  expect(await answer.json()).toMatchObject({ status: 403, code: 'health_record_not_owned' })
})

it('the owner’s activity log names each record that was shown to a visitor', async () => {
  const file = await addFile(ann, formOf(aPdf(), 'scan.pdf'))
  const id = await addHealthRecord(ann, { fileIds: [file] })
  const link = await packet([id], { masks: { health: { files: true } } })
  const reads = async () =>
    (await services.db.select().from(auditRecords))
      .filter(({ resourceId }) => resourceId === id)
      .filter(({ action }) => action === 'credential_health_shown')
  expect(await reads()).toHaveLength(0)
  const { view } = await everythingShown(link.token)
  expect(await reads()).toMatchObject([
    { resource: 'healthRecord', metadata: { share: link.id }, sessionId: 'visitor' },
    {},
  ])
  const visitor = await openLinkAsVisitor(services, link.token)
  const [item] = itemsOf(view)
  expect((await visitor.fetch(`/api/share/${link.token}/files/${item?.files[0]?.id}`)).status).toBe(200)
  expect(await reads()).toHaveLength(4)
  const { items } = await ceuClient(ann).get<{ items: { action: string; name: string }[] }>(
    'users/me/activity',
  )
  expect(items).toContainEqual(
    expect.objectContaining({ action: 'credential_health_shown', name: 'TB test' }),
  )
  expect((await findLink(ann, link)).resources[1]).toMatchObject({ title: 'TB test' })
})

it('every kind can be shared', async () => {
  const ids: string[] = []
  for (const kind of healthKind.options)
    ids.push(await addHealthRecord(ann, { kind, fields: kind === 'other' ? { name: 'X' } : {} }))
  const view = await viewOf(await packet(ids))
  expect(itemsOf(view)).toHaveLength(ids.length)
})
