// The limit: the time of a request reduced to its statements and its bytes. A bare node:http handler runs the recorded
// statements, prepared and in transactions like the server's. It takes their rows as text, and sends the recorded body
// with no headers except type and length. Other necessary work is reduced too: a password is hashed, an upload is
// written and synced, and a download is read from disk. Uploads and downloads use the fastest chunk size.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'

const PIECE_BYTES = 1_048_576

/** `listen` resolves to its port. The path of a request selects the recording to replay. */
export function createLimit(pool) {
  const replays = new Map()
  const server = createServer(async (request, response) => {
    try {
      await replays.get(request.url)(request, response)
    } catch (error) {
      if (response.headersSent) response.destroy(error)
      else response.writeHead(500).end(String(error))
    }
  })
  return {
    add: (path, recorded) => void replays.set(path, createReplay(pool, recorded)),
    listen: () =>
      new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port))),
  }
}

let uploads = 0

function createReplay(pool, { first, again, answer, work = {} }) {
  const run = createRun(pool, first, again)
  const { status, headers, body } = answer
  return async (request, response) => {
    if (work.keepIn) {
      uploads += 1
      await keep(request, join(work.keepIn, String(uploads)))
    } else {
      request.resume()
      if (!request.complete) await finished(request)
    }
    if (work.password) await check(work.password)
    await run()
    response.writeHead(status, headers)
    if (work.send) await pipeline(createReadStream(work.send, { highWaterMark: PIECE_BYTES }), response)
    else response.end(body)
  }
}

async function keep(request, path) {
  const file = await open(path, 'wx')
  try {
    let parts = []
    let size = 0
    for await (const part of request) {
      parts.push(part)
      size += part.length
      if (size < PIECE_BYTES) continue
      await file.writev(parts)
      parts = []
      size = 0
    }
    if (size > 0) await file.writev(parts)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function check(password) {
  const { hashPassword } = await import('../src/server/auth/password-hash.ts')
  await hashPassword(password)
}

const asText = { getTypeParser: () => (value) => value }

function createRun(pool, first, again) {
  const fresh = freshValues(first, again)
  return async () => {
    const made = new Map()
    let client = null
    const running = []
    try {
      for (const [index, { text, name, values: recorded, isBeside }] of first.entries()) {
        if (!isBeside) await Promise.all(running.splice(0))
        if (/^begin/i.test(text)) client = await pool.connect()
        const values = recorded?.map((value, place) => fresh[index][place]?.(made) ?? value)
        const statement = { text, name, values, rowMode: 'array', types: asText }
        running.push((client ?? pool).query(statement))
        if (client && /^(commit|rollback)/i.test(text)) {
          await Promise.all(running.splice(0))
          client.release()
          client = null
        }
      }
      await Promise.all(running)
    } finally {
      client?.release(true)
    }
  }
}

/**
 * Values that differ between two recordings of one request were generated, for example ids. Each replay generates its
 * own. In JSON, only ids differ.
 */
function freshValues(first, again) {
  return first.map(({ values = [] }, index) =>
    values.map((value, place) => {
      const other = again[index].values[place]
      const isMade = typeof value === 'string' && typeof other === 'string' && value !== other
      if (!isMade || /^\d{4}-\d\d-\d\d[T ]/.test(value)) return null
      if (/^[[{]/.test(value)) return freshIdsIn(value, other)
      let same = 0
      while (value[same] === other[same]) same += 1
      return (made) => freshOf(value, same, made)
    }),
  )
}

const ids = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

function freshIdsIn(json, other) {
  const kept = new Set(other.match(ids))
  return (made) => json.replace(ids, (id) => (kept.has(id) ? id : freshOf(id, 0, made)))
}

/** Does the same for each statement of a replay. */
function freshOf(value, same, made) {
  if (!made.has(value)) made.set(value, value.slice(0, same) + scramble(value.slice(same)))
  return made.get(value)
}

const classes = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function scramble(text) {
  return text.replace(/[0-9a-zA-Z]/g, (character) => {
    const all = classes.find((each) => each.includes(character))
    return all[Math.floor(Math.random() * all.length)]
  })
}
