import { rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { createPassCertificates } from '#testing/apple-pass.ts'
import { readConfig } from './config.ts'

const made = createPassCertificates()
afterAll(() => rmSync(made.folder, { recursive: true }))

it('is off without settings, and on with all of them', () => {
  expect(readConfig({}).applePass).toBeNull()
  expect(readConfig(made.env).applePass).toMatchObject({ teamId: 'ABCDE12345' })
})

it.each([
  ['one is missing', { APPLE_PASS_KEY: '' }, 'Set APPLE_PASS_KEY too'],
  ['the key is of another certificate', { APPLE_PASS_KEY: made.server.key }, 'APPLE_PASS_KEY is not usable'],
  ['the key is invalid', { APPLE_PASS_KEY: 'secret-word' }, 'APPLE_PASS_KEY is not usable'],
  [
    'it is for another pass type',
    { APPLE_PASS_TYPE_ID: 'pass.org.other' },
    'APPLE_PASS_TYPE_ID is not usable',
  ],
  ['the WWDR certificate is invalid', { APPLE_PASS_WWDR: 'secret-word' }, 'APPLE_PASS_WWDR is not usable'],
  [
    'phones cannot ask',
    { PUBLIC_URL: 'http://vault.example', AUTH_SECRET: 'a'.repeat(40) },
    'Set PUBLIC_URL',
  ],
])('does not start when %s', (_, wrong, sentence) => {
  const start = () => readConfig({ ...made.env, ...wrong })
  expect(start).toThrow(sentence)
  expect(start).not.toThrow('secret-word')
})
