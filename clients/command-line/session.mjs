import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Lanyard } from '../typescript/client.js'
import { CommandError, exitCodes } from './command-error.mjs'

/** Where the address and the token are stored, readable by this user alone. */
export function configPath(env = process.env) {
  const base =
    env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(homedir(), '.config')
  return join(base, 'lanyard', 'config.json')
}

/** The stored result of `lanyard login`; `null` if there is none. */
export function readConfig(path = configPath()) {
  let text
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      throw new CommandError(
        `Other users of this computer can read ${path}. Run "chmod 600 ${path}", or end the token and sign in again.`,
      )
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
  try {
    const { url, token } = JSON.parse(text)
    if (typeof url === 'string' && typeof token === 'string') return { url, token }
  } catch {
    // Reported below.
  }
  throw new CommandError(`${path} is damaged. Run "lanyard login" again.`)
}

export function writeConfig(config, path = configPath()) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${process.pid}`
  writeFileSync(part, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(part, 0o600)
  renameSync(part, path)
}

export function removeConfig(path = configPath()) {
  rmSync(path, { force: true })
}

/** The address of an installation: HTTPS, except on this computer. Without a slash at the end. */
export function checkedUrl(given) {
  const url = URL.canParse(given) ? new URL(given) : null
  const isLocal = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)))
    throw new CommandError(`"${given}" is not an address such as https://vault.example.org`, exitCodes.usage)
  return url.origin
}

/** The stored address and token. A stored token is not sent to another address than the one it was stored for. */
export function requireConfig({ url: asked }) {
  const config = readConfig()
  if (config === null)
    throw new CommandError('You are not signed in. Run "lanyard login".', exitCodes.signIn, 'not_signed_in')
  if (asked !== undefined && checkedUrl(asked) !== config.url)
    throw new CommandError(
      `You are signed in to ${config.url}. Run "lanyard login --url ${asked}" first.`,
      exitCodes.signIn,
      'not_signed_in',
    )
  return config
}

/** A client for the stored token. */
export function openClient(options) {
  return new Lanyard({ ...requireConfig(options), retries: 2 })
}
