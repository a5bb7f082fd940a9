// The limit: the time of a request reduced to its statements and its bytes. A bare node:http handler runs the recorded
// statements on the server's own pool, prepared and in transactions like the server's, and sends the recorded response.
// Other necessary work is reduced too: a password is hashed, an upload is written and synced, a download is read from
// disk.
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'

/** `listen` resolves to its port; the path of a request selects the recording to replay. */
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
      await pipeline(request, createWriteStream(join(work.keepIn, String(uploads)), { flush: true }))
    } else {
      request.resume()
      if (!request.complete) await finished(request)
    }
    if (work.password) await check(work.password)
    await run()
    response.writeHead(status, headers)
    if (work.send) await pipeline(createReadStream(work.send), response)
    else response.end(body)
  }
}

async function check(password) {
  const { hashPassword } = await import('../src/server/auth/password-hash.ts')
  await hashPassword(password)
}

function createRun(pool, first, again) {
  const fresh = freshValues(first, again)
  return async () => {
    const made = new Map()
    let client = null
    const running = []
    try {
      for (const [index, { config, isBeside }] of first.entries()) {
        if (!isBeside) await Promise.all(running.splice(0))
        if (/^begin/i.test(config.text)) client = await pool.connect()
        const values = config.values?.map((value, place) => fresh[index][place]?.(made) ?? value)
        running.push((client ?? pool).query({ ...config, values }))
        if (client && /^(commit|rollback)/i.test(config.text)) {
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
 * A value that differs between two recordings of one request was generated, such as an id: each replay generates its
 * own.
 */
function freshValues(first, again) {
  return first.map(({ config: { values = [] } }, index) =>
    values.map((value, place) => {
      const other = again[index].config.values[place]
      const isMade = typeof value === 'string' && typeof other === 'string' && value !== other
      if (!isMade || /^(\{|\[|\d{4}-\d\d-\d\d[T ])/.test(value)) return null
      let same = 0
      while (value[same] === other[same]) same += 1
      return (made) => {
        if (!made.has(value)) made.set(value, value.slice(0, same) + scramble(value.slice(same)))
        return made.get(value)
      }
    }),
  )
}

const classes = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function scramble(text) {
  return text.replace(/[0-9a-zA-Z]/g, (character) => {
    const all = classes.find((each) => each.includes(character))
    return all[Math.floor(Math.random() * all.length)]
  })
}
