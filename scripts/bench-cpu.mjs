// CPU time varies less than requests per second when other programs keep the processors busy. Linux only.
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in ticks of this length. */
const TICK_MS = 10

/** CPU time in milliseconds of a server's process with its threads, and of its database connections in PostgreSQL. */
export function cpuTime({ pid, databaseUrl }) {
  return {
    server: ofProcess(pid),
    database: databaseUrl ? ofDatabase(new URL(databaseUrl).pathname.slice(1)) : 0,
  }
}

function ofDatabase(name) {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids.filter((pid) => isConnection(pid, name)).reduce((sum, pid) => sum + ofProcess(pid), 0)
}

/** A PostgreSQL process shows its current work in its command line. */
function isConnection(pid, name) {
  const title = read(`/proc/${pid}/cmdline`)
  return title.startsWith('postgres: ') && title.includes(` ${name} `)
}

function ofProcess(pid) {
  const stat = read(`/proc/${pid}/stat`)
  // The process name comes first in parentheses and may contain anything.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user ?? 0) + Number(system ?? 0)) * TICK_MS
}

/** Returns nothing if the process has ended in the meantime. */
function read(path) {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
