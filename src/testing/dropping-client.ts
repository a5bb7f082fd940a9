import { connect } from 'node:net'
import type { SeededRandom } from './seeded-random.ts'

export type RawRequest = { method: string; path: string; headers: Record<string, string>; body?: Buffer }

/** The duration and size of a complete exchange. The moments for dropping one are chosen within it. */
export type Exchange = { status: number; ms: number; bytes: number }

type Moment =
  | { at: 'sent'; bytes: number }
  | { at: 'received'; bytes: number }
  /** `reads`: reads the response at the same time. Otherwise the server waits for the client. */
  | { at: 'time'; ms: number; reads: boolean }

/** Sends a request over its own socket and reads the response to the end. */
export function sendRawRequest(port: number, ask: RawRequest): Promise<Exchange> {
  const began = performance.now()
  const socket = connect(port, 'localhost')
  socket.write(headOf(ask))
  socket.write(ask.body ?? '')
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    socket.on('data', (part: Buffer) => void parts.push(part))
    socket.on('error', reject)
    socket.on('end', () => {
      const answer = Buffer.concat(parts)
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1', 0, 20))?.[1])
      resolve({ status, ms: performance.now() - began, bytes: answer.length })
      socket.destroy()
    })
  })
}

/** Sends a request and disconnects at a random moment, in half of the cases by a reset. */
export async function dropAtRandomMoment(
  port: number,
  ask: RawRequest,
  whole: Exchange,
  random: SeededRandom,
): Promise<void> {
  const moment = momentIn(ask, whole, random)
  const isReset = random.next() < 0.5
  const socket = connect(port, 'localhost')
  const gone = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  const drop = () => (isReset ? socket.resetAndDestroy() : socket.destroy())
  const head = headOf(ask)
  socket.once('end', drop)
  if (moment.at === 'sent') {
    const sent = Buffer.concat([Buffer.from(head), ask.body ?? Buffer.alloc(0)]).subarray(0, moment.bytes)
    socket.write(sent, drop)
  } else {
    socket.write(head)
    socket.write(ask.body ?? '')
  }
  if (moment.at === 'received') {
    let bytes = 0
    socket.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes >= moment.bytes) drop()
    })
  }
  if (moment.at === 'time') {
    if (moment.reads) socket.resume()
    setTimeout(drop, moment.ms)
  }
  await gone
}

function momentIn(ask: RawRequest, whole: Exchange, random: SeededRandom): Moment {
  const kind = random.pick(['sent', 'received', 'time', 'time'] as const)
  if (kind === 'sent')
    return { at: kind, bytes: random.between(1, headOf(ask).length + (ask.body?.length ?? 0)) }
  if (kind === 'received') return { at: kind, bytes: random.between(1, whole.bytes) }
  return { at: kind, ms: random.next() * whole.ms, reads: random.next() < 0.5 }
}

function headOf({ method, path, headers, body }: RawRequest): string {
  const all = { Host: 'localhost', Connection: 'close', ...headers }
  const length = body ? { 'Content-Length': String(body.length) } : {}
  const lines = Object.entries({ ...all, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
