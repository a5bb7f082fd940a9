// The process that loads a server: a number of connections with one request in flight each. It uses bare sockets, so
// that measuring takes as little CPU as possible. A latency runs from the first byte sent to the last byte received.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { anAddress, answerParent } from './bench-process.mjs'

answerParent({ load })

/**
 * Sends `requests` in turn, with each connection starting at a different request. `head` includes its blank line. In
 * `head`, `{address}` becomes another network and `{key}` another key each time. `body` is an optional file path.
 * Without `seconds`, each request is sent once. Rejects on any response that is not 2xx.
 */
async function load({ port, requests, connections, seconds }) {
  const bodies = new Map(requests.map(({ body }) => [body, body && readFileSync(body)]))
  const times = []
  const began = performance.now()
  const until = began + (seconds ?? 0) * 1000
  const indexes = requests.keys()
  await Promise.all(Array.from({ length: connections }, (_, index) => converse(index)))
  const took = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  return { count: times.length, perSecond: times.length / took, p50: at(0.5), p99: at(0.99) }

  async function converse(index) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: intoOneBuffer() })
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    for (const request of seconds === undefined ? eachOnce() : inTurn(index)) {
      const { head, body } = request
      const sent = performance.now()
      socket.cork()
      socket.write(
        head.replace('{address}', anAddress).replace('{key}', () => randomUUID()),
        'latin1',
      )
      if (body) socket.write(bodies.get(body))
      socket.uncork()
      const status = await answerOn(socket)
      if (!/^2/.test(status)) throw new Error(`${head.split('\r\n')[0]} was answered ${status}`)
      times.push(performance.now() - sent)
    }
    socket.destroy()
  }

  /**
   * The starting points of the connections are far apart, so that as many different requests as possible are in use.
   */
  function* inTurn(index) {
    const first = Math.floor((index * requests.length) / connections)
    for (let turn = first; performance.now() < until; turn += 1) yield requests[turn % requests.length]
  }

  /** All connections take from the same requests. */
  function* eachOnce() {
    for (const index of indexes) yield requests[index]
  }
}

const READ_BYTES = 262_144

/** Reads into the same memory each time. With new memory for each chunk, the load would use the server's processor. */
function intoOneBuffer() {
  return {
    buffer: Buffer.allocUnsafeSlow(READ_BYTES),
    callback(bytes, buffer) {
      this.emit('data', buffer.subarray(0, bytes))
      return true
    },
  }
}

/** Resolves to the status once the complete response has arrived. */
function answerOn(socket) {
  return new Promise((resolve, reject) => {
    let status = ''
    let head = ''
    // Remaining bytes of the body. A body without a length ends with an empty chunk.
    let left = null
    const settle = (how, value) => {
      for (const event of ['data', 'error', 'close']) socket.removeAllListeners(event)
      how(value)
    }
    socket.on('error', (error) => settle(reject, error))
    socket.on('close', () => settle(reject, new Error('The server closed the connection')))
    socket.on('data', (chunk) => {
      if (left === null) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        status = head.slice(9, 12)
        const length = status === '204' ? 0 : (/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN)
        left = Number(length) - (head.length - end - 4)
      } else if (Number.isNaN(left)) head = head.slice(-10) + chunk.toString('latin1')
      else left -= chunk.length
      if (left === 0 || (Number.isNaN(left) && head.endsWith('\r\n0\r\n\r\n'))) settle(resolve, status)
    })
  })
}
