import { expect, it } from 'vitest'
import { clientEmail, googleWalletEnv, issuerId } from '#testing/google-wallet.ts'
import { readConfig } from './config.ts'

it('is off without settings, and on with both', () => {
  expect(readConfig({}).googleWallet).toBeNull()
  expect(readConfig(googleWalletEnv).googleWallet).toMatchObject({ issuerId, clientEmail })
})

it.each([
  ['the key is missing', { GOOGLE_WALLET_KEY: '' }, 'Set GOOGLE_WALLET_KEY too'],
  ['the issuer is missing', { GOOGLE_WALLET_ISSUER_ID: '' }, 'Set GOOGLE_WALLET_ISSUER_ID too'],
  ['the issuer is no number', { GOOGLE_WALLET_ISSUER_ID: 'acme' }, 'GOOGLE_WALLET_ISSUER_ID is not usable'],
  ['the key is no JSON', { GOOGLE_WALLET_KEY: 'secret-word' }, 'GOOGLE_WALLET_KEY is not usable'],
  [
    'the JSON has no key',
    {
      GOOGLE_WALLET_KEY: JSON.stringify({
        ...{ type: 'service_account', client_email: clientEmail },
        private_key: 'secret-word',
      }),
    },
    'GOOGLE_WALLET_KEY is not usable',
  ],
])('does not start when %s', (_, wrong, sentence) => {
  const start = () => readConfig({ ...googleWalletEnv, ...wrong })
  expect(start).toThrow(sentence)
  expect(start).not.toThrow('secret-word')
})
