import { parseArgs } from 'node:util'
import { type Config, readProcessConfig, StartError } from '#server/kernel/config.ts'
import { requireOwner } from '#server/kernel/operator-files.ts'
import { Problem } from '#shared/http/errors.ts'
import { type Backup, makeBackup } from './backup.ts'
import { moveServices } from './move.ts'
import { type Restored, restoreBackup } from './restore.ts'

type Command = (config: Config, args: string[], log: (line: string) => void) => Promise<number>

/** Exit code: done, and nothing is missing. */
const WHOLE = 0
const REFUSED = 1
/** Exit code: done, but some documents were already missing or damaged at the source, or a key is missing. */
const INCOMPLETE = 2

const commands: Record<'backup' | 'restore' | 'move', Command> = {
  async backup(config, args, log) {
    const { positionals } = parsed(args, {}, 'npm run backup -- [folder]', [0, 1])
    const made = await makeBackup(config, positionals[0] ?? './backups', log)
    return reportBackup(made, log)
  },

  async restore(config, args, log) {
    const usage = 'npm run restore -- folder [--with-deleted] [--identity file]'
    const options: Options = { 'with-deleted': { type: 'boolean' }, identity: { type: 'string' } }
    const { positionals, values } = parsed(args, options, usage, [1, 1])
    const withDeleted = values['with-deleted'] === true
    const identity = typeof values.identity === 'string' ? values.identity : undefined
    const restored = await restoreBackup(config, positionals[0] ?? '', { withDeleted, identity, log })
    return reportRestored(restored, withDeleted, log)
  },

  async move(config, args, log) {
    const usage = 'npm run move -- [database | documents]'
    const { positionals } = parsed(args, {}, usage, [0, 1])
    const [only] = positionals
    if (only !== undefined && only !== 'database' && only !== 'documents')
      throw new StartError(`Usage: ${usage}`)
    const halves = {
      database: only === undefined ? config.DATABASE_URL !== undefined : only === 'database',
      documents: only === undefined ? config.s3 !== null : only === 'documents',
    }
    const isGoing =
      (halves.database && config.DATABASE_URL !== undefined) || (halves.documents && config.s3 !== null)
    if (!isGoing) {
      throw new StartError(
        'Set DATABASE_URL to an empty database, the S3_* settings to an empty bucket, or both: there your data will go.',
      )
    }
    const { rows, documents } = await moveServices(config, halves, log)
    const unreadable = [...(documents?.missing ?? []), ...(documents?.damaged ?? [])]
    for (const { id } of unreadable) log(`The document ${id} is missing or damaged in the data folder.`)
    const what = [
      ...(rows === null ? [] : [`${rows} rows to the database`]),
      ...(documents === null ? [] : [`${documents.copied.length} documents to the bucket`]),
    ]
    log(
      `Moved ${what.join(' and ')}: start Lanyard with these settings. The data folder ${config.dataDir} is as it was.`,
    )
    return unreadable.length > 0 ? INCOMPLETE : WHOLE
  },
}

function reportBackup({ folder, manifest }: Backup, log: (line: string) => void): number {
  const unreadable = [...manifest.missing, ...manifest.damaged]
  for (const id of unreadable) log(`The document ${id} is missing or damaged in storage.`)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const { count, bytes } = manifest.documents
  const but =
    unreadable.length > 0 ? `, but ${unreadable.length} documents were already missing or damaged` : ''
  log(`Backed up ${rows} rows and ${count} documents (${megabytes(bytes)}) to ${folder}${but}.`)
  return unreadable.length > 0 ? INCOMPLETE : WHOLE
}

function reportRestored(
  { manifest, rows, documents, deleted, newerBackup, missingKey }: Restored,
  withDeleted: boolean,
  log: (line: string) => void,
): number {
  const { madeAt, missing, damaged } = manifest
  for (const { id, registeredAt } of deleted) {
    log(`The account ${id}, registered on ${registeredAt}, was deleted after ${madeAt}: it is left out.`)
  }
  if (newerBackup === null || withDeleted) {
    log(
      `Accounts that were deleted after ${madeAt} are in it again${withDeleted ? '' : ': no newer backup lies beside this one to tell which'}. Delete those that you know of.`,
    )
  }
  log(
    `Passwords, share links and everything else are as they were at ${madeAt}, and everybody signs in again.`,
  )
  const unreadable = missing.length + damaged.length
  const but =
    unreadable > 0 ? `, but ${unreadable} documents were already missing or damaged when it was made` : ''
  log(`Restored ${rows} rows and ${documents} documents of ${madeAt}${but}.`)
  if (missingKey !== null) log(`${missingKey} Lanyard does not start without it.`)
  return unreadable > 0 || missingKey !== null ? INCOMPLETE : WHOLE
}

type Options = Record<string, { type: 'boolean' | 'string' }>

function parsed(args: string[], options: Options, usage: string, [least, most]: [number, number]) {
  try {
    const found = parseArgs({ args, options, allowPositionals: true })
    const { length } = found.positionals
    if (length >= least && length <= most) return found
  } catch {
    // the error below says it
  }
  throw new StartError(`Usage: ${usage}`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Runs an operator command and resolves to its exit code; a refusal is one sentence on stderr. */
export async function runCommand(name: keyof typeof commands, args: string[]): Promise<number> {
  try {
    const log = (line: string) => void process.stdout.write(`${line}\n`)
    const config = readProcessConfig()
    requireOwner(config)
    return await commands[name](config, args, log)
  } catch (error) {
    if (!(error instanceof StartError || error instanceof Problem)) throw error
    process.stderr.write(`${error.message}\n`)
    return REFUSED
  }
}
