import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { z } from 'zod'
import { parseSignUpPolicy, type SignUpPolicy } from '#shared/auth/sign-up-policy.ts'
import { type ApplePassSettings, applePassSettings } from './apple-pass-settings.ts'
import { type GoogleWalletSettings, googleWalletSettings } from './google-wallet-settings.ts'
import { isLoopbackHost } from './loopback.ts'
import { readSecretFiles, secretSettings } from './secret-files.ts'
import { unsafeStart } from './unsafe-start.ts'

/** An invalid setting or environment that prevents the start; the message is one sentence that says what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Settings that would expose accounts. */
export class UnsafeStartError extends StartError {}

const port = z.coerce.number().int().min(0).max(65535)
/** An integer within bounds, with a default. */
const integer = (least: number, most: number, usual: number) =>
  z.coerce.number().int().min(least).max(most).default(usual)

/** How many proxies in front each add an address to `X-Forwarded-For`. */
const proxies = z
  .string()
  .regex(/^([0-9]|true|false)$/, 'it must be the number of proxies in front, such as 1')
  .transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value)))

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

const isLoopback = (url: string) => url.startsWith('http:') && isLoopbackHost(new URL(url).hostname)

/** One OpenID Connect provider as configured by the operator. */
const provider = z.strictObject({
  /** Part of the callback URL and stored with linked accounts, so it must never change. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'id: small letters, digits and dashes'),
  name: z.string().min(1).max(60),
  issuer: z.url().refine((url) => url.startsWith('https:') || isLoopback(url), 'issuer: https only'),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scopes: z.array(z.string()).default(['openid', 'email', 'profile']),
  /** Treat its email addresses as verified even without the claim, as for a hospital's own directory. */
  trustEmail: z.boolean().default(false),
  responseMode: z.enum(['query', 'form_post']).optional(),
})
export type ProviderConfig = z.infer<typeof provider>

const providers = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'it must be a JSON list' })
      return z.NEVER
    }
  })
  .pipe(z.array(provider))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'each id only once')
  .default([])

const filesKey = z
  .string()
  .refine((text) => /^[A-Za-z0-9+/]{43}=$/.test(text), 'it must be what "openssl rand -base64 32" prints')
const filesKeys = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(filesKey))

const authSecret = z.string().min(32, 'must have at least 32 characters')
const authSecrets = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(authSecret))

/** Host names; `*.` in front matches any name below. */
const outboundHosts = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().toLowerCase()))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/,
          'it must be host names separated by commas, such as hooks.example.org,*.push.apple.com',
        ),
    ),
  )

/** The footer also takes a path of this site, which a bare address would become. */
const contactUrl = z.string().refine((text) => !/^[^/:]+@/.test(text), {
  error: ({ input }) => `it must have mailto: in front of it: mailto:${input}`,
})

const webUrl = z.url({ error: 'it must be a complete address, such as https://example.org' })

/** The origin as browsers send it: the host in small letters, without a default port. */
const publicOrigin = z
  .url({ protocol: /^https?$/, error: 'it must begin with https://, as in https://vault.example.org' })
  .transform((text) => new URL(text))
  .refine(
    ({ username, pathname, search, hash }) => username === '' && pathname === '/' && search + hash === '',
    'it must end with the host name or port, as in https://vault.example.org, because Lanyard needs a host name of its own',
  )
  .transform(({ origin }) => origin)

const smtpUrl = z
  .url({
    protocol: /^smtps?$/,
    error:
      'it must be as in smtps://user:password@smtp.example.org:465, with special characters percent-encoded',
  })
  .refine(isDecodable, 'a % in its user or password must be written as %25')

const imapUrl = z
  .url({
    protocol: /^imaps?$/,
    error:
      'it must be as in imaps://user:password@imap.example.org:993, with special characters percent-encoded',
  })
  .refine(isDecodable, 'a % in its user or password must be written as %25')
  .refine(
    (url) => URL.canParse(url) && new URL(url).username !== '',
    'it must name the user of the mailbox, as in imaps://user:password@imap.example.org',
  )

