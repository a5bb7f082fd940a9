import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { invalid, isProblemCode, Problem } from './errors.ts'

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

it('accepts its own codes and no others', () => {
  expect(isProblemCode('invalid')).toBe(true)
  expect(isProblemCode('constructor')).toBe(false)
})

it('names every invalid field by its path', () => {
  const shape = z.strictObject({ title: z.string(), tags: z.array(z.string()), extra: z.strictObject({}) })
  const given = JSON.parse('{"tags":["a",1],"extra":{"x":1},"ownerId":"me","__proto__":{}}')
  const parsed = shape.safeParse(given)
  expect(parsed.success).toBe(false)
  const paths = parsed.success ? [] : invalid(parsed.error).errors?.map(({ path }) => path)
  expect(paths?.toSorted()).toEqual(['__proto__', 'extra.x', 'ownerId', 'tags.1', 'title'])
})
