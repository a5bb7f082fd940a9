import { expect, test } from 'vitest'
import { z } from 'zod'
import { bytes, isForOwner, json, noContent, problemsOf } from './contract.ts'
import { changeHeaders, idempotencyHeaders } from './idempotency.ts'

test('a response is JSON of one schema, bytes of some media types, or nothing', () => {
  const schema = z.object({ id: z.string() })
  expect(json(schema, 'The card')).toEqual({
    description: 'The card',
    content: { 'application/json': { schema } },
  })
  const binary = { schema: { type: 'string', format: 'binary' } }
  expect(bytes('The packet', 'application/pdf', 'application/zip')).toEqual({
    description: 'The packet',
    content: { 'application/pdf': binary, 'application/zip': binary },
  })
  expect(noContent('Deleted')).toEqual({ description: 'Deleted' })
})

test('a request may carry an idempotency key', () => {
  expect(idempotencyHeaders.parse({ 'idempotency-key': 'k1', accept: '*/*' })).toEqual({
    'idempotency-key': 'k1',
  })
  expect(idempotencyHeaders.parse({})).toEqual({})
})

test('a change may name the version it is based on, in at most 100 characters', () => {
  const headers = { 'idempotency-key': 'k1', 'if-match': 'x'.repeat(100) }
  expect(changeHeaders.parse(headers)).toEqual(headers)
  expect(changeHeaders.parse({})).toEqual({})
  expect(changeHeaders.safeParse({ 'if-match': 'x'.repeat(101) }).success).toBe(false)
})

const done = { summary: '', answers: { 204: noContent('Done') } }
const byId = z.object({ id: z.string() })

test.each([
  ['GET /api/users/me', done, [401, 403, 429]],
  ['GET /api/renewals/{id}', { ...done, params: byId }, [401, 403, 404, 422, 429]],
  ['GET /api/lists/{listId}', { ...done, params: z.object({ listId: z.uuid() }) }, [401, 403, 404, 422, 429]],
  [
    'GET /api/expiring/{days}',
    { ...done, params: z.object({ days: z.coerce.number() }) },
    [401, 403, 422, 429],
  ],
  ['GET /api/lists', { ...done, query: z.object({}) }, [401, 403, 422, 429]],
  ['DELETE /api/reminders/calendar', done, [401, 403, 413, 429]],
  ['PUT /api/users/me', { ...done, body: byId, problems: [409] }, [400, 401, 403, 409, 413, 415, 422, 429]],
  ['DELETE /api/users/me', { ...done, optionalBody: byId }, [400, 401, 403, 413, 415, 422, 429]],
  ['GET /api/share/{id}/cover', { ...done, params: byId, problems: [410, 404] }, [404, 410, 422]],
  ['POST /api/auth/sign-in/email', { ...done, body: byId, problems: [429] }, [400, 413, 415, 422, 429]],
  ['GET /healthz', done, []],
])('the problems of %s follow from who reaches it and what it takes', (key, endpoint, expected) => {
  expect(problemsOf(key, endpoint)).toEqual(expected)
})

test('visitors, phones, calendars and people who sign in reach endpoints that are not the owner’s', () => {
  const others = ['GET /api/share/{id}', 'POST /api/share/{id}', 'GET /api/share/{id}/files/{fileId}']
  const more = ['GET /api/auth', 'POST /api/wallet/v1/log', 'GET /api/calendar/{file}', 'GET /metrics']
  expect([...others, ...more].filter(isForOwner)).toEqual([])
  const owners = ['PATCH /api/share/{id}', 'GET /api/share/{id}/log', 'POST /api/share/{id}/token']
  expect([...owners, 'POST /api/share/preview'].filter(isForOwner)).toHaveLength(4)
})
