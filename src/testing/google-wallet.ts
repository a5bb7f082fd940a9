import { generateKeyPairSync } from 'node:crypto'

export const issuerId = '3388000000012345678'
export const clientEmail = 'passes@lanyard-example.iam.gserviceaccount.com'

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const { publicKey } = pair

/** Settings as in the environment, with a key of this run. */
export const googleWalletEnv = {
  GOOGLE_WALLET_ISSUER_ID: issuerId,
  GOOGLE_WALLET_KEY: JSON.stringify({
    ...{ type: 'service_account', project_id: 'lanyard-example', client_email: clientEmail },
    private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }),
}
