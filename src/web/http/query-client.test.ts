import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { request, setTransport } from './api.ts'
import { createQueryClient, homeKey } from './query-client.ts'

const path = '/api/credentials/summary'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  setTransport((...sent) => fetch(...sent))
})

/** Counts the tries; each gets this problem, or `last` from the `tries`th on. */
function serve(refusal: ProblemCode | 'no connection', tries = Number.POSITIVE_INFINITY) {
  let count = 0
  setTransport(async () => {
    count += 1
    if (count >= tries) return Response.json({ total: 7 })
    if (refusal === 'no connection') throw new TypeError('Failed to fetch')
    const problem = new Problem(refusal)
    return Response.json(problem.toBody(), { status: problem.status })
  })
  return () => count
}

/** The final result, however long it takes. */
async function query(onSignedOut?: () => void): Promise<unknown> {
  const answer = createQueryClient(onSignedOut)
    .fetchQuery({ queryKey: ['summary'], queryFn: () => request('GET', path) })
    .catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return answer
}

describe('a query', () => {
  test.each([
    'too_many_requests',
    'too_slow',
    'export_running',
    'unexpected',
    'too_busy',
    'unavailable',
    'no connection',
  ] as const)('is tried three more times after %s', async (refusal) => {
    const tries = serve(refusal)
    expect(await query()).toBeInstanceOf(Problem)
    expect(tries()).toBe(4)
  })

  test.each(['too_many_requests', 'unavailable', 'no connection'] as const)(
    'gets its data when %s is over',
    async (refusal) => {
      const tries = serve(refusal, 4)
      expect(await query()).toEqual({ total: 7 })
      expect(tries()).toBe(4)
    },
  )

  test.each([
    'bad_request',
    'not_authenticated',
    'second_factor_needed',
    'license_not_owned',
    'invalid',
  ] as const)('is not tried again after %s', async (refusal) => {
    const tries = serve(refusal)
    expect(await query()).toMatchObject({ code: refusal })
    expect(tries()).toBe(1)
  })

  test('reports an ended session, and no other error', async () => {
    const onSignedOut = vi.fn()
    serve('license_not_owned')
    await query(onSignedOut)
    expect(onSignedOut).not.toHaveBeenCalled()
    serve('not_authenticated')
    await query(onSignedOut)
    expect(onSignedOut).toHaveBeenCalledOnce()
  })

  test('is fresh for five minutes', async () => {
    const tries = serve('unexpected', 1)
    const client = createQueryClient()
    const ask = () => client.fetchQuery({ queryKey: ['summary'], queryFn: () => request('GET', path) })
    await ask()
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    await ask()
    expect(tries()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await ask()
    expect(tries()).toBe(2)
  })
})

test.each(['too_many_requests', 'unavailable', 'no connection'] as const)(
  'a mutation is never retried, not even after %s',
  async (refusal) => {
    const tries = serve(refusal)
    const change = createQueryClient()
      .getMutationCache()
      .build(createQueryClient(), { mutationFn: () => request('POST', path, { body: {} }) })
      .execute(undefined)
      .catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await change).toBeInstanceOf(Problem)
    expect(tries()).toBe(1)
  },
)

test.each([
  ['a change', () => Promise.resolve()],
  ['one whose response was lost', () => Promise.reject(new Problem('unavailable'))],
])('what the dashboard shows is stale after %s', async (_what, mutationFn) => {
  const client = createQueryClient()
  client.setQueryData([...homeKey, '2026-11-23'], { today: '2026-11-23' })
  client.setQueryData(['summary'], { total: 7 })
  await client
    .getMutationCache()
    .build(client, { mutationFn })
    .execute(undefined)
    .catch(() => {})
  const isStale = (queryKey: readonly string[]) => client.getQueryState(queryKey)?.isInvalidated
  expect([isStale([...homeKey, '2026-11-23']), isStale(['summary'])]).toEqual([true, false])
})

describe('an error response', () => {
  const refusalOf = async (answer: Response) => {
    setTransport(async () => answer)
    return request('GET', path).catch((error: unknown) => error)
  }

  test('has its code, message, fields and waiting time', async () => {
    const body = new Problem('too_many_requests', {
      detail: 'Wait.',
      errors: [{ path: 'email', message: 'Too often' }],
      retryAfter: 42,
    }).toBody()
    expect(await refusalOf(Response.json(body, { status: 429 }))).toMatchObject({
      code: 'too_many_requests',
      status: 429,
      message: 'Wait.',
      errors: [{ path: 'email', message: 'Too often' }],
      retryAfter: 42,
    })
  })

  test.each([
    ['a code that we do not know', '{"code":"brand_new"}'],
    ['the name of a method', '{"code":"toString"}'],
  ])('%s is unexpected', async (_what, body) => {
    expect(await refusalOf(new Response(body, { status: 502 }))).toMatchObject({ code: 'unexpected' })
  })
})
