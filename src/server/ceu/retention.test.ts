import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TrashPage } from '#shared/trash/trash.ts'
import { ceuClient, texas } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { addFile } from '#testing/share-links.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
  services.clock.set('2026-03-10T15:00:00Z')
})
afterAll(() => services.close())

test('the trash shows how long a board requires proof to be kept, for entries, documents and cycles', async () => {
  const ann = await services.nurse('ann')
  const { addCycle, addEntry, remove, get } = ceuClient(ann)
  const trash = () => get<TrashPage>('trash')
  const keepOf = async (title: string) =>
    (await trash()).items.find((item) => item.title === title || item.kind === title)?.keep
  const file = await addFile(ann, formOf(aPdf(1000), 'certificate.pdf'))
  const loose = await addFile(ann, formOf(aPdf(1000), 'loose.pdf'))
  const cycle = await addCycle({ ...texas, cycleEnd: '2027-03-31', ruleId: 'TX-RN' })
  const own = await addCycle({
    state: 'NV',
    cycleStart: '2025-04-01',
    cycleEnd: '2027-03-31',
    requiredHours: 5,
  })
  const kept = await addEntry({ cycleId: cycle.id, title: 'Ethics', fileId: file })
  const unknown = await addEntry({ cycleId: own.id, title: 'Sepsis' })
  expect(await trash()).toMatchObject({ items: [], keep: null })

  await remove(`upload/${loose}`)
  expect(await trash()).toMatchObject({ items: [{ kind: 'file', keep: null }], keep: null })
  await remove(`ceu-entries/${unknown.id}`)
  const nobody = { until: null, board: null }
  expect([await keepOf('Sepsis'), (await trash()).keep]).toEqual([nobody, nobody])
  await remove(`upload/${file}`)
  const texan = { until: '2033-03-31', board: 'Texas Board of Nursing' }
  expect([await keepOf('certificate.pdf'), (await trash()).keep]).toEqual([texan, texan])
  await remove(`ceu-entries/${kept.id}`)
  expect(await keepOf('Ethics')).toEqual(texan)
  await addEntry({ cycleId: cycle.id, title: 'With its cycle' })
  await remove(`ceu-cycles/${cycle.id}`)
  expect(await keepOf('ceuCycle')).toEqual(texan)
  const bea = await services.nurse('bea')
  expect(await ceuClient(bea).get('trash')).toMatchObject({ items: [], keep: null })
})
