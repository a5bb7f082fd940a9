import { isLoopbackHost } from './loopback.ts'

/** The settings that decide whether a start is safe. */
export type StartSettings = {
  AUTH_SECRET?: string | undefined
  NODE_ENV: string
  HOST: string
  PUBLIC_URL?: string | undefined
  SMTP_URL?: string | undefined
  SMTP_INSECURE: boolean
}

const emulatorIsPublic =
  'without AUTH_SECRET (emulator mode) anyone who can reach Lanyard reads its mail and takes over accounts'

/**
 * The reason why Lanyard must not start with these settings, as one sentence that says what to do, without a secret;
 * `null` if it may.
 */
export function unsafeStart(settings: StartSettings): string | null {
  return settings.AUTH_SECRET === undefined ? publicEmulator(settings) : plainConnection(settings)
}

function publicEmulator({ HOST, PUBLIC_URL }: StartSettings): string | null {
  if (!isLoopbackHost(HOST)) {
    return `Set AUTH_SECRET to a long random text, or HOST to localhost: ${emulatorIsPublic}, and HOST=${HOST} lets other machines reach it.`
  }
  if (PUBLIC_URL !== undefined && !isLoopbackHost(new URL(PUBLIC_URL).hostname)) {
    return `Set AUTH_SECRET to a long random text, or unset PUBLIC_URL: ${emulatorIsPublic}, and PUBLIC_URL is not an address of this machine.`
  }
  return null
}

function plainConnection({ NODE_ENV, PUBLIC_URL, SMTP_URL, SMTP_INSECURE }: StartSettings): string | null {
  if (NODE_ENV !== 'production') return null
  if (PUBLIC_URL !== undefined && isPlainHttp(new URL(PUBLIC_URL))) {
    return 'Set PUBLIC_URL to an address that begins with https:// and put a proxy with HTTPS in front: in production nobody sends a password over http.'
  }
  if (SMTP_URL !== undefined && !SMTP_INSECURE && isPlainMail(new URL(SMTP_URL))) {
    return 'Begin SMTP_URL with smtps://, add ?requireTLS=true to it, or set SMTP_INSECURE=1 if you trust the network to the mail server: in production mail, which carries sign-in links, must not travel unencrypted.'
  }
  return null
}

function isPlainHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLoopbackHost(hostname)
}

function isPlainMail(url: URL): boolean {
  return url.protocol === 'smtp:' && !isLoopbackHost(url.hostname) && !isTlsRequired(url)
}

/** `smtp://…?requireTLS`, with any value but `false` and `0`. */
export function isTlsRequired({ searchParams }: URL): boolean {
  const value = searchParams.get('requireTLS')
  return value !== null && value !== 'false' && value !== '0'
}
