import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { streamOf, testConcurrentWrites, testStorageContract } from '#testing/storage-contract.ts'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

let folder: string
let storage: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lanyard-storage-'))
  storage = createDiskStorage(join(folder, 'files'))
})
afterEach(() => rm(folder, { recursive: true }))

testStorageContract(() => storage)
testConcurrentWrites(() => storage)

const filesLeft = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

test('stores files with permissions for the server’s user only', async () => {
  await storage.write('files/ab/card', streamOf('card'), { maxBytes: 10 })
  expect((await stat(join(folder, 'files/files/ab/card'))).mode & 0o777).toBe(0o600)
  for (const path of ['files', 'files/files', 'files/files/ab']) {
    expect((await stat(join(folder, path))).mode & 0o777).toBe(0o700)
  }
})

test('writes nothing outside the folder for an invalid key either', async () => {
  await expect(storage.write('../out', streamOf('x'), { maxBytes: 5 })).rejects.toThrow('storage key')
  expect(await filesLeft()).toEqual([])
})

test('its check fails once the folder is missing', async () => {
  await storage.check()
  expect(await filesLeft()).toEqual([])
  await rm(join(folder, 'files'), { recursive: true })
  await expect(storage.check()).rejects.toThrow()
})
