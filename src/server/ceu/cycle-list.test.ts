import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { asOwnerId } from '#server/users/owner.ts'
import { ceRuleOf, wayWith } from '#testing/ce-rule.ts'
import { ceuClient, texas } from '#testing/ceu-vault.ts'
import { openFileServices } from '#testing/file-services.ts'
import type { Nurse } from '#testing/test-services.ts'
import { listCycles } from './cycle-store.ts'
import { ceuCycles } from './table.ts'

const services = await openFileServices()
const { db } = services

const certified = ceRuleOf({
  ways: [wayWith('ce', { amount: 20 }), wayWith('certified', { kind: 'certification', amount: null })],
})
const practiced = ceRuleOf({
  ways: [wayWith('ce', { amount: 20 }), wayWith('practice', { kind: 'practice_hours', amount: 320 })],
})

const hold = async (nurse: Nurse, code: string, expiresAt: string | null) => {
  const card = { kind: 'certification', name: `“${code}”`, issuer: 'AACN', code, expiresAt }
  const made = await nurse.json('POST', '/api/credentials', card)
  return ((await made.json()) as { id: string }).id
}

it('lists cycles with their sums, titles and what their rules need, with another owner beside', async () => {
  const [ann, bob] = [await services.nurse('ann'), await services.nurse('bob')]
  const [owner, other] = [asOwnerId(ann.id), asOwnerId(bob.id)]
  const list = (each = owner, query: Parameters<typeof listCycles>[2] = {}) => listCycles(db, each, query)
  expect(await list()).toEqual([])

  const held = await hold(ann, 'CCRN', '2028-01-31')
  await hold(ann, 'CNOR', '2027-12-31')
  await hold(ann, 'BLS', '2027-12-31')
  await hold(ann, 'TNCC', '2027-12-31')
  await hold(ann, 'CEN', null)
  const removed = await hold(ann, 'OCN', '2027-12-31')
  await hold(bob, 'CMSRN', '2027-12-31')
  const annCeu = ceuClient(ann)
  const first = await annCeu.addCycle({ ...texas, certificationId: held })
  const second = await annCeu.addCycle({ ...texas, cycleStart: '2023-04-01', cycleEnd: '2025-03-31' })
  const third = await annCeu.addCycle({ ...texas, certificationId: removed })
  await ceuClient(bob).addCycle(texas)
  const entry = { cycleId: first.id, title: 'Pain', provider: 'TNA', completedAt: '2026-01-10' }
  for (const hours of [1.25, 2.5]) await ann.json('POST', '/api/ceu-entries', { ...entry, hours })
  const gone = await ann.json('POST', '/api/ceu-entries', { ...entry, hours: 4 })
  await ann.fetch(`/api/ceu-entries/${((await gone.json()) as { id: string }).id}`, { method: 'DELETE' })
  await ann.fetch(`/api/credentials/${removed}`, { method: 'DELETE' })

  const found = await list()
  expect(found.map(({ id }) => id).slice(2)).toEqual([second.id])
  const ofFirst = found.find(({ id }) => id === first.id)
  expect(ofFirst).toMatchObject({ entryCount: 2, hoursCompleted: 3.75, credentialTitle: '“CCRN”' })
  expect(await list(owner, { certificationId: held })).toHaveLength(1)
  expect(await list(owner, { licenseId: held })).toEqual([])
  expect(await list(other)).toHaveLength(1)

  for (const rule of [certified, practiced]) {
    await db.update(ceuCycles).set({ rule, ruleId: rule.id }).where(eq(ceuCycles.id, second.id))
    const [{ certifications } = { certifications: [] }] = await list()
    expect(certifications.map(({ title }) => title)).toEqual(
      rule === certified ? ['CNOR', 'CCRN', 'CEN'] : [],
    )
  }
  await ann.fetch(`/api/ceu-cycles/${third.id}`, { method: 'DELETE' })
  expect(await list()).toHaveLength(2)
})
