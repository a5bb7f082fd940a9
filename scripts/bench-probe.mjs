// Loaded into the server under test before its own code. Records the statements of a request. With the embedded
// database, which runs in the same process, it also serves the limit on the same pool. It adds nothing to requests
// while the server is under load.
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { Server } from 'node:http'
import pg from 'pg'
import { createLimit } from './bench-limit.mjs'
import { answerParent } from './bench-process.mjs'

let pool
const { connect } = pg.Pool.prototype
pg.Pool.prototype.connect = function firstConnect(...args) {
  pool = this
  pg.Pool.prototype.connect = connect
  return connect.apply(this, args)
}

const { query } = pg.Client.prototype
const { emit } = Server.prototype
const recordings = []
/** The recording that a statement belongs to. Statements of the server's jobs, which run meanwhile, belong to none. */
const recorded = new AsyncLocalStorage()
let limit
let highest = 0

answerParent({
  startRecording() {
    const recording = []
    recordings.push(recording)
    pg.Client.prototype.query = noting(recording)
    pg.Pool.prototype.connect = connectForCaller
    Server.prototype.emit = function emitRecorded(...args) {
      return recorded.run(recording, () => emit.apply(this, args))
    }
  },
  /** Returns the number of the recording, and its statements. */
  stopRecording() {
    pg.Client.prototype.query = query
    pg.Pool.prototype.connect = connect
    Server.prototype.emit = emit
    const statements = recordings
      .at(-1)
      .map(({ config: { text, name, values }, isBeside }) => ({ text, name, values, isBeside }))
    return { number: recordings.length - 1, statements }
  },
  addToLimit: ({ path, ...recorded }) => limit.add(path, recorded),
  async openLimit() {
    limit = createLimit(pool)
    return limit.listen()
  },
  /** The plans of a recording's select statements. */
  async explain({ number }) {
    const plans = []
    for (const { config } of recordings[number]) {
      if (!/^\s*select/i.test(config.text)) continue
      const { rows } = await pool.query(`explain (format json) ${config.text}`, config.values)
      plans.push({ text: config.text, plan: rows[0]['QUERY PLAN'][0].Plan })
    }
    return plans
  },
  query: async ({ text, values }) => (await pool.query(text, values)).rows,
  watchMemory() {
    highest = process.memoryUsage.rss()
    setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss())
    }, 10).unref()
    return highest
  },
  highestMemory: () => highest,
})

/** Often the previous user of a connection hands it over. */
function connectForCaller(callback) {
  return connect.call(this, callback && AsyncResource.bind(callback))
}

function noting(recording) {
  let running = 0
  return function notedQuery(given, ...rest) {
    if (recorded.getStore() !== recording) return query.call(this, given, ...rest)
    // It started while another statement was running, so the limit also runs both concurrently.
    recording.push({ config: configOf(given, rest[0]), isBeside: running > 0 })
    running += 1
    const ended = () => {
      running -= 1
    }
    const back = rest.at(-1)
    if (typeof back === 'function') {
      rest[rest.length - 1] = (...results) => {
        ended()
        back(...results)
      }
      return query.call(this, given, ...rest)
    }
    const result = query.call(this, given, ...rest)
    result?.then?.(ended, ended)
    return result
  }
}

function configOf(given, values) {
  const config = typeof given === 'string' ? { text: given } : { ...given }
  return Array.isArray(values) ? { ...config, values } : config
}
