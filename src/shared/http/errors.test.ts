import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { invalid, isProblemCode, isTemporary, Problem } from './errors.ts'
import { problemBody } from './problem-body.ts'

describe('the specification’s sentences', () => {
  it.each([
    ['not_authenticated', 401, 'User not authenticated - please log in and try again.'],
    ['license_not_owned', 403, 'Unauthorized access to license'],
    ['certification_not_owned', 403, 'Unauthorized access to certification'],
    ['ceu_cycle_not_owned', 403, 'Unauthorized access to CEU cycle'],
    ['ceu_entry_not_owned', 403, 'Unauthorized access to CEU entry'],
    ['file_not_owned', 403, 'Unauthorized access to file metadata'],
    ['license_not_found', 404, 'License not found'],
    ['certification_not_found', 404, 'Certification not found'],
    ['ceu_cycle_not_found', 404, 'CEU cycle not found'],
    ['ceu_entry_not_found', 404, 'CEU entry not found'],
    ['file_not_found', 404, 'File metadata not found'],
  ] as const)('%s is %i: %s', (code, status, detail) => {
    expect(new Problem(code).toBody()).toMatchObject({ code, status, detail })
  })
})

it('is temporary when the same request may succeed later', () => {
  const statuses = [400, 401, 403, 404, 408, 409, 413, 422, 428, 429, 430, 499, 500, 502, 503]
  expect(statuses.filter(isTemporary)).toEqual([408, 429, 500, 502, 503])
})

describe('a problem', () => {
  it('is described by its code alone', () => {
    const problem = new Problem('license_not_found')
    expect([problem.name, problem.message, problem.status]).toEqual(['Problem', 'License not found', 404])
    expect(problem.toBody()).toStrictEqual({
      ...{ title: 'Not found', status: 404, detail: 'License not found', code: 'license_not_found' },
    })
  })

  it('may have a specific sentence, invalid fields, and a time to wait', () => {
    const errors = [{ path: 'tags.3', message: 'Required' }]
    expect(new Problem('invalid', { errors }).toBody().errors).toEqual(errors)
    expect(new Problem('too_many_requests', { retryAfter: 0 }).toBody()).toMatchObject({
      ...{ status: 429, detail: 'Too many attempts. Wait a moment and try again.', retryAfter: 0 },
    })
    expect(new Problem('unexpected', { detail: 'Out of ink' }).toBody().detail).toBe('Out of ink')
  })

  it('reaches the browser whole', () => {
    const body = {
      ...{ title: 'Busy', status: 503, detail: 'Later', code: 'too_busy', message: 'Later' },
      ...{ errors: [{ path: 'tags.3', message: 'Required' }], retryAfter: 5, requestId: 'r1' },
    }
    expect(problemBody.parse(body)).toEqual(body)
  })
})

it('accepts its own codes and no others', () => {
  expect(isProblemCode('invalid')).toBe(true)
  expect(isProblemCode('constructor')).toBe(false)
})

it('lists every invalid field by its path', () => {
  const shape = z.strictObject({ title: z.string(), tags: z.array(z.string()), extra: z.strictObject({}) })
  const given = JSON.parse('{"tags":["a",1],"extra":{"x":1},"ownerId":"me","__proto__":{}}')
  const parsed = shape.safeParse(given)
  expect(parsed.success).toBe(false)
  const errors = parsed.success ? [] : invalid(parsed.error).errors
  expect(errors?.map(({ path }) => path).toSorted()).toEqual([
    '__proto__',
    'extra.x',
    'ownerId',
    'tags.1',
    'title',
  ])
  const unknown = errors?.filter(({ message }) => message === 'Unknown field').map(({ path }) => path)
  expect(unknown?.toSorted()).toEqual(['__proto__', 'extra.x', 'ownerId'])
  for (const { message } of errors ?? []) expect(message).not.toBe('')
})
