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

describe('the OIDC_PROVIDERS setting', () => {
  test('is empty unless it is set', () => {
    expect(readConfig({}).OIDC_PROVIDERS).toEqual([])
  })

  test('requires an id, a name, an issuer and a client id; the rest has defaults', () => {
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
    ['not JSON', '[{'],
    ['not a list', provider],
    ['an issuer without TLS', [{ ...provider, issuer: 'http://login.hospital.example' }]],
    ['an issuer that only starts with localhost', [{ ...provider, issuer: 'http://localhost.evil.example' }]],
    ['an id that is not valid in a URL', [{ ...provider, id: 'St. Anne' }]],
    ['a duplicate id', [provider, provider]],
    ['without a client id', [{ ...provider, clientId: undefined }]],
    ['with an unknown field', [{ ...provider, secret: 's' }]],
  ])('stops the start with a sentence when they are %s', (_name, value) => {
    expect(() => read(value)).toThrow(
      /^The setting OIDC_PROVIDERS.* is not usable: .+ Correct it and start again\.$/,
    )
  })
})

/** The rows of the tables in `docs/settings.md`: names and defaults as written there. */
const rows = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [names = '', usual = ''] = line.slice(2).split(' | ')
    return { names, usual }
  })

describe('the settings table', () => {
  const quoted = (cell: string) => [...cell.matchAll(/`([^`]*)`/g)].map(([, text = '']) => text)
  const table = rows.flatMap(({ names, usual }) => {
    const each = usual.split(', ')
    return quoted(names).map((name, index) => ({ name, usual: each[index] ?? each[0] ?? '' }))
  })

  test('lists every setting, and only settings that are read', () => {
    expect(table.map(({ name }) => name).toSorted()).toEqual(Object.keys(settings.shape).toSorted())
  })

  test.each(table)('states the default of $name: $usual', ({ name, usual }) => {
    const read: unknown = readConfig({})[name as keyof typeof settings.shape]
    const documented = /^`([^`]*)`$/.exec(usual)?.[1]
    if (name === 'PUBLIC_URL')
      return expect(readConfig({}).publicUrl).toBe(documented?.replace('PORT', '8080'))
    if (documented === undefined) return expect(read ?? []).toEqual([])
    expect(typeof read === 'boolean' ? String(Number(read)) : String(read)).toBe(documented)
  })

  test.each([
    ['DATABASE_POOL', '1'],
    ['DATABASE_TIMEOUT', '0'],
    ['MAX_CONNECTIONS', 'many'],
    ['MAX_HEADER_BYTES', '100'],
    ['CLIENT_PATIENCE', '-1'],
    ['REQUEST_TIMEOUT', '1.5'],
    ['UPLOADS_AT_ONCE', '0'],
  ])('rejects %s=%s at the start with a sentence', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`^The setting ${name} is not usable: .+ Correct it and start again\\.$`),
    )
  })
})
