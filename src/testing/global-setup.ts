import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/database.ts'
import { embeddedVersion } from '#server/db/pglite/version.ts'
import { createFrom, dropDatabase, type TestDatabaseSource, withName } from './database.ts'
import { startTestServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabaseSource
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const migrationsFolder = join(root, 'drizzle')
const aDay = 86_400_000

/** Migrates one template before all test files of a project; each file then starts from a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (project.name === 'embedded') {
    project.provide('database', { kind: 'embedded', folder: await embeddedTemplate() })
    return async () => {}
  }
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startTestServer()
  const template = `lanyard_template_${randomBytes(6).toString('hex')}`
  await createFrom(server.url, 'template1', template)
  const database = await openDatabase({ url: withName(server.url, template), dataDir: '' })
  await database.close()
  project.provide('database', { kind: 'postgres', url: server.url, template })
  return async () => {
    await dropDatabase(server.url, template)
    await server.stop()
  }
}

/** A migrated data folder, kept between runs for as long as the migrations stay the same. */
async function embeddedTemplate(): Promise<string> {
  const cache = join(root, '.cache', 'embedded')
  const folder = join(cache, migrationsPrint())
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache)) {
    const other = join(cache, name)
    if (other !== folder && Date.now() - statSync(other).mtimeMs > aDay)
      rmSync(other, { recursive: true, force: true })
  }
  if (existsSync(folder)) return folder
  const unfinished = mkdtempSync(join(cache, 'new-'))
  const database = await openDatabase({ url: undefined, dataDir: unfinished })
  await database.close()
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // else another run was quicker
  }
  return folder
}

function migrationsPrint(): string {
  const hash = createHash('sha256').update(embeddedVersion)
  for (const name of readdirSync(migrationsFolder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(migrationsFolder, name)
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}
