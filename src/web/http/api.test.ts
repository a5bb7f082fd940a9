import { afterEach, describe, expect, test } from 'vitest'
import { Problem } from '#shared/http/errors.ts'
import { request, requestOrNull, setTransport } from './api.ts'

afterEach(() => setTransport((...sent) => fetch(...sent)))

/** What a nurse reads when something else than Lanyard answers. */
async function sentenceAfter(answer: Response, send = () => request('PATCH', '/api/credentials/1')) {
  setTransport(async () => answer)
  const error = await send().catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Problem)
  return (error as Problem).message
}

const page = (status: number) =>
  new Response('<html><h1>Blocked</h1></html>', { status, headers: { 'Content-Type': 'text/html' } })

describe('an answer that is not from Lanyard', () => {
  test.each([403, 405, 413])('%i says that something in between blocked the request', async (status) => {
    expect(await sentenceAfter(page(status))).toMatch(new RegExp(`^Something between .*blocked .*${status}`))
  })

  test('is recognized by its content, also as JSON', async () => {
    expect(await sentenceAfter(Response.json({ error: 'Method Not Allowed' }, { status: 405 }))).toMatch(
      /^Something between this device and Lanyard/,
    )
    expect(await sentenceAfter(Response.json(null, { status: 403 }))).toMatch(/^Something between/)
  })

  test.each([500, 502, 503, 504])('%i blames neither the network nor the device', async (status) => {
    expect(await sentenceAfter(page(status))).toBe('Lanyard has a problem right now. Try again in a minute.')
  })

  test('is the page of a network that wants a sign-in', async () => {
    const sentence = /^This network answered instead of Lanyard/
    expect(await sentenceAfter(page(200))).toMatch(sentence)
    expect(await sentenceAfter(page(200), () => requestOrNull('/api/credentials/1'))).toMatch(sentence)
  })
})

test('a problem of Lanyard keeps its own sentence', async () => {
  const problem = new Problem('unexpected')
  expect(await sentenceAfter(Response.json(problem.toBody(), { status: 500 }))).toBe(problem.message)
})
