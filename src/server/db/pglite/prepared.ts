import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectMigrations, projectTriggers } from '#server/db/schema.ts'
import { embeddedVersion } from './version.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * The folder of a database that the build has filled with every migration and the triggers. A first start copies it.
 * The folder's name contains the hash of its schema, so that a folder of another version is not found.
 */
export const preparedFolder = (): string => join(root, 'dist', 'server', 'database', schemaHash())

/** 16 hexadecimal digits of a hash of the migrations, the triggers and the version of PostgreSQL. */
export function schemaHash(): string {
  const hash = createHash('sha256').update(embeddedVersion).update(readFileSync(projectTriggers))
  for (const name of readdirSync(projectMigrations, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(projectMigrations, name)
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}
