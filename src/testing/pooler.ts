import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const program = '/usr/sbin/pgbouncer'
export const hasPooler = existsSync(program)

export type Pooler = {
  /** The URL of the same database behind the pooler. */
  urlOf(url: string): string
  stop(): Promise<void>
}

/** PgBouncer in transaction mode in front of the server at `url`, with `size` connections to each database. */
export async function startPooler(url: string, size: number): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-pooler-'))
  const { host, port } = new pg.Client({ connectionString: url })
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    [
      ...[
        '[databases]',
        `* = host=${host} port=${port} user=postgres`,
        '[pgbouncer]',
        'pool_mode = transaction',
      ],
      ...['auth_type = any', 'listen_addr =', 'listen_port = 6432', `unix_socket_dir = ${folder}`],
      ...[`default_pool_size = ${size}`, 'max_client_conn = 200', ''],
    ].join('\n'),
  )
  const child = spawn(...asOrdinaryUser(folder, settings), { stdio: ['ignore', 'ignore', 'pipe'] })
  const urlOf = (direct: string) => {
    const { pathname } = new URL(direct)
    return `postgres://postgres@localhost:6432${pathname}?host=${encodeURIComponent(folder)}`
  }
  await ready(child)
  return {
    urlOf,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses to run as root. */
function asOrdinaryUser(folder: string, settings: string): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, [settings]]
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  for (const path of [folder, settings]) chownSync(path, id('-u'), id('-g'))
  const become = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig=KILL']
  return ['setpriv', [...become, program, settings]]
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000)
      if (log.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PgBouncer did not start:\n${log}`)))
  })
}
