import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '#server/kernel/config.ts'
import { errorCode, errorMessage } from '#server/kernel/error-details.ts'
import { type Finding, fault, note, ok } from './doctor-finding.ts'

const GB = 1_000_000_000
const HOUR_MS = 3_600_000
/** A nightly backup that took its time. */
const OLD_HOURS = 26

/** Settings that start but are wrong for nurses' real data. */
export function checkSettings(config: Config): Finding[] {
  if (config.emulator) {
    return [
      note(
        'settings',
        'emulator mode, for trying Lanyard only: for real data, set AUTH_SECRET and PUBLIC_URL.',
      ),
    ]
  }
  if (config.NODE_ENV !== 'production')
    return [fault('settings', 'set NODE_ENV=production, so that Lanyard refuses unsafe settings.')]
  if (config.PUBLIC_URL === undefined) {
    return [
      fault(
        'settings',
        `set PUBLIC_URL to the address that people type: now links in mails lead to ${config.publicUrl}.`,
      ),
    ]
  }
  if (config.CONTACT_URL === undefined)
    return [note('settings', 'usable. Set CONTACT_URL, so that people know how to reach you.')]
  return [ok('settings', 'usable.')]
}

/** Room and rights in the data folder. */
export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  if (!existsSync(dataDir))
    return [
      fault(
        'disk',
        `the data folder ${dataDir} does not exist: start Lanyard once, or correct LANYARD_DATA.`,
      ),
    ]
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const [free, size] = [bavail * bsize, blocks * bsize]
  const room = `${gigabytes(free)} of ${gigabytes(size)} are free in ${dataDir}`
  const isFull = free < 2 * GB || free < size / 20
  const open = ['pg', 'files', 'auth-secret']
    .map((name) => join(dataDir, name))
    .filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0)
  return [
    isFull ? fault('disk', `${room}: make room before uploads fail.`) : ok('disk', `${room}.`),
    ...open.map((path) => fault('disk', `others can read ${path}: run "chmod -R go-rwx ${path}".`)),
  ]
}

const gigabytes = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`

/** The age of the newest complete backup in `folder`. */
export function checkBackups(folder: string, now: Date): Finding {
  const path = resolve(folder)
  const names = namesIn(path)
  if (typeof names === 'string')
    return fault('backups', `${path} cannot be read (${names}): let this user read it, or correct --backups.`)
  const made = names.flatMap((name) => madeAt(name) ?? []).toSorted((a, b) => b - a)
  const [newest] = made
  if (newest === undefined)
    return fault(
      'backups',
      `there are none in ${path}: run "npm run backup" every night, or name their folder with --backups.`,
    )
  const hours = Math.round((now.getTime() - newest) / HOUR_MS)
  if (hours < 0)
    return fault('backups', `the newest in ${path} is from the future: correct the clock that made it.`)
  const age = hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
  const found = `the newest of ${made.length} in ${path} is ${age} old`
  return hours > OLD_HOURS
    ? fault('backups', `${found}: find out why the nightly backup does not run.`)
    : ok('backups', `${found}.`)
}

/** What is in a folder; none if it is not there, and the code of the error if it cannot be read. */
function namesIn(path: string): string[] | string {
  try {
    return readdirSync(path)
  } catch (error) {
    const code = errorCode(error) ?? errorMessage(error)
    return code === 'ENOENT' ? [] : code
  }
}

/** The instant in the name of a complete backup, such as `lanyard-2026-11-21T20-55-22Z`. */
function madeAt(name: string): number | null {
  const [, day, hour, minute, second] = /^lanyard-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z$/.exec(name) ?? []
  return day === undefined ? null : Date.parse(`${day}${hour}:${minute}:${second}Z`)
}

/** Codes from authenticator apps and links need a clock that is right within half a minute. */
export async function checkClock(others: { name: string; now: Date }[], now = new Date()): Promise<Finding> {
  const wrong = others.find((other) => Math.abs(other.now.getTime() - now.getTime()) > 10_000)
  if (wrong) {
    const seconds = Math.round((now.getTime() - wrong.now.getTime()) / 1000)
    return fault(
      'clock',
      `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${wrong.name}: set the clock of the one that is wrong, with NTP.`,
    )
  }
  const isSynchronized = await promisify(execFile)('timedatectl', [
    'show',
    '--property=NTPSynchronized',
    '--value',
  ])
    .then(({ stdout }) => stdout.trim() === 'yes')
    .catch(() => null)
  const same =
    others.length > 0 ? `the same as ${others.map(({ name }) => name).join(' and ')}` : now.toISOString()
  if (isSynchronized === false)
    return note('clock', `${same}, but not synchronized: run "timedatectl set-ntp true".`)
  return ok('clock', isSynchronized ? `${same}, and synchronized.` : `${same}.`)
}
