import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig, settings } from './config.ts'

const provider = {
  id: 'hospital',
  name: 'St. Anne’s',
  issuer: 'https://login.hospital.example',
  clientId: 'lanyard',
}
const read = (value: unknown) =>
  readConfig({ OIDC_PROVIDERS: typeof value === 'string' ? value : JSON.stringify(value) }).OIDC_PROVIDERS

describe('an operator’s providers', () => {
  test('are none unless they are set', () => {
    expect(readConfig({}).OIDC_PROVIDERS).toEqual([])
  })

  test('need an id, a name, an issuer and a client; the rest has its defaults', () => {
    expect(read([provider])).toEqual([
      { ...provider, scopes: ['openid', 'email', 'profile'], trustEmail: false },
    ])
    const apple = {
      ...provider,
      id: 'apple',
      clientSecret: 's',
      responseMode: 'form_post',
      trustEmail: true,
    }
    expect(read([provider, apple])).toHaveLength(2)
    expect(read([{ ...provider, issuer: 'http://localhost:9000' }])).toHaveLength(1)
  })

  test.each([
    ['no JSON', '[{'],
    ['no list', provider],
    ['an issuer without TLS', [{ ...provider, issuer: 'http://login.hospital.example' }]],
    [
      'an issuer that only begins like this machine',
      [{ ...provider, issuer: 'http://localhost.evil.example' }],
    ],
    ['an id that is no part of an address', [{ ...provider, id: 'St. Anne' }]],
    ['one id twice', [provider, provider]],
    ['no client', [{ ...provider, clientId: undefined }]],
    ['a word that nobody knows', [{ ...provider, secret: 's' }]],
  ])('stop the start with a sentence when they are %s', (_name, value) => {
    expect(() => read(value)).toThrow(
      /^The setting OIDC_PROVIDERS.* is not usable: .+ Correct it and start again\.$/,
    )
  })
})

/** The rows of the tables in `docs/settings.md`: the names, and the defaults as they are written. */
const rows = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [names = '', usual = ''] = line.slice(2).split(' | ')
    return { names, usual }
  })

describe('the table of settings', () => {
  const quoted = (cell: string) => [...cell.matchAll(/`([^`]*)`/g)].map(([, text = '']) => text)
  const table = rows.flatMap(({ names, usual }) => {
    const each = usual.split(', ')
    return quoted(names).map((name, index) => ({ name, usual: each[index] ?? each[0] ?? '' }))
  })

  test('names every setting, and none that is not read', () => {
    expect(table.map(({ name }) => name).toSorted()).toEqual(Object.keys(settings.shape).toSorted())
  })

  test.each(table)('tells what $name is when it is not set: $usual', ({ name, usual }) => {
    const read: unknown = readConfig({})[name as keyof typeof settings.shape]
    const told = /^`([^`]*)`$/.exec(usual)?.[1]
    if (name === 'PUBLIC_URL') return expect(readConfig({}).publicUrl).toBe(told?.replace('PORT', '8080'))
    if (told === undefined) return expect(read ?? []).toEqual([])
    expect(typeof read === 'boolean' ? String(Number(read)) : String(read)).toBe(told)
  })

  test.each([
    ['DATABASE_POOL', '1'],
    ['DATABASE_TIMEOUT', '0'],
    ['MAX_CONNECTIONS', 'many'],
    ['MAX_HEADER_BYTES', '100'],
    ['CLIENT_PATIENCE', '-1'],
    ['REQUEST_TIMEOUT', '1.5'],
    ['UPLOADS_AT_ONCE', '0'],
  ])('is checked at the start: %s=%s stops it with a sentence', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`^The setting ${name} is not usable: .+ Correct it and start again\\.$`),
    )
  })
})
