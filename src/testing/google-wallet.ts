import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

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

export const savedObject = z.looseObject({ id: z.string(), state: z.string() })

/** Google's token and wallet servers on loopback. `status` is what they answer from now on. */
export async function startGoogleWallet() {
  const patched: { path: string; authorization: string; object: z.infer<typeof savedObject> }[] = []
  const grants: URLSearchParams[] = []
  const status = { token: 200, wallet: 200 }
  const google = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    if (request.method === 'POST' && request.url === '/token') {
      grants.push(new URLSearchParams(body))
      response.writeHead(status.token, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ access_token: 'bearer-1', expires_in: 3599 }))
    } else {
      const path = `${request.method} ${request.url}`
      const object = savedObject.parse(JSON.parse(body))
      patched.push({ path, authorization: request.headers.authorization ?? '', object })
      response.writeHead(status.wallet).end('{}')
    }
  })
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
  const { port } = google.address() as AddressInfo
  const place = { tokenUrl: `http://127.0.0.1:${port}/token`, walletUrl: `http://127.0.0.1:${port}` }
  return { patched, grants, status, place, close: () => google.close() }
}
