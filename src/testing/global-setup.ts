import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/database.ts'
import { createFrom, dropDatabase, withName } from './database.ts'
import { embeddedTemplate } from './embedded-template.ts'
import { startTestServer } from './postgres-server.ts'

/** Migrates one template before the test files of a project run. Each file starts from a copy of it. */
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
