// How much one account, or many strangers, can slow down the others. Measures how long another account waits while 150
// packets are requested concurrently, and how much memory the server uses for hostile bodies. The limits are the
// production limits.
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { anAddress } from './bench-process.mjs'
import { createNurse, send, startServer, withDatabase } from './bench-services.mjs'
import { mebibytes, seconds } from './bench-table.mjs'

const PACKETS = 150
const AT_ONCE = 256
const OWNERS = 8
const CERTIFICATES = 4

/** Returns the section's tables; `say` reports progress. */
export async function benchHostile(say) {
  const embedded = await withServer({}, (server) => packets(server, 'embedded', say))
  return withDatabase((databaseUrl) =>
    withServer({ databaseUrl }, async (server) => {
      const onPostgres = await packets(server, 'PostgreSQL', say)
      const both = { columns: packetColumns, rows: [embedded, onPostgres] }
      return [both, await bodies(server, say)]
    }),
  )
}

async function withServer(settings, work) {
  const server = await startServer(settings)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

const packetColumns = [
  'one account asks for',
  'database',
  'it gets',
  "another account's packet, alone",
  'meanwhile',
]

const florida = {
  state: 'FL',
  cycleStart: '2025-08-01',
  cycleEnd: '2027-07-31',
  requiredHours: 24,
}

const course = { provider: 'Gulf Coast', hours: 2, completedAt: '2025-10-01' }

/** Creates cycles that each have an entry with its own certificates, so that no two packets are equal. */
async function addCycles(nurse, count) {
  const { aCertificate } = await import('#testing/certificates.ts')
  const { formOf } = await import('#testing/documents.ts')
  const ids = []
  for (let made = 0; made < count; made += 1) {
    const cycle = await send(nurse, 'POST', '/api/ceu-cycles', florida)
    const fileIds = []
    for (let file = 0; file < CERTIFICATES; file += 1) {
      const pdf = await aCertificate(`Course ${made} ${file}`, { pages: 3 })
      fileIds.push((await send(nurse, 'POST', '/api/upload', formOf(pdf, 'course.pdf'))).id)
    }
    const entry = { ...course, cycleId: cycle.id, title: `Course ${made}`, fileIds }
    await send(nurse, 'POST', '/api/ceu-entries', entry)
    ids.push(cycle.id)
  }
  return ids
}

/** The status, and the milliseconds until the last byte. */
async function ask(server, nurse, method, path, { body, type } = {}) {
  const began = performance.now()
  const headers = {
    Origin: server.url,
    Cookie: [...(nurse?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; '),
    'X-Forwarded-For': anAddress(),
    ...(type ? { 'Content-Type': type } : {}),
  }
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, body })
    await answer.arrayBuffer()
    return { status: answer.status, ms: performance.now() - began }
  } catch {
    // The server refused the body while it was still being sent.
    return { status: 'closed', ms: performance.now() - began }
  }
}

const counted = (answers) =>
  Object.entries(Object.groupBy(answers, ({ status }) => status))
    .map(([status, { length }]) => `${length} × ${status}`)
    .join(', ')

async function packets(server, database, say) {
  const [eve, ann] = [await createNurse(server, 'eve'), await createNurse(server, 'ann')]
  say('hostile: records for the packets')
  const cycles = await addCycles(eve, 30)
  const [quiet, busy] = await addCycles(ann, 2)
  const alone = await ask(server, ann, 'GET', `/api/ceu-cycles/${quiet}/packet`)
  say(`hostile: alone ${seconds(alone.ms / 1000)}; ${PACKETS} packets at once`)
  const flood = Promise.all(
    Array.from({ length: PACKETS }, (_, index) =>
      ask(server, eve, 'GET', `/api/ceu-cycles/${cycles[index % cycles.length]}/packet`),
    ),
  )
  await delay(300)
  const beside = await ask(server, ann, 'GET', `/api/ceu-cycles/${busy}/packet`)
  say(`hostile: beside ${beside.status} ${seconds(beside.ms / 1000)}`)
  const answers = await flood
  return [
    `${PACKETS} packets at once`,
    database,
    counted(answers),
    `${alone.status}, ${seconds(alone.ms / 1000)}`,
    `${beside.status}, ${seconds(beside.ms / 1000)}`,
  ]
}

async function bodies(server, say) {
  const { aPdf, formOf } = await import('#testing/documents.ts')
  const owners = []
  for (let made = 0; made < OWNERS; made += 1) owners.push(await createNurse(server, `owner${made}`))
  const report = JSON.stringify({ 'csp-report': { 'blocked-uri': 'x'.repeat(19_900) } })
  const large = JSON.stringify({ kind: 'license', notes: 'x'.repeat(990_000) })
  const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(4 * 1024 ** 2)])
  const upload = new Response(formOf(aPdf(5 * 1024 ** 2)))
  const form = { type: upload.headers.get('content-type'), body: Buffer.from(await upload.arrayBuffer()) }
  const kinds = {
    'csp-reports of 20 kB, signed out': [
      '/api/csp-report',
      { type: 'application/csp-report', body: report },
      [null],
    ],
    'records of 990 kB, signed out': ['/api/credentials', { type: 'application/json', body: large }, [null]],
    [`records of 990 kB, ${OWNERS} owners`]: [
      '/api/credentials',
      { type: 'application/json', body: large },
      owners,
    ],
    [`imports of 4 MiB that are no ZIP, ${OWNERS} owners`]: [
      '/api/users/me/import',
      { type: 'application/zip', body: zip },
      owners,
    ],
    [`uploads of 5 MiB, ${OWNERS} owners`]: ['/api/upload', form, owners],
  }
  const rows = []
  for (const [name, [path, sent, senders]] of Object.entries(kinds)) {
    say(`hostile: ${AT_ONCE} ${name}`)
    await delay(1000)
    const before = await server.ask('watchMemory')
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        ask(server, senders[index % senders.length], 'POST', path, sent),
      ),
    )
    const highest = await server.ask('highestMemory')
    say(`hostile: ${counted(answers)}, ${mebibytes(before)} to ${mebibytes(highest)}`)
    rows.push([
      `${AT_ONCE} ${name}`,
      counted(answers),
      mebibytes(before),
      mebibytes(highest),
      mebibytes(highest - before),
    ])
  }
  return { columns: ['at once', 'answers', 'before', 'highest', 'growth'], rows }
}
