import { parseArgs } from 'node:util'
import { systemClock } from '#server/kernel/clock.ts'
import { type Config, readProcessConfig, StartError } from '#server/kernel/config.ts'
import { errorMessage } from '#server/kernel/error-details.ts'
import { requireOwner } from '#server/kernel/operator-files.ts'
import { email } from '#shared/auth/registration.ts'
import { isInUse } from './admin-command.ts'
import { askServer } from './admin-requests.ts'
import { type Finding, fault, findingLine, isFault } from './doctor-finding.ts'
import { checkBackups, checkClock, checkDisk, checkSettings } from './doctor-machine.ts'
import { checkMailIn } from './doctor-mail-in.ts'
import { checkProxy } from './doctor-proxy.ts'
import { checkDatabase, checkMail, checkStorage, openAsItIs } from './doctor-services.ts'
import { readDatabaseTime } from './health-store.ts'

const usage = 'Usage: npm run doctor -- [your address] [--backups folder]'

/** Runs `npm run doctor`: prints a line for each check. Resolves to 1 if something has to be mended. */
export async function runDoctorCommand(args: string[]): Promise<0 | 1> {
  try {
    const { address, backups } = parsed(args)
    const lines: string[] = []
    const print = (line: string) => {
      lines.push(line)
      process.stdout.write(`${line}\n`)
    }
    const config = readProcessConfig()
    requireOwner(config)
    await examine(config, { address, backups }, print)
    const faults = lines.filter(isFault).length
    process.stdout.write(faults === 0 ? 'Nothing has to be mended.\n' : `${faults} to mend.\n`)
    return faults === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

type Wanted = { address: string | undefined; backups: string }

function parsed(args: string[]): Wanted {
  try {
    const { positionals, values } = parseArgs({
      ...{ args, allowPositionals: true },
      options: { backups: { type: 'string', default: './backups' } },
    })
    const [address, ...rest] = positionals
    if (rest.length === 0 && (address === undefined || email.safeParse(address).success))
      return { address, backups: values.backups }
  } catch {
    // the error below says it
  }
  throw new StartError(usage)
}

async function examine(config: Config, { address, backups }: Wanted, print: (line: string) => void) {
  const show = (findings: Finding[]) => findings.map(findingLine).forEach(print)
  show(checkSettings(config))
  show(await checkDisk(config))
  const database = await databaseLines(config)
  database.lines.forEach(print)
  show([await checkStorage(config)])
  show([await checkMail(config, address)])
  show(await checkMailIn(config))
  const proxy = await checkProxy(config)
  show(proxy.findings)
  const clocks = [
    ...(database.now === null ? [] : [{ name: 'the database server', now: database.now }]),
    ...(proxy.now === null ? [] : [{ name: new URL(config.publicUrl).host, now: proxy.now }]),
  ]
  show([await checkClock(clocks), checkBackups(backups, new Date())])
}

/** In the server that has the embedded database open, or in this process. */
async function databaseLines(config: Config): Promise<{ lines: string[]; now: Date | null }> {
  try {
    if (config.DATABASE_URL === undefined && isInUse(config.dataDir))
      return { lines: await askServer(config.dataDir, { command: 'doctor' }), now: null }
    const database = await openAsItIs(config)
    try {
      const { db, kind } = database
      const findings = await checkDatabase({ config, clock: systemClock, db })
      const now = kind === 'postgres' ? await readDatabaseTime(db) : null
      return { lines: findings.map(findingLine), now }
    } finally {
      await database.close()
    }
  } catch (error) {
    return { lines: [findingLine(fault('database', errorMessage(error)))], now: null }
  }
}
