// How much the process grows during 100 concurrent uploads of 25 MiB, including the embedded database. The bodies are
// sent in parallel, one chunk of each in turn, so that uploads held in memory would show.
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { anAddress } from './bench-process.mjs'
import { createNurse, startServer } from './bench-services.mjs'
import { mebibytes } from './bench-table.mjs'

const uploads = 100
const FILE_BYTES = 25 * 1024 ** 2
const PIECE = 256 * 1024
const GOAL = 150 * 1024 ** 2

/** Returns the section's tables; `say` reports progress. */
export async function benchMemory(say) {
  const { aPdf } = await import('#testing/documents.ts')
  const file = aPdf(FILE_BYTES)
  const server = await startServer({ env: { UPLOADS_AT_ONCE: String(uploads) } })
  try {
    const nurse = await createNurse(server, 'ann')
    say('memory: one upload first')
    await upload(server, nurse, file)
    await delay(1000)
    const before = await server.ask('watchMemory')
    say(`memory: ${uploads} uploads`)
    const kept = await Promise.all(Array.from({ length: uploads }, () => upload(server, nurse, file)))
    const highest = await server.ask('highestMemory')
    const growth = highest - before
    return [
      {
        columns: ['uploads', 'before', 'highest', 'growth', 'goal: below 150 MiB'],
        rows: [
          [
            `${kept.length} × ${mebibytes(file.length)}`,
            mebibytes(before),
            mebibytes(highest),
            mebibytes(growth),
            growth < GOAL ? 'met' : 'MISSED',
          ],
        ],
      },
    ]
  } finally {
    await server.stop()
  }
}

async function upload({ port, url }, { cookies }, file) {
  const boundary = randomBytes(12).toString('hex')
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="card.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const sent = request({
    port,
    host: '127.0.0.1',
    agent: false,
    method: 'POST',
    path: '/api/upload',
    headers: {
      Origin: url,
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'X-Forwarded-For': anAddress(),
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': head.length + file.length + tail.length,
    },
  })
  const answered = new Promise((resolve, reject) => sent.once('response', resolve).once('error', reject))
  sent.write(head)
  for (let place = 0; place < file.length; place += PIECE) {
    // A response that arrives before the whole body is sent is an early refusal.
    if (!sent.write(file.subarray(place, place + PIECE)))
      await Promise.race([new Promise((go) => sent.once('drain', go)), answered])
  }
  sent.end(tail)
  const answer = await answered
  const text = Buffer.concat(await Array.fromAsync(answer)).toString()
  if (answer.statusCode !== 201) throw new Error(`An upload was answered ${answer.statusCode}: ${text}`)
}
