import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { memoryFolder } from './memory-folder.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

export type TestServer = {
  url: string
  /** The folder of its socket. */
  folder: string
  /** The disk to which it writes, if one was requested. */
  disk: SmallDisk | undefined
  /** Closes every connection and stops, orderly or by SIGKILL. Its data stays on disk, and `up` starts it again. */
  down(signal?: 'SIGINT' | 'SIGKILL'): Promise<void>
  up(): Promise<void>
  stop(): Promise<void>
}

const asStandby = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync']
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * Starts the newest installed PostgreSQL in an empty temporary folder. Only a socket in that folder reaches it: there
 * is no port to collide on, no password, and nothing is left after `stop`. `isDurable` keeps the default durability
 * settings. `mebibytes` puts the folder on a disk of that size, which only root can mount. With `primary`, it is a
 * standby of that server.
 */
export async function startTestServer({
  isDurable = false,
  mebibytes = 0,
  primary,
}: {
  isDurable?: boolean
  mebibytes?: number
  primary?: TestServer
} = {}): Promise<TestServer> {
  const bin = findServerPrograms()
  const folder = mkdtempSync(join(isDurable ? tmpdir() : memoryFolder(), 'lanyard-postgres-'))
  const disk = mebibytes ? mountSmallDisk(folder, mebibytes) : undefined
  const user = process.getuid?.() === 0 ? ownedByPostgres(folder) : []
  const data = join(folder, 'data')
  const fresh = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  const [create, ...createOptions] = primary
    ? [...user, join(bin, 'pg_basebackup'), '--host', primary.folder, '--username=postgres', ...asStandby]
    : [...user, join(bin, 'initdb'), ...fresh]
  execFileSync(create ?? '', [...createOptions, '-D', data], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // The server ends with this process, even if this process is killed. Without setpriv only `stop` ends it.
  const tie = existsSync('/usr/bin/setpriv')
    ? ['/usr/bin/setpriv', '--pdeathsig=INT', ...user.slice(1)]
    : user
  const [program, ...options] = [...tie, join(bin, 'postgres'), '-D', data, '-k', folder]
  const settings = ['listen_addresses=', 'lc_messages=C', ...(isDurable ? [] : quick)]
  const start = async () => {
    const server = spawn(program ?? '', [...options, ...settings.flatMap((setting) => ['-c', setting])], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await ready(server)
    server.once('exit', gone)
    return server
  }
  const gone = () => {
    server = null
  }
  let server: ChildProcess | null = null
  server = await start()
  const down = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (!server) return
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server.kill(signal) // SIGINT is PostgreSQL's fast shutdown
    await ended
  }
  return {
    ...{ disk, folder },
    url: `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(folder)}`,
    down,
    async up() {
      // After a kill, PostgreSQL's children exit on their own. Until the last one has, a new server refuses the folder.
      for (let tries = 1; server === null; tries += 1) {
        server = await start().catch((error) => {
          if (tries === 20) throw error
          return null
        })
        if (server === null) await pause(250)
      }
    },
    async stop() {
      await down()
      disk?.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A test's own connections. The server may stop before they are closed, even after `end`, so errors are ignored. */
export function openPool(url: string, max = 1): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max })
  pool.on('error', () => {})
  return pool
}

function findServerPrograms(): string {
  const version = (folder: string) => Number.parseFloat(folder.match(/[\d.]+/)?.[0] ?? '0')
  const packaged = globSync(['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin']).sort(
    (a, b) => version(b) - version(a),
  )
  const found = [...packaged, ...(process.env.PATH ?? '').split(delimiter)].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
  if (found) return found
  throw new Error(
    'The tests need a PostgreSQL server: install one (Debian: apt-get install postgresql) or set TEST_DATABASE_URL to a server on which databases may be created.',
  )
}

/**
 * PostgreSQL refuses to run as root. Gives `folder` to the user postgres and returns the command prefix that runs as
 * that user.
 */
function ownedByPostgres(folder: string): string[] {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  chownSync(folder, id('-u'), id('-g'))
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000)
      if (/ready to accept (read-only )?connections/.test(log)) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`The PostgreSQL server for the tests did not start:\n${log}`)))
  })
}
