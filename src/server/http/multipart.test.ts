import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#shared/http/errors.ts'
import { readOneFile } from './multipart.ts'

const boundary = 'b0undary'
const type = `multipart/form-data; boundary=${boundary}`
const part = (disposition: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const end = `--${boundary}--\r\n`
const card = part('name="file"; filename="card.pdf"', 'the bytes of a card')

async function send(
  body: string | Buffer,
  headers: Record<string, string> = {},
  onFields: ((fields: Record<string, string>) => void) | undefined = () => {},
) {
  let settled = true
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
    headers: { 'content-type': type, ...headers },
  })
  try {
    const store = async ({ name, bytes }: { name: string; bytes: Readable }) => {
      settled = false
      try {
        return { name, text: (await buffer(bytes)).toString() }
      } finally {
        settled = true
      }
    }
    return await readOneFile({ request }, 1000, store, onFields)
  } catch (error) {
    // In every case, no bytes are still being stored.
    expect(settled).toBe(true)
    if (!(error instanceof Problem)) throw error
    return error.toBody()
  }
}

test('passes on the one file with the name from the browser', async () => {
  expect(await send(card + end)).toEqual({ name: 'card.pdf', text: 'the bytes of a card' })
  const named = part('name="file"; filename="O’Brien – Führerschein.pdf"', 'x')
  expect(await send(named + end)).toMatchObject({ name: 'O’Brien – Führerschein.pdf' })
  expect(await send(`preamble\r\n${card}${end}epilogue`)).toMatchObject({ name: 'card.pdf' })
})

test('a request that is cut off anywhere is refused, and storing its file fails', async () => {
  const whole = Buffer.from(part('name="note"', 'hello') + card + end)
  for (let length = 0; length < whole.length - 4; length++) {
    const answer = await send(whole.subarray(0, length))
    expect([400, 422], `cut at ${length}: ${JSON.stringify(answer)}`).toContain(
      (answer as { status: number }).status,
    )
  }
})

test('says what is wrong with a form that has no file, another field or two files', async () => {
  const refused = (path: string) => ({ status: 422, errors: [{ path, message: expect.any(String) }] })
  expect(await send(part('name="note"', 'hello') + end)).toMatchObject(refused('file'))
  expect(await send(part('name="file"', 'not a file') + end)).toMatchObject(refused('file'))
  expect(await send(part('name="photo"; filename="a.jpg"', 'x') + end)).toMatchObject(refused('photo'))
  expect(await send(card + card + end)).toMatchObject(refused('file'))
})

test('passes on the other fields, before and after the file', async () => {
  const form = part('name="note"', 'O’Brien') + card + part('name="side"', 'front') + end
  let fields: Record<string, string> = {}
  const onFields = (given: typeof fields) => {
    fields = given
  }
  expect(await send(form, {}, onFields)).toMatchObject({ name: 'card.pdf' })
  expect(fields).toEqual({ note: 'O’Brien', side: 'front' })
})

test.each([
  ['sent twice', part('name="side"', 'front') + card + part('name="side"', 'back'), 'side'],
  ['named like the file', card + part('name="file"', 'x'), 'file'],
  ['named __proto__', part('name="__proto__"', 'x') + card, '__proto__'],
])('refuses a field that is %s', async (_what, form, path) => {
  expect(await send(form + end)).toMatchObject({ status: 422, errors: [{ path }] })
})

test('refuses every other field where none is expected', async () => {
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: part('name="note"', 'hello') + card + end,
    headers: { 'content-type': type },
  })
  await expect(readOneFile({ request }, 1000, async ({ bytes }) => buffer(bytes))).rejects.toMatchObject({
    errors: [{ path: 'note', message: 'Unknown field' }],
  })
})

test('accepts 25 fields besides the file but not 26', async () => {
  const fields = (count: number) =>
    Array.from({ length: count }, (_, at) => part(`name="f${at}"`, 'x')).join('')
  expect(await send(fields(25) + card + end)).toMatchObject({ name: 'card.pdf' })
  expect(await send(fields(26) + card + end)).toMatchObject({ status: 400 })
  expect(await send(card + fields(26) + end)).toMatchObject({ status: 400 })
})

test.each([
  ['application/json', {}],
  ['application/x-www-form-urlencoded', {}],
  ['text/plain', {}],
  ['', {}],
  ['multipart/mixed; boundary=b0undary', {}],
  [type, { 'content-encoding': 'gzip' }],
])('asks for multipart/form-data instead of %j %j', async (contentType, headers) => {
  expect(await send(card + end, { 'content-type': contentType, ...headers })).toMatchObject({
    status: 415,
    code: 'multipart_expected',
  })
})

test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other'])(
  'refuses a form without its boundary: %s',
  async (contentType) => {
    expect(await send(card + end, { 'content-type': contentType })).toMatchObject({ status: 400 })
  },
)

test('survives broken part headers and endless ones', async () => {
  const long = `--${boundary}\r\nX-Long: ${'x'.repeat(200_000)}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n`
  expect([400, 422]).toContain(((await send(long + end)) as { status: number }).status)
  for (const header of [
    '',
    'nonsense',
    'Content-Disposition: form-data',
    ': :',
    'Content-Disposition:\r\n form-data',
  ]) {
    const answer = await send(`--${boundary}\r\n${header}\r\n\r\nx\r\n${end}`)
    expect([400, 422], header).toContain((answer as { status: number }).status)
  }
})

test('is refused by its Content-Length before a byte is read', async () => {
  expect(await send(card + end, { 'content-length': '1001001' })).toMatchObject({ status: 413 })
})

test('an error while storing reaches the client', async () => {
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: card + end,
    headers: { 'content-type': type },
  })
  const full = readOneFile({ request }, 1000, async ({ bytes }) => {
    bytes.destroy()
    throw new Problem('storage_full')
  })
  await expect(full).rejects.toMatchObject({ code: 'storage_full' })
})

describe('when the client has disconnected', () => {
  const request = new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type } })
  const open = () => new IncomingMessage(new Socket())
  const read = (incoming: IncomingMessage) =>
    readOneFile({ request, incoming }, 1000, async ({ bytes }) => buffer(bytes))

  test('before anything was read, the request is refused immediately', async () => {
    const incoming = open()
    incoming.on('error', () => {})
    incoming.destroy(new Error('aborted'))
    await new Promise((resolve) => incoming.once('close', resolve))
    await expect(read(incoming)).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('in the middle of the file, the request is refused immediately', async () => {
    const incoming = open()
    incoming.push(card.slice(0, -4))
    const stored = read(incoming)
    incoming.destroy()
    await expect(stored).rejects.toMatchObject({ code: 'bad_request' })
  })
})

describe('when nothing arrives for a while', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const request = (body: string | ReadableStream<Uint8Array>) =>
    new Request('http://localhost/', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
      duplex: 'half',
    } as RequestInit)

  test('because we store slowly, the file is stored', async () => {
    const large = part('name="file"; filename="scan.pdf"', 'x'.repeat(500_000))
    const stored = readOneFile({ request: request(large + end) }, 1_000_000, async ({ bytes }) => {
      await vi.advanceTimersByTimeAsync(300_000)
      return (await buffer(bytes)).length
    })
    expect(await stored).toBe(500_000)
  })

  test('because the client stopped sending, the request is refused', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(card.slice(0, -4))),
    })
    const stored = readOneFile({ request: request(body) }, 1000, async ({ bytes }) => buffer(bytes))
    const refused = expect(stored).rejects.toMatchObject({ code: 'bad_request' })
    await vi.advanceTimersByTimeAsync(31_000)
    await refused
  })
})
