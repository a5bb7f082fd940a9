import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a migrations folder in drizzle-kit's format, one migration for each SQL text, and returns its path. */
export function writeMigrations(parent: string, ...migrations: string[]): string {
  const folder = join(parent, 'drizzle')
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = migrations.map((sql, idx) => {
    const tag = `${String(idx).padStart(4, '0')}_test`
    writeFileSync(join(folder, `${tag}.sql`), sql)
    return { idx, version: '7', when: 1_700_000_000_000 + idx, tag, breakpoints: true }
  })
  const journal = { version: '7', dialect: 'postgresql', entries }
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify(journal))
  return folder
}