function isDecodable(url: string): boolean {
  try {
    const { username, password } = new URL(url)
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** Origins as browsers send them: no path, no slash at the end. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(
    z.array(
      z
        .string()
        .refine(
          (text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text,
          'it must be origins separated by commas, such as https://app.example.org',
        ),
    ),
  )

const paths = z.string().transform((text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
)

/**
 * May name several servers, as in `postgres://lanyard@one,two/lanyard`, which is not a valid URL if they have ports.
 */
const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace(/,[^/?@]*/, '')),
    'Invalid URL',
  )

/** Every setting; `docs/settings.md` explains each. */
export const settings = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('localhost'),
  LANYARD_DATA: z.string().default('./data'),
  PUBLIC_URL: publicOrigin.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: integer(2, 200, 10),
  DATABASE_TIMEOUT: integer(1, 3600, 30),
  DATABASE_POOLER: z.literal('transaction', 'it must be transaction, or absent').optional(),
  SMTP_URL: smtpUrl.optional(),
  SMTP_INSECURE: flag.default(false),
  MAIL_FROM: z.string().default('Lanyard <lanyard@localhost>'),
  MAIL_IN_ADDRESS: z
    .email('it must be one address, such as in@example.org')
    .max(100, 'must have at most 100 characters')
    .refine((text) => !text.includes('+'), 'it must be without a +, which begins the part of each owner')
    .transform((text) => text.toLowerCase())
    .optional(),
  MAIL_IN_SMTP_PORT: port.optional(),
  MAIL_IN_SMTP_HOST: z.string().default('localhost'),
  MAIL_IN_IMAP_URL: imapUrl.optional(),
  MAIL_IN_AUTH_SERVER: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,253}$/, 'it must be the name that begins the Authentication-Results header')
    .transform((text) => text.toLowerCase())
    .optional(),
  S3_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'it must begin with https:// or http://, as in https://s3.example.org',
    })
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  FILES_KEY: filesKey.optional(),
  FILES_KEYS_OLD: filesKeys.default([]),
  VIRUS_SCANNER: z
    .string()
    .regex(/^(\/\S+|[^\s:]+:\d{1,5})$/, 'it must be host:port, or the path of a socket')
    .optional(),
  AUTH_SECRET: authSecret.optional(),
  AUTH_SECRETS_OLD: authSecrets.default([]),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'it must be the recipient that age-keygen prints, age1…')
    .optional(),
  RECOVERY_DAYS: integer(1, 365, 7),
  SIGNUPS: z
    .string()
    .refine(
      (text) => parseSignUpPolicy(text) !== null,
      'it must be open, closed, invite, or domain: with domains separated by commas, such as domain:example.org',
    )
    .default('open'),
  ALLOW_EMULATOR: flag.default(false),
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORWARD: z.url({ protocol: /^tls$/, error: 'it must be tls://host:port' }).optional(),
  OPS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  TRUSTED_PROXY: proxies.default(0),
  MAX_CONNECTIONS: integer(10, 100_000, 2000),
  MAX_HEADER_BYTES: integer(4096, 1_048_576, 16_384),
  CLIENT_PATIENCE: integer(1, 3600, 30),
  REQUEST_TIMEOUT: integer(1, 86_400, 3600),
  UPLOADS_AT_ONCE: integer(1, 100, 6),
  OIDC_PROVIDERS: providers,
  OUTBOUND_HOSTS: outboundHosts.optional(),
  FIREBASE_API: flag.optional(),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z0-9-]{2,29}$/, 'it must be small letters, digits and dashes')
    .default('lanyard'),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_STORAGE_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9._-]{3,222}$/, 'is not the name of a bucket')
    .optional(),
  FIREBASE_ORIGINS: origins.default([]),
  APPLE_PASS_TYPE_ID: z
    .string()
    .regex(/^pass\.[A-Za-z0-9.-]{1,100}$/, 'it must begin with pass., such as pass.org.example.lanyard')
    .optional(),
  APPLE_PASS_TEAM_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, 'it must be ten capital letters and digits')
    .optional(),
  APPLE_PASS_CERTIFICATE: z.string().optional(),
  APPLE_PASS_KEY: z.string().optional(),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_PASS_WWDR: z.string().optional(),
  GOOGLE_WALLET_ISSUER_ID: z
    .string()
    .regex(/^[0-9]{5,25}$/, 'it must be the number that the Google Pay & Wallet Console shows')
    .optional(),
  GOOGLE_WALLET_KEY: z.string().optional(),
  RULES_PUBLIC_KEYS: paths.default([]),
  CEU_URL: webUrl.default('https://www.nursingce.com/'),
  ABOUT_URL: webUrl.optional(),
  CONTACT_URL: contactUrl.optional(),
  POWERED_BY: z.string().default('A nursing education provider'),
  POWERED_BY_URL: webUrl.optional(),
  FACEBOOK_URL: webUrl.default('https://www.facebook.com/'),
  YOUTUBE_URL: webUrl.default('https://www.youtube.com/'),
  INSTAGRAM_URL: webUrl.default('https://www.instagram.com/'),
  TIKTOK_URL: webUrl.default('https://www.tiktok.com/'),
})

