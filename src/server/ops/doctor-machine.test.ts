import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/kernel/config.ts'
import { checkBackups, checkSettings } from './doctor-machine.ts'
import { certificateFinding } from './doctor-proxy.ts'

import { checkStorage } from './doctor-services.ts'

const now = new Date('2026-11-28T12:00:00Z')
const fault = (text: RegExp) => ({ state: 'fault', text: expect.stringMatching(text) })

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('links in mails need the address that people type', () => {
  const settings = { NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32), PORT: '8123' }
  expect(checkSettings(readConfig(settings))).toMatchObject([
    fault(/^set PUBLIC_URL .* http:\/\/localhost:8123/),
  ])
  const whole = { ...settings, PUBLIC_URL: 'https://vault.example.org', CONTACT_URL: 'mailto:it@example.org' }
  expect(checkSettings(readConfig(whole))).toMatchObject([{ state: 'ok' }])
})

test('a folder of backups that is not there has none, and one that cannot be read is named', () => {
  const folder = aFolder()
  writeFileSync(join(folder, 'file'), '')
  expect(checkBackups(join(folder, 'none'), now)).toMatchObject(fault(/^there are none in /))
  expect(checkBackups(join(folder, 'file'), now)).toMatchObject(fault(/cannot be read \(ENOTDIR\)/))
})

test('a backup from the future is none', () => {
  const folder = aFolder()
  mkdirSync(join(folder, 'lanyard-2027-11-28T12-00-00Z'))
  expect(checkBackups(folder, now)).toMatchObject(fault(/is from the future/))
})

test('the doctor makes no folder for documents', async () => {
  const dataDir = join(aFolder(), 'data')
  const config = readConfig({ LANYARD_DATA: dataDir })
  expect(await checkStorage(config)).toMatchObject(fault(/data\/files does not exist: start Lanyard once/))
  expect(existsSync(dataDir)).toBe(false)
})

const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

test.each([
  ['of a year, with two weeks left', -350 * 24, 15 * 24, 'ok'],
  ['of a year, with less', -352 * 24, 13 * 24, 'fault'],
  // The internal authority of Caddy.
  ['of twelve hours, with seven left', -5, 7, 'ok'],
  ['of twelve hours that nothing renewed', -11, 1, 'fault'],
  // The short ones of public authorities.
  ['of six days, with three left', -3 * 24, 3 * 24, 'ok'],
])('a certificate %s', (_what, from, until, state) => {
  expect(certificateFinding(hours(from), hours(until), now).state).toBe(state)
})
