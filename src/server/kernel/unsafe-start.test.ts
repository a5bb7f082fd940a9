import { describe, expect, test } from 'vitest'
import { readConfig, StartError } from './config.ts'
import { isLoopbackHost } from './loopback.ts'

const secret = { AUTH_SECRET: 'a secret of more than thirty-two characters' }
const production = { ...secret, NODE_ENV: 'production', PUBLIC_URL: 'https://vault.example.org' }
const emulatorInProduction = { NODE_ENV: 'production', ALLOW_EMULATOR: '1' }
const mail = (url: string) => ({ ...production, SMTP_URL: url })

describe('a start is refused with an explanation', () => {
  test.each([
    ['emulator mode for all networks', { HOST: '0.0.0.0' }, /AUTH_SECRET.*HOST/],
    ['emulator mode for all IPv6 networks', { HOST: '::' }, /AUTH_SECRET.*HOST/],
    ['emulator mode on a network address', { HOST: '192.168.1.7' }, /AUTH_SECRET.*HOST/],
    [
      'emulator mode on a name that looks like loopback',
      { HOST: 'localhost.example.org' },
      /AUTH_SECRET.*HOST/,
    ],
    [
      'emulator mode at a public address',
      { PUBLIC_URL: 'https://vault.example.org' },
      /AUTH_SECRET.*PUBLIC_URL/,
    ],
    [
      'emulator mode at a name in the network',
      { PUBLIC_URL: 'http://vault:8080' },
      /AUTH_SECRET.*PUBLIC_URL/,
    ],
    [
      'allowed emulator mode for all networks',
      { ...emulatorInProduction, HOST: '0.0.0.0' },
      /AUTH_SECRET.*HOST/,
    ],
    [
      'allowed emulator mode at a public address',
      { ...emulatorInProduction, PUBLIC_URL: 'https://vault.example.org' },
      /AUTH_SECRET.*PUBLIC_URL/,
    ],
    ['production over http', { ...production, PUBLIC_URL: 'http://vault.example.org' }, /PUBLIC_URL.*https/],
    [
      'production over http in the network',
      { ...production, PUBLIC_URL: 'http://10.0.0.4:8080' },
      /PUBLIC_URL.*https/,
    ],
    ['mail without TLS', mail('smtp://ann:hunter2@mail.example.org'), /smtps.*requireTLS.*SMTP_INSECURE/],
    ['mail where TLS is turned off', mail('smtp://mail.example.org?requireTLS=false'), /SMTP_INSECURE/],
    ['mail where TLS is turned off by number', mail('smtp://mail.example.org?requireTLS=0'), /SMTP_INSECURE/],
    ['mail to a private network', mail('smtp://10.0.0.5:25'), /SMTP_INSECURE/],
    [
      'a permission that is taken back',
      { ...mail('smtp://mail.example.org'), SMTP_INSECURE: '0' },
      /SMTP_INSECURE/,
    ],
  ])('%s', (_name, env, words) => {
    const start = () => readConfig(env)
    expect(start).toThrow(StartError)
    expect(start).toThrow(words)
    expect(start).not.toThrow(/hunter2|\n/)
  })
})

describe('a start is allowed', () => {
  test.each<[string, Record<string, string>]>([
    ['without any setting', {}],
    ['emulator mode on this machine', { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:9000' }],
    ['emulator mode on this machine by IPv6', { HOST: '::1', PUBLIC_URL: 'http://[::1]:9000/' }],
    ['allowed emulator mode in production on this machine', emulatorInProduction],
    ['a secret for all networks', { ...secret, HOST: '0.0.0.0' }],
    ['a secret over http, but not in production', { ...secret, PUBLIC_URL: 'http://vault.example.org' }],
    ['plain mail, but not in production', { ...secret, SMTP_URL: 'smtp://mail.example.org' }],
    ['production behind HTTPS', { ...production, HOST: '0.0.0.0' }],
    ['production on this machine', { ...production, PUBLIC_URL: 'http://localhost:8080' }],
    ['production at its default address', { ...secret, NODE_ENV: 'production' }],
    ['mail with TLS from the start', mail('smtps://mail.example.org')],
    ['mail that requires TLS', mail('smtp://mail.example.org?requireTLS=true')],
    ['mail that requires TLS, without a value', mail('smtp://mail.example.org?requireTLS')],
    ['a mail server on this machine', mail('smtp://127.0.0.1:25')],
    ['a mail server on this machine by IPv6', mail('smtp://[::1]:25')],
    ['mail without TLS that is permitted', { ...mail('smtp://mail:25'), SMTP_INSECURE: '1' }],
  ])('%s', (_name, env) => {
    expect(() => readConfig(env)).not.toThrow()
  })
})

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['127.0.0.1.example.org', false],
  ['127.0.0', false],
  ['128.0.0.1', false],
  ['', false],
])('only this machine reaches %s: %s', (host, is) => expect(isLoopbackHost(host)).toBe(is))
