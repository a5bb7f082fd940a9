import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasFilesOfOthers, requestsIn, requireOwner, requireServerUser } from './operator-files.ts'

const nobody = 65_534
const embedded = { s3: null, DATABASE_URL: undefined }

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-owner-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the owner of the data folder runs commands, and before there is one everybody does', () => {
  const folder = aFolder()
  requireOwner({ ...embedded, dataDir: folder })
  requireOwner({ ...embedded, dataDir: join(folder, 'none') })
})

test.runIf(process.getuid?.() === 0)('root runs none where the server of another user runs', () => {
  const folder = aFolder()
  chownSync(folder, nobody, nobody)
  const dataDir = folder
  expect(() => requireOwner({ ...embedded, dataDir })).toThrow(
    /belongs to the user with the id 65534.*README/,
  )
  writeFileSync(join(folder, 'lanyard.lock'), '')
  requireOwner({ ...embedded, dataDir })
  chownSync(join(folder, 'lanyard.lock'), nobody, nobody)
  chownSync(folder, 0, 0)
  expect(() => requireOwner({ ...embedded, dataDir })).toThrow(/belongs to the user/)
})

test.runIf(process.getuid?.() === 0)('root starts no server where one of another user was', () => {
  const folder = aFolder()
  requireServerUser({ ...embedded, dataDir: folder })
  writeFileSync(join(folder, 'lanyard.lock'), '')
  requireServerUser({ ...embedded, dataDir: folder })
  expect(hasFilesOfOthers(folder)).toBe(false)
  chownSync(join(folder, 'lanyard.lock'), nobody, nobody)
  expect(() => requireServerUser({ ...embedded, dataDir: folder })).toThrow(/start Lanyard as that user/)
  requireServerUser({ DATABASE_URL: 'postgres://there/lanyard', dataDir: folder })
  expect(hasFilesOfOthers(folder)).toBe(true)
})

test('a folder of requests that cannot be read has none', () => {
  const folder = aFolder()
  writeFileSync(join(folder, 'requests'), '')
  expect(requestsIn(join(folder, 'requests'))).toEqual([])
  expect(requestsIn(join(folder, 'none'))).toEqual([])
})
