import { readFileSync } from 'node:fs'
import { errorCode } from './error-details.ts'

/** Settings that are or contain a secret: each may be given as `…_FILE`, the path of a file that holds it. */
export const secretSettings = [
  'AUTH_SECRET',
  'AUTH_SECRETS_OLD',
  'DATABASE_URL',
  'FILES_KEY',
  'FILES_KEYS_OLD',
  'OIDC_PROVIDERS',
  'OPS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
] as const

type Env = Record<string, string | undefined>

/** The settings with each secret read from its file, or why that cannot be done, in one sentence without a secret. */
export function readSecretFiles(env: Env): { env: Env } | { refusal: string } {
  const read: Env = { ...env }
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) return { refusal: `Set ${name} or ${name}_FILE, not both.` }
    const content = contentOf(path)
    if ('fault' in content) {
      return { refusal: `The file ${path} of ${name}_FILE ${content.fault}: correct it and start again.` }
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
