import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { documentKeys } from '#server/checks/key-service.ts'
import { findCode } from '#server/checks/store.ts'
import { openDatabase } from '#server/db/database.ts'
import { readConfig } from '#server/kernel/config.ts'
import { findStatement } from '#shared/checks/statement.ts'
import { ceuClient, ethics, florida } from '#testing/ceu-vault.ts'
import { createEmptyDatabase } from '#testing/database.ts'
import { openTestServices } from '#testing/test-services.ts'
import { checkFile } from '#web/checks/check-file.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

test('files are checked after a restore as before; with another key they are unknown', async () => {
  const services = await openTestServices()
  closers.push(() => services.close())
  const ann = await services.nurse('ann')
  const { id } = await ceuClient(ann).addCycle(florida)
  await ceuClient(ann).addEntry({ ...ethics, cycleId: id })
  const download = async () =>
    Buffer.from(await (await ann.fetch(`/api/ceu-cycles/${id}/packet?format=zip`)).arrayBuffer())
  const before = await download()
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-backup-'))
  const dataDir = mkdtempSync(join(tmpdir(), 'lanyard-installation-'))
  for (const each of [folder, dataDir]) closers.push(() => rmSync(each, { recursive: true }))
  const config = readConfig({ LANYARD_DATA: services.dataDir, DATABASE_URL: services.database.url })
  const made = await makeBackup(config, folder, () => {})
  // The account makes another document the next day, which the backup does not know.
  services.clock.set('2026-03-11T12:00:00Z')
  const after = await download()

  const source = inject('database')
  const { url, drop } = await createEmptyDatabase(source.kind === 'postgres' ? source.url : '')
  closers.push(drop)
  const there = readConfig({ LANYARD_DATA: dataDir, DATABASE_URL: url })
  await restoreBackup(there, made.folder, { withDeleted: false, log: () => {} })
  const database = await openDatabase({ url, dataDir })
  closers.push(() => database.close())
  const restored = { db: database.db, clock: services.clock }
  const { publicPem } = await documentKeys(restored)
  const codeOf = (bytes: Buffer) => findStatement(bytes.toString('latin1'))?.claimed.code ?? ''
  const check = (bytes: Buffer, key: string) => checkFile(new Blob([new Uint8Array(bytes)]), key)
  for (const file of [before, after])
    expect(await check(file, publicPem)).toMatchObject({ result: 'unchanged' })
  expect(await findCode(restored.db, codeOf(before))).toMatchObject({ kind: 'cePacket' })
  expect(await findCode(restored.db, codeOf(after))).toBeNull()
  await restored.db.execute(`delete from installation_keys where name = 'documents'`)

  const other = await documentKeys(restored)
  expect(other.publicPem).not.toBe(publicPem)
  expect(await check(before, other.publicPem)).toEqual({ result: 'unknown', because: 'other-installation' })
  expect(await check(before, publicPem)).toMatchObject({ result: 'unchanged' })
})
