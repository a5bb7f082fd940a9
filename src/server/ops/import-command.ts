import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createAuth } from '#server/auth/auth.ts'
import { createRules } from '#server/ceu/rules-service.ts'
import { openDatabase } from '#server/db/database.ts'
import { importFirebase } from '#server/firebase-import/import-service.ts'
import { readBack } from '#server/firebase-import/read-back-service.ts'
import type { ImportReport } from '#server/firebase-import/report-service.ts'
import { REPORT_NAME } from '#server/firebase-import/source-service.ts'
import { createOutboundHttp } from '#server/http/safe-fetch.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { type Config, prepareDataDir, readProcessConfig, StartError } from '#server/kernel/config.ts'
import { createLogger } from '#server/kernel/log.ts'
import { requireOwner } from '#server/kernel/operator-files.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createLimits, defaultRateLimits } from '#server/rate-limits/store.ts'
import type { Services } from '#server/services.ts'
import { createFieldCipher } from '#server/storage/encryption/field-cipher.ts'
import { keyRows } from '#server/storage/encryption/key-store.ts'
import { encryptedStorage, openStorage } from '#server/storage/open.ts'
import { collections } from '#shared/firebase-import/documents.ts'

const usage = `Usage: npm run import -- firebase folder [--write] [--without-passwords]
Without --write nothing is changed.`

/** Exit code: everything was imported or is in the report. */
const DONE = 0
/** Exit code: nothing was imported, or a document could not be stored. */
const FAILED = 1
/** Exit code: what is stored here differs from the source. */
const DIFFERENT = 2

/** Runs `npm run import` and resolves to its exit code; a refusal is one sentence on stderr. */
export async function runImportCommand(args: string[]): Promise<number> {
  try {
    const { folder, isWriting, withoutPasswords } = parsed(args)
    const config = readProcessConfig()
    requireOwner(config)
    const services = await openServices(config)
    try {
      const report = await importFirebase(services, folder, { isWriting, withoutPasswords, log: print })
      return await tell(services, report, { folder, isWriting })
    } finally {
      await services.database.close()
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    return FAILED
  }
}

function parsed(args: string[]): { folder: string; isWriting: boolean; withoutPasswords: boolean } {
  try {
    const { positionals, values } = parseArgs({
      args,
      options: { write: { type: 'boolean' }, 'without-passwords': { type: 'boolean' } },
      allowPositionals: true,
    })
    const [format, folder, ...rest] = positionals
    if (format === 'firebase' && folder !== undefined && rest.length === 0)
      return {
        ...{ folder, isWriting: values.write === true },
        withoutPasswords: values['without-passwords'] === true,
      }
  } catch {
    // the error below says it
  }
  throw new StartError(usage)
}

/** Serves nothing: what storing accounts, records and files needs. */
async function openServices(config: Config): Promise<Services> {
  prepareDataDir(config.dataDir)
  const clock = systemClock
  const log = createLogger(config.LOG_LEVEL)
  const place = await openStorage(config)
  const database = await openDatabase({
    ...{ url: config.DATABASE_URL, dataDir: config.dataDir, name: 'lanyard-operator' },
  })
  const { db } = database
  const mailer = createMailer({ config, db, clock, log })
  const limits = createLimits({ database, rateLimits: defaultRateLimits })
  return {
    ...{ config, clock, log, database, db, mailer, limits },
    storage: encryptedStorage(place, config, keyRows(db, clock)),
    fieldCipher: createFieldCipher(config),
    outboundHttp: createOutboundHttp({ hosts: config.OUTBOUND_HOSTS }),
    auth: createAuth({ config, database, clock, log, mailer, limits }),
    rules: createRules({ config, db, log }),
  }
}

async function tell(
  services: Services,
  report: ImportReport,
  { folder, isWriting }: { folder: string; isWriting: boolean },
): Promise<number> {
  const { lines, counts, source } = report
  for (const collection of source.missing) print(`${collection}: the folder has no ${collection}.json`)
  const wouldOrDid = isWriting ? 'imported' : 'would be imported'
  for (const name of ['accounts', ...collections, 'files', 'others']) {
    const { imported, already } = counts.get(name) ?? { imported: 0, already: 0 }
    const left = lines.filter(
      ({ collection, outcome }) => collection === name && outcome === 'not imported',
    ).length
    if (imported + already + left === 0) continue
    print(`${name}: ${imported} ${wouldOrDid}, ${already} imported before, ${left} not imported`)
  }
  const fields = lines.filter(({ outcome }) => outcome !== 'not imported').length
  print(
    `${fields} fields are not as they were. The status of a credential is not imported: it follows from its date.`,
  )
  writeFileSync(join(folder, REPORT_NAME), `${JSON.stringify(lines, null, 1)}\n`, { mode: 0o600 })
  print(`Every document and field that is not imported as it was: ${join(folder, REPORT_NAME)}`)
  if (!isWriting) {
    print('Nothing was changed. To import, add --write.')
    return DONE
  }
  print('Comparing what is stored here with the export')
  const { equal, changedHere, deletedHere, faults } = await readBack(services, report)
  for (const fault of faults) print(`Not as in the export: ${fault}`)
  print(
    `${equal} accounts, records and files are as in the export, ${changedHere} were changed here since, ${deletedHere} deleted here, ${faults.length} differ.`,
  )
  if (report.attached > 0)
    print(`${report.attached} documents of an earlier run were attached to their records.`)
  if (report.unstored.length > 0) return tellUnstored(report)
  return faults.length > 0 ? DIFFERENT : DONE
}

/** The path is quoted: a name of a file may have control characters. */
function tellUnstored({ unstored }: ImportReport): number {
  for (const { owner, path, reason } of unstored)
    print(`Not stored: ${JSON.stringify(path)} of account ${owner}: ${reason}`)
  print(`${unstored.length} documents could not be stored. To store them, run the same command again.`)
  return FAILED
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
