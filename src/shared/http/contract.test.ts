import { expect, test } from 'vitest'
import { z } from 'zod'
import { bytes, json, noContent } from './contract.ts'
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
