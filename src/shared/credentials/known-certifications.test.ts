import { expect, test } from 'vitest'
import { z } from 'zod'
import data from '#shared/data/certifications.json' with { type: 'json' }
import { certifications, type KnownCertification } from './known-certifications.ts'
import { lifeSupportCards } from './life-support.ts'

const endDay = z.enum([
  ...['day', 'day-before', 'month-end', 'month-end-before', 'year-end'],
  ...['june-30', 'february-end', 'quarter-15'],
] as const)
const url = z.url({ protocol: /^https?$/ })

const record: z.ZodType<KnownCertification> = z.strictObject({
  code: z.string().min(1),
  name: z.string().min(1),
  aliases: z.array(z.string()),
  issuers: z.array(z.string()),
  category: z.string(),
  validityYears: z.number().positive().nullable(),
  validUntil: endDay.nullable(),
  validUntilByIssuer: z.array(z.object({ issuer: z.string(), validUntil: endDay })).optional(),
  termNote: z.string(),
  renewalNote: z.string(),
  renewUrl: url.nullable().optional(),
})

// The app reads the file without validation, so that no screen waits for it.
test('each record in the file has every field that the program reads', () => {
  for (const one of data.records) expect(record.safeParse(one).error, one.code).toBeUndefined()
})

test('the cards that every job is assumed to require are for life support', () => {
  const ofCatalog = certifications.filter(({ category }) => category === 'life support')
  expect(lifeSupportCards).toEqual(ofCatalog.map(({ code, name }) => [code, name]))
})

test('each code is listed once, and none is missing', () => {
  const codes = certifications.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length).toBeGreaterThan(100)
})
