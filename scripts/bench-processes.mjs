// Throughput with 1, 2 and 4 processes on one PostgreSQL behind nginx, with the sample configuration but without TLS.
// nginx must be on PATH, or set NGINX.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { startProcess } from './bench-process.mjs'
import {
  createNurse,
  requestOf,
  send,
  startServer,
  temporaryFolder,
  withDatabase,
} from './bench-services.mjs'
import { median, number } from './bench-table.mjs'
import { at, SetupError } from './run.mjs'

const connections = 32
const rounds = Number(process.env.BENCH_ROUNDS || 5)
const seconds = Number(process.env.BENCH_SECONDS || 2)
const counts = [1, 2, 4]

/** Returns the section's tables; `say` reports progress. */
export async function benchProcesses(say) {
  const load = startProcess(at('scripts', 'bench-load.mjs'))
  try {
    return await withDatabase(async (databaseUrl) => {
      const servers = []
      const folder = temporaryFolder()
      const proxies = []
      try {
        for (let index = 0; index < Math.max(...counts); index += 1)
          servers.push(await startServer({ databaseUrl, env: addressOf(servers[0]) }))
        for (const count of counts) proxies.push(await startProxy(folder.path, servers.slice(0, count)))
        say('filling the vaults')
        const rows = []
        for (const { name, requests } of await scenarios(servers[0])) {
          say(name)
          rows.push({ name, perSecond: await inTurns(load, proxies, requests) })
        }
        return [tableOf(rows)]
      } finally {
        for (const { stop } of proxies) await stop()
        for (const { stop } of servers) await stop()
        folder.remove()
      }
    })
  } finally {
    await load.stop()
  }
}

/** All processes share one public URL. */
const addressOf = (first) => (first ? { PUBLIC_URL: first.url } : {})

async function inTurns(load, proxies, requests) {
  const measured = proxies.map(() => [])
  for (let round = -1; round < rounds; round += 1)
    for (let turn = 0; turn < proxies.length; turn += 1) {
      const which = (turn + round + 1) % proxies.length
      const { port } = proxies[which]
      const { perSecond } = await load.ask('load', { port, requests, connections, seconds })
      if (round >= 0) measured[which].push(perSecond)
    }
  return measured
}

async function scenarios(server) {
  const nurses = []
  for (let index = 0; index < connections; index += 1) nurses.push(await createNurse(server, `nurse${index}`))
  const [ann] = nurses
  const license = { kind: 'license', type: 'RN', state: 'TX', number: '884213', expiresAt: '2027-03-31' }
  for (let index = 0; index < 50; index += 1) await send(ann, 'POST', '/api/credentials', license)
  return [
    { name: 'list of 50 credentials', requests: [requestOf(ann, 'GET', '/api/credentials')] },
    {
      name: 'create a credential',
      requests: nurses.map((nurse) => requestOf(nurse, 'POST', '/api/credentials', { json: license })),
    },
  ]
}

async function startProxy(folder, servers) {
  const { freePort } = await import('../e2e/server.ts')
  const port = await freePort()
  const sample = readFileSync(at('deploy', 'nginx.conf'), 'utf8')
  const place = /\n {2}location \/ \{\n[\s\S]*?\n {2}\}\n/.exec(sample.slice(sample.indexOf('listen 443')))[0]
  const upstream = servers.map((server) => `server 127.0.0.1:${server.port};`).join(' ')
  const path = join(folder, `nginx-${servers.length}.conf`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    path,
    `daemon off; master_process on; worker_processes 1; pid ${path}.pid; error_log ${path}.log;
events { worker_connections 1024; }
http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
upstream lanyard { ${upstream} keepalive 32; }
server { listen 127.0.0.1:${port}; client_max_body_size 30m; ${place.replace('$remote_addr', '$http_x_forwarded_for')} } }`,
  )
  const child = spawn(process.env.NGINX || 'nginx', ['-p', folder, '-c', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const ended = once(child, 'exit').catch((error) => [error.message])
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (tries === 50 || child.exitCode !== null || child.pid === undefined)
      throw new SetupError(`nginx does not start: install it, or set NGINX to it. ${said.trim()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy() && resolve(true)).once('error', () => resolve(false))
  })
}

function tableOf(rows) {
  return {
    columns: [
      'request',
      ...counts.map((count) => `${count} ${count === 1 ? 'process' : 'processes'}, per second`),
      ...counts.slice(1).map((count) => `${count} to 1`),
    ],
    rows: rows.map(({ name, perSecond: [one, ...more] }) => [
      name,
      ...[one, ...more].map((values) => number(median(values))),
      ...more.map((values) => `× ${median(values.map((value, round) => value / one[round])).toFixed(2)}`),
    ]),
    notes: [
      `${rounds} rounds. PostgreSQL, nginx, the load and every process share ${cpus().length} processors.`,
    ],
  }
}
