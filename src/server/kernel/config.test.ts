import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig, readProcessConfig, settings } from './config.ts'
import { credentialOf, readSecretFiles, secretSettings } from './secret-files.ts'

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
  ])('stops the start with an explanation when they are %s', (_name, value) => {
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

  test('lists every setting that is read, and no other', () => {
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
  ])('rejects %s=%s at the start with an explanation', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`^The setting ${name} is not usable: .+ Correct it and start again\\.$`),
    )
  })
})

const unusable = (name: string, value: string) => () =>
  readConfig({ AUTH_SECRET: 'a secret of more than thirty-two characters', [name]: value })

describe('PUBLIC_URL', () => {
  const secret = 'a secret of more than thirty-two characters'
  const publicUrl = (PUBLIC_URL: string) => readConfig({ AUTH_SECRET: secret, PUBLIC_URL }).publicUrl

  test.each([
    ['https://vault.example.org', 'https://vault.example.org'],
    ['https://vault.example.org/', 'https://vault.example.org'],
    ['https://Vault.Example.ORG', 'https://vault.example.org'],
    ['HTTPS://vault.example.org:443/', 'https://vault.example.org'],
    ['http://localhost:80', 'http://localhost'],
    ['https://vault.example.org:8443', 'https://vault.example.org:8443'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ])('%s is %s, as browsers send it', (given, origin) => {
    expect(publicUrl(given)).toBe(origin)
  })

  test.each(['/lanyard', '/lanyard/', '/?a=b', '/#a'])('is refused with %s at its end', (end) => {
    expect(unusable('PUBLIC_URL', `https://vault.example.org${end}`)).toThrow(
      'The setting PUBLIC_URL is not usable: it must end with the host name or port, as in https://vault.example.org, because Lanyard needs a host name of its own. Correct it and start again.',
    )
  })

  test.each(['vault.example.org', 'vault.example.org:8080', 'ftp://vault.example.org'])(
    'is refused as %s, which is no address of a web site',
    (given) => {
      expect(unusable('PUBLIC_URL', given)).toThrow(/must begin with https:\/\//)
    },
  )
})

test('CONTACT_URL is refused as an address without mailto:, which would be a path of this site', () => {
  expect(unusable('CONTACT_URL', 'it@example.org')).toThrow(
    /in front of it: mailto:it@example\.org\. Correct/,
  )
  for (const url of ['mailto:it@example.org', 'https://example.org/@it', '/contact'])
    expect(unusable('CONTACT_URL', url)).not.toThrow()
})

describe('SMTP_URL', () => {
  test.each([
    'smtp.example.org:587',
    'smtp.example.org',
    'https://smtp.example.org',
    'smtps://user:p#ss@smtp.example.org:465',
  ])('as %s stops the start and says how to write it', (given) => {
    expect(unusable('SMTP_URL', given)).toThrow(
      'The setting SMTP_URL is not usable: it must be as in smtps://user:password@smtp.example.org:465, with special characters percent-encoded. Correct it and start again.',
    )
  })

  test('with a password that is not percent-encoded stops the start', () => {
    expect(unusable('SMTP_URL', 'smtps://user:100%@smtp.example.org')).toThrow(/written as %25/)
  })
})

test.each([
  ['0', 0],
  ['1', 1],
  ['true', 1],
  ['2', 2],
])('TRUSTED_PROXY=%s is %i proxies in front', (given, proxies) => {
  expect(readConfig({ TRUSTED_PROXY: given }).TRUSTED_PROXY).toBe(proxies)
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const secret = 'a secret of more than thirty-two characters'
  const fileOf = (content: string) => {
    const path = join(folder, 'secret')
    writeFileSync(path, content)
    return path
  }

  test('is read without the trailing line break', () => {
    expect(readConfig({ AUTH_SECRET_FILE: fileOf(`${secret}\n`) }).AUTH_SECRET).toBe(secret)
    expect(readConfig({ SMTP_URL_FILE: fileOf('smtps://user:x@mail.example') }).SMTP_URL).toBe(
      'smtps://user:x@mail.example',
    )
  })

  test.each(secretSettings)('can be %s, but not there and in the setting', (name) => {
    const both = { [name]: secret, [`${name}_FILE`]: fileOf(secret) }
    expect(() => readConfig(both)).toThrow(`Set ${name} or ${name}_FILE, not both.`)
  })

  test.each(secretSettings)('can be the systemd credential of %s', (name) => {
    const CREDENTIALS_DIRECTORY = mkdtempSync(join(folder, 'credentials-'))
    writeFileSync(join(CREDENTIALS_DIRECTORY, credentialOf(name)), `${secret}\n`)
    expect(readSecretFiles({ CREDENTIALS_DIRECTORY })).toEqual({
      env: { CREDENTIALS_DIRECTORY, [name]: secret },
    })
    expect(readSecretFiles({ CREDENTIALS_DIRECTORY, [name]: secret })).toEqual({
      refusal: `Set ${name} or the credential ${credentialOf(name)}, not both.`,
    })
    expect(readSecretFiles({ CREDENTIALS_DIRECTORY: folder, [name]: secret })).toEqual({
      env: { CREDENTIALS_DIRECTORY: folder, [name]: secret },
    })
    const file = fileOf(secret)
    expect(readSecretFiles({ CREDENTIALS_DIRECTORY, [`${name}_FILE`]: file })).toMatchObject({
      env: { [name]: secret },
    })
  })

  test('that is missing or empty stops the start with an explanation', () => {
    const missing = join(folder, 'missing')
    expect(() => readConfig({ FILES_KEY_FILE: missing })).toThrow(
      `The file ${missing} of FILES_KEY_FILE cannot be read (ENOENT): correct it and start again.`,
    )
    expect(() => readConfig({ AUTH_SECRET_FILE: fileOf('\n') })).toThrow(/is empty/)
  })

  test('that is unusable stops the start, and the message does not contain it', () => {
    const read = () => readConfig({ AUTH_SECRET_FILE: fileOf('too short') })
    expect(read).toThrow(/^The setting AUTH_SECRET is not usable/)
    expect(read).not.toThrow(/too short/)
  })

  test('every setting that may hold a password or a key can be one', () => {
    const named = Object.keys(settings.shape).filter((name) => /SECRET|KEY|TOKEN|_URL|PROVIDERS/.test(name))
    const open = named.filter((name) => !secretSettings.some((secret) => secret === name))
    expect(open).toEqual([
      ...[
        'PUBLIC_URL',
        'S3_ACCESS_KEY_ID',
        'FIREBASE_API_KEY',
        'RULES_PUBLIC_KEYS',
        'CEU_URL',
        'ABOUT_URL',
        'CONTACT_URL',
      ],
      ...['POWERED_BY_URL'],
      ...['FACEBOOK_URL', 'YOUTUBE_URL', 'INSTAGRAM_URL', 'TIKTOK_URL'],
    ])
  })
})

test('secrets are removed from the environment of the process once they are read', () => {
  process.env.OPS_TOKEN = 'a token of many characters'
  expect(readProcessConfig().OPS_TOKEN).toBe('a token of many characters')
  expect(Object.keys(process.env)).not.toContain('OPS_TOKEN')
})
