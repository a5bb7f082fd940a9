import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
