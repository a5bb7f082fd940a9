import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from './error-details.ts'

/**
 * Settings that are or contain a secret: each may be given as `…_FILE`, the path of a file that holds it, or as a
 * credential of systemd (`credentialOf`).
 */
export const secretSettings = [
  'APPLE_PASS_CERTIFICATE',
  'APPLE_PASS_KEY',
  'APPLE_PASS_KEY_PASSPHRASE',
  'APPLE_PASS_WWDR',
  'AUTH_SECRET',
  'AUTH_SECRETS_OLD',
  'DATABASE_URL',
  'FILES_KEY',
  'FILES_KEYS_OLD',
  'GOOGLE_WALLET_KEY',
  'MAIL_IN_IMAP_URL',
  'OIDC_PROVIDERS',
  'OPS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
] as const

type Env = Record<string, string | undefined>

/** The name of the systemd credential for a setting, such as `lanyard.auth-secret`. */
export function credentialOf(name: (typeof secretSettings)[number]): string {
  return `lanyard.${name.toLowerCase().replaceAll('_', '-')}`
}

/**
 * The settings with each secret read from its file, or one sentence, without a secret, that says why that is not
 * possible.
 */
export function readSecretFiles(env: Env): { env: Env } | { refusal: string } {
  const read: Env = { ...env }
  for (const name of secretSettings) {
    const given = fileOf(env, name)
    if (!given) continue
    const { path, source } = given
    if (env[name]) return { refusal: `Set ${name} or ${source}, not both.` }
    const content = contentOf(path)
    if ('fault' in content) {
      return { refusal: `The file ${path} of ${source} ${content.fault}: correct it and start again.` }
    }
    read[name] = content.text
  }
  return { env: read }
}

function contentOf(path: string): { text: string } | { fault: string } {
  try {
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? { fault: 'is empty' } : { text }
  } catch (error) {
    return { fault: `cannot be read (${errorCode(error)})` }
  }
}

type SecretFile = { path: string; source: string }

/** A systemd unit names every credential, and systemd passes on those that exist. */
function fileOf(env: Env, name: (typeof secretSettings)[number]): SecretFile | null {
  const path = env[`${name}_FILE`]
  if (path) return { path, source: `${name}_FILE` }
  const folder = env.CREDENTIALS_DIRECTORY
  const credential = credentialOf(name)
  if (!folder || !existsSync(join(folder, credential))) return null
  return { path: join(folder, credential), source: `the credential ${credential}` }
}
