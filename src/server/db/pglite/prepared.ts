import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embeddedVersion } from './version.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * The folder of a database that the build has filled with every migration, which a first start copies. Its name says
 * which migrations these are, so that one of another version is not found.
 */
export const preparedFolder = (): string => join(root, 'dist', 'server', 'database', migrationsHash())

/** 16 hexadecimal digits over the migrations and the version of PostgreSQL. */
export function migrationsHash(): string {
  const migrations = join(root, 'drizzle')
  const hash = createHash('sha256').update(embeddedVersion)
  for (const name of readdirSync(migrations, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(migrations, name)
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}