/** A bucket of any S3-compatible store. */
export type S3Settings = {
  /** The bucket's URL without a trailing slash; object keys are appended to it. */
  bucketUrl: string
  /** The bucket's name for messages. */
  name: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type Config = z.infer<typeof settings> & {
  /** Where documents are stored; `null` is the data folder. */
  s3: S3Settings | null
  /** Absolute path of the folder with all data of this installation. */
  dataDir: string
  /** Origin without a trailing slash; links in mails are built only from it. */
  publicUrl: string
  /** Who may create an account. */
  signUps: SignUpPolicy
  /** Clients of Firebase Authentication and Storage are served. */
  firebaseApi: boolean
  /** The bucket that clients of Firebase Storage name. */
  firebaseBucket: string
  /** The signing settings for Apple Wallet passes; `null` without them. */
  applePass: ApplePassSettings | null
  /** The signing settings for Google Wallet passes; `null` without them. */
  googleWallet: GoogleWalletSettings | null
  /** Built-in identity without an operator's secret: for evaluation and tests. */
  emulator: boolean
}

/** Reads and validates every setting. Throws a `StartError` that names the first invalid one. */
export function readConfig(given: Record<string, string | undefined>): Config {
  const files = readSecretFiles(given)
  if ('refusal' in files) throw new StartError(files.refusal)
  const { env } = files
  const nonEmpty = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settings.safeParse(nonEmpty)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(
      `The setting ${issue?.path.join('.')} is not usable: ${issue?.message}. Correct it and start again.`,
    )
  }
  const values = parsed.data
  const emulator = values.AUTH_SECRET === undefined
  if (emulator && values.NODE_ENV === 'production' && !values.ALLOW_EMULATOR) {
    throw new StartError(
      'Set AUTH_SECRET to a long random text (or ALLOW_EMULATOR=1 to try Lanyard without one): in production Lanyard does not start in emulator mode.',
    )
  }
  if (emulator && values.AUTH_SECRETS_OLD.length > 0) {
    throw new StartError('Set AUTH_SECRET too: AUTH_SECRETS_OLD only reads what an older one encrypted.')
  }
  const refusal = unsafeStart(values)
  if (refusal !== null) throw new UnsafeStartError(refusal)
  if (values.FILES_KEY === undefined && values.FILES_KEYS_OLD.length > 0) {
    throw new StartError('Set FILES_KEY too: FILES_KEYS_OLD only opens what an older one closed.')
  }
  const mailIn = mailInRefusal(values)
  if (mailIn !== null) throw new StartError(mailIn)
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const applePass = applePassSettings(values, publicUrl.startsWith('https:') || isLoopback(publicUrl))
  if ('refusal' in applePass) throw new StartError(applePass.refusal)
  const googleWallet = googleWalletSettings(values)
  if ('refusal' in googleWallet) throw new StartError(googleWallet.refusal)
  return {
    ...values,
    applePass: applePass.settings,
    googleWallet: googleWallet.settings,
    dataDir: resolve(values.LANYARD_DATA),
    publicUrl,
    emulator,
    firebaseApi: values.FIREBASE_API ?? emulator,
    firebaseBucket: values.FIREBASE_STORAGE_BUCKET ?? `${values.FIREBASE_PROJECT_ID}.appspot.com`,
    signUps: parseSignUpPolicy(values.SIGNUPS) ?? { kind: 'closed' },
    s3: s3Settings(values),
  }
}

/**
 * The settings of this process. Removes the secrets from its environment, which threads and child processes would
 * inherit.
 */
export function readProcessConfig(): Config {
  const config = readConfig(process.env)
  for (const name of secretSettings) delete process.env[name]
  return config
}

function mailInRefusal(values: z.infer<typeof settings>): string | null {
  const { MAIL_IN_ADDRESS, MAIL_IN_SMTP_PORT, MAIL_IN_IMAP_URL } = values
  const hasSource = MAIL_IN_SMTP_PORT !== undefined || MAIL_IN_IMAP_URL !== undefined
  if (MAIL_IN_ADDRESS !== undefined && !hasSource)
    return 'Set MAIL_IN_SMTP_PORT or MAIL_IN_IMAP_URL too: without one of them no mail to MAIL_IN_ADDRESS reaches Lanyard.'
  if (MAIL_IN_ADDRESS === undefined && hasSource)
    return 'Set MAIL_IN_ADDRESS too: it is the address that owners send their documents to.'
  return null
}

function s3Settings(values: z.infer<typeof settings>): S3Settings | null {
  const { S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  const required = Object.entries({ S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY })
  const missing = required.filter(([, value]) => value === undefined).map(([name]) => name)
  if (missing.length === required.length && values.S3_ENDPOINT === undefined) return null
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new StartError(
      `Set ${missing.join(' and ')} too, or none of the S3_* settings: together they name the store that keeps documents.`,
    )
  }
  const endpoint = new URL(values.S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`)
  // Self-hosted stores rarely have a host name per bucket; Amazon's do, and require it.
  const isPath = values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined
  const base = `${endpoint.host}${endpoint.pathname}`.replace(/\/+$/, '')
  return {
    bucketUrl: `${endpoint.protocol}//${isPath ? `${base}/${S3_BUCKET}` : `${S3_BUCKET}.${base}`}`,
    name: `${S3_BUCKET} at ${endpoint.host}`,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/**
 * Creates the data folder if it is missing. From now on only the server's user may read what this process writes, also
 * in a folder that others can read.
 */
export function prepareDataDir(dataDir: string): void {
  if (isMainThread) process.umask(0o077)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    for (const name of ['files', 'auth-secret']) closeToOthers(join(dataDir, name))
  } catch {
    throw new StartError(
      `The data folder ${dataDir} cannot be written: give this user the right to, or set LANYARD_DATA to another folder.`,
    )
  }
}

/** Earlier versions left it open. Where another user owns it, it stays as it is. */
function closeToOthers(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  try {
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  } catch {
    // `npm run doctor` says it.
  }
}
