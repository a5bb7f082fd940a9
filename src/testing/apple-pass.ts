import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createSecureServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { z } from 'zod'
import type { Nurse, TestServices } from './test-services.ts'

export const passType = 'pass.org.example.lanyard'

export type PassCertificates = {
  folder: string
  /** Settings as in the environment. */
  env: Record<string, string>
  /** The certificate of a server on localhost, trusted by the same root. */
  server: { cert: string; key: string }
  root: string
}

/** Certificates like Apple's, made with OpenSSL in a separate folder. */
export function createPassCertificates(): PassCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-passes-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const days = ['-days', '30']
  const rsa = ['-newkey', 'rsa:2048', '-nodes']
  const self = ['req', '-x509', ...rsa, ...days, '-subj', '/CN=Test WWDR']
  openssl(...self, '-keyout', 'root.key', '-out', 'root.pem')
  const issue = (name: string, subject: string, extensions: string) => {
    writeFileSync(join(folder, `${name}.ext`), extensions)
    openssl('req', ...rsa, '-subj', subject, '-keyout', `${name}.key`, '-out', `${name}.csr`)
    const by = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-extfile', `${name}.ext`]
    openssl('x509', '-req', ...days, ...by, '-in', `${name}.csr`, '-out', `${name}.pem`)
  }
  issue('pass', `/UID=${passType}/CN=Pass Type ID/OU=ABCDE12345`, 'keyUsage=digitalSignature\n')
  issue('server', '/CN=localhost', 'subjectAltName=DNS:localhost\n')
  return {
    folder,
    env: {
      ...{ APPLE_PASS_TYPE_ID: passType, APPLE_PASS_TEAM_ID: 'ABCDE12345' },
      ...{ APPLE_PASS_CERTIFICATE: read('pass.pem'), APPLE_PASS_KEY: read('pass.key') },
      APPLE_PASS_WWDR: read('root.pem'),
    },
    server: { cert: read('server.pem'), key: read('server.key') },
    root: read('root.pem'),
  }
}

const passJson = z.looseObject({
  serialNumber: z.string(),
  authenticationToken: z.string(),
  voided: z.boolean().optional(),
})
export type ApplePass = z.infer<typeof passJson>

/** The content of a `.pkpass`. */
export async function openPassFile(answer: Response) {
  const type = answer.headers.get('content-type')
  if (type !== 'application/vnd.apple.pkpass') throw new Error(`${answer.status} ${await answer.text()}`)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const text = Buffer.from(files['pass.json'] ?? []).toString()
  return { files, text, pass: passJson.parse(JSON.parse(text)) }
}

/** The path of the file of a pass that was just made. */
export async function makeApplePass(nurse: Nurse, license: string, showNumber = false): Promise<string> {
  const answer = await nurse.json('PUT', `/api/passes/${license}/apple`, { showNumber })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return z.object({ url: z.string() }).parse(await answer.json()).url
}

export async function addApplePass(nurse: Nurse, license: string, showNumber = false) {
  return openPassFile(await nurse.fetch(await makeApplePass(nurse, license, showNumber)))
}

/** A phone with the pass, as Apple Wallet calls the web service. */
export function openPhone(
  { app, config }: Pick<TestServices, 'app' | 'config'>,
  { serialNumber, authenticationToken }: ApplePass,
  device = 'phone1',
) {
  const headers = { Authorization: `ApplePass ${authenticationToken}` }
  const base = '/api/wallet/v1'
  const own = `${base}/devices/${device}/registrations/${passType}`
  const ask = async (path: string, init: RequestInit = {}) =>
    app.request(config.publicUrl + path, { ...init, headers: { ...headers, ...init.headers } })
  return {
    ask,
    register: (pushToken = 'ab'.repeat(32)) =>
      ask(`${own}/${serialNumber}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ pushToken }),
      }),
    unregister: () => ask(`${own}/${serialNumber}`, { method: 'DELETE' }),
    changed: (since = '') => ask(`${own}${since && `?passesUpdatedSince=${since}`}`),
    latest: (init?: RequestInit) => ask(`${base}/passes/${passType}/${serialNumber}`, init),
  }
}

/** Apple's push service on loopback. `answer` is what it answers from now on. */
export async function startApplePush({ server, root }: PassCertificates) {
  const pushed: { path: string; topic: unknown; body: string }[] = []
  const answer = { status: 200, body: '' }
  const apple = createSecureServer({ ...server, ca: root, requestCert: true, rejectUnauthorized: true })
  apple.on('stream', (stream: ServerHttp2Stream, headers) => {
    let body = ''
    stream.on('data', (part) => {
      body += String(part)
    })
    stream.on('end', () => {
      pushed.push({ path: String(headers[':path']), topic: headers['apns-topic'], body })
      stream.respond({ ':status': answer.status })
      stream.end(answer.body)
    })
  })
  await new Promise<void>((resolve) => apple.listen(0, 'localhost', resolve))
  const { port } = apple.address() as AddressInfo
  return {
    pushed,
    answer,
    place: { origin: `https://localhost:${port}`, ca: root },
    close: () => apple.close(),
  }
}
