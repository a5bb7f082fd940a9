import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const hospital = {
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
    expect(read([hospital])).toEqual([
      { ...hospital, scopes: ['openid', 'email', 'profile'], trustEmail: false },
    ])
    const apple = { ...hospital, id: 'apple', clientSecret: 's', responseMode: 'form_post', trustEmail: true }
    expect(read([hospital, apple])).toHaveLength(2)
    expect(read([{ ...hospital, issuer: 'http://localhost:9000' }])).toHaveLength(1)
  })

  test.each([
    ['no JSON', '[{'],
    ['no list', hospital],
    ['an issuer without TLS', [{ ...hospital, issuer: 'http://login.hospital.example' }]],
    [
      'an issuer that only begins like this machine',
      [{ ...hospital, issuer: 'http://localhost.evil.example' }],
    ],
    ['an id that is no part of an address', [{ ...hospital, id: 'St. Anne' }]],
    ['one id twice', [hospital, hospital]],
    ['no client', [{ ...hospital, clientId: undefined }]],
    ['a word that nobody knows', [{ ...hospital, secret: 's' }]],
  ])('stop the start with a sentence when they are %s', (_name, value) => {
    expect(() => read(value)).toThrow(
      /^The setting OIDC_PROVIDERS.* is not usable: .+ Correct it and start again\.$/,
    )
  })
})
