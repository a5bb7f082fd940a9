import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
})
afterAll(() => services.close())

const bls = { kind: 'certification', name: 'Basic Life Support', issuer: 'American Heart Association' }

function post(body: string | Uint8Array | ReadableStream, headers: Record<string, string> = {}) {
  const streams = body instanceof ReadableStream ? { duplex: 'half' } : {}
  return ann.fetch('/api/credentials', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...streams,
  } as RequestInit)
}

/** A body in chunks without a Content-Length. */
function pieces(count: number, piece: string): ReadableStream {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent++ === count) controller.close()
      else controller.enqueue(new TextEncoder().encode(piece))
    },
  })
}

async function refusal(answer: Response) {
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  const { status, code } = (await answer.json()) as { status: number; code: string }
  expect(status).toBe(answer.status)
  return [status, code]
}

describe('a JSON body', () => {
  it('is accepted in chunks without a length', async () => {
    const answer = await post(pieces(1, JSON.stringify(bls)))
    expect(answer.status).toBe(201)
  })

  it('is refused above a megabyte, with and without a length', async () => {
    const long = JSON.stringify({ ...bls, notes: 'x'.repeat(1_000_001) })
    expect(await refusal(await post(long))).toEqual([413, 'too_large'])
    expect(await refusal(await post(pieces(40, 'x'.repeat(65_536))))).toEqual([413, 'too_large'])
  })

  it.each([
    ['{"name":"a\\u0000"}', 'name'],
    ['{"tags":["ok","\\ud800"]}', 'tags.1'],
    ['{"extra":[{"name":"Unit","value":"\\udfffb"}]}', 'extra.0.value'],
    ['{"a\\u0000":1}', 'a\u0000'],
  ])('%s names the text that no database stores', async (body, path) => {
    const answer = await post(body)
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: 'invalid', errors: [{ path, message: 'This text contains characters that cannot be stored' }] },
    ])
  })

  it.each([
    ['{"kind":', 'cut off'],
    ['', 'empty'],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 'nested too deep'],
    [`{"kind":"certification","a":[${'{},'.repeat(6000)}{}]}`, 'crowded with keys'],
    ['{"__proto__":{"kind":"license"}}', 'after the prototype'],
  ])('%.20s does not count as JSON: %s', async (body) => {
    expect(await refusal(await post(body))).toEqual([400, 'not_json'])
  })

  it('does not count as JSON when its bytes are not UTF-8', async () => {
    expect(await refusal(await post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])))).toEqual([
      400,
      'not_json',
    ])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'is refused as %s',
    async (type) => {
      const answer = await post(JSON.stringify(bls), { 'content-type': type })
      expect(await refusal(answer)).toEqual([415, 'json_expected'])
    },
  )

  it('is refused compressed', async () => {
    expect(await refusal(await post('x', { 'content-encoding': 'gzip' }))).toEqual([415, 'json_expected'])
  })

  it('is not read before the user is authenticated', async () => {
    const answer = await services.stranger().fetch('/api/credentials', { method: 'POST', body: '{' })
    expect(await refusal(answer)).toEqual([401, 'not_authenticated'])
  })
})
