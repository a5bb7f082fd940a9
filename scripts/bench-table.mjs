// Formats the bench's results: numbers, Markdown, the machine, and the pages in `docs/measurements`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { at } from './run.mjs'
import { ensurePostgres } from './setup.mjs'

export const number = (value) => Math.round(value).toLocaleString('en-US')
export const seconds = (value) => `${value.toFixed(value < 10 ? 2 : 0)} s`
export const mebibytes = (bytes) => `${number(bytes / 1024 ** 2)} MiB`

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export function toMarkdown({ columns, rows }) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

/** One line with the machine and the date of a measurement. */
export async function describeMachine() {
  const [{ model }] = cpus()
  return [
    `${cpus().length} × ${model.trim()}`,
    `${Math.round(totalmem() / 1024 ** 3)} GiB`,
    `${platform()} ${release()} ${arch()}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${await postgresVersion()}`,
    new Date().toISOString().slice(0, 10),
  ].join(' · ')
}

async function postgresVersion() {
  const url = process.env.TEST_DATABASE_URL
  if (!url)
    return execFileSync(await ensurePostgres(), ['--version'], { encoding: 'utf8' }).match(/[\d.]+/)[0]
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.end()
  return rows[0].server_version
}

/** Replaces the results on the page of a part. The explanations around them stay. */
export function saveSection({ name, markdown }) {
  const file = at('docs', 'measurements', `${name}.md`)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : `# ${name}\n`
  const begin = `<!-- ${name} -->`
  const end = `<!-- end of ${name} -->`
  const section = `${begin}\n${markdown}\n${end}`
  const [before, rest] = text.split(begin)
  const whole =
    rest === undefined ? `${text.trimEnd()}\n\n${section}\n` : before + section + rest.split(end)[1]
  writeFileSync(file, whole)
}
