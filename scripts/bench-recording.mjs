// Sends one request to a server with the probe. Returns the statements that the server ran, and the exact bytes of its
// response body.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { anAddress } from './bench-process.mjs'

/** `number` is the number of the recording in the probe. Rejects on any response that is not 2xx. */
export async function recordOnce(server, request) {
  await server.ask('startRecording')
  const answer = await exchange(server.port, request)
  return { ...(await server.ask('stopRecording')), answer }
}

/** Uses a plain socket and keeps the raw response, because an HTTP client would change the headers. */
async function exchange(port, { head, body }) {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(head.replace('{address}', anAddress).replace('\r\n', '\r\nConnection: close\r\n'), 'latin1')
  if (body) socket.write(readFileSync(body))
  const bytes = Buffer.concat(await Array.fromAsync(socket))
  const end = bytes.indexOf('\r\n\r\n')
  const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  if (status < 200 || status > 299) throw new Error(`${head.split('\r\n')[0]} was answered ${first}`)
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
  const kept = headers.filter(([name]) => /^content-(type|length|encoding)$/i.test(name))
  const isChunked = headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && value === 'chunked')
  const content = isChunked ? withoutChunks(bytes.subarray(end + 4)) : bytes.subarray(end + 4)
  if (isChunked) kept.push(['Content-Length', String(content.length)])
  return { status, headers: kept.flat(), body: content }
}

function withoutChunks(bytes) {
  const parts = []
  for (let place = 0; ; ) {
    const line = bytes.indexOf('\r\n', place)
    const size = Number.parseInt(bytes.subarray(place, line).toString('latin1'), 16)
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    place = line + 2 + size + 2
  }
}
