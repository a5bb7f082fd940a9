import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Credential, credential, credentialItems, fieldsOf } from '#shared/credentials/credential.ts'
import { credentialDetails } from '#shared/credentials/details.ts'
import type { Field } from '#shared/credentials/field.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { english } from '#shared/i18n/translate.ts'
import { escapeHtml } from '#shared/kernel/text.ts'
import { addLicense, createLink } from '#testing/share-links.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
const created = new Map<string, Credential>()
let page: string
let sheet: Record<string, string>[]
let data: Record<string, unknown>[]
let search: (q: string) => Promise<string[]>

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const samples = { license: sampleLicense, certification: sampleCertification }

beforeAll(async () => {
  services = await openTestServices()
  const ann = await services.nurse('ann')
  for (const [kind, sample] of Object.entries(samples)) {
    const answer = await ann.json('POST', '/api/credentials', sample)
    created.set(kind, credential.parse(await answer.json()))
  }
  search = async (q) => {
    const answer = await ann.fetch(`/api/credentials?q=${encodeURIComponent(q)}`)
    const { items } = credentialItems.parse(await answer.json())
    return items.map(({ id }) => id)
  }
  const zip = await (await ann.fetch('/api/users/me/export')).arrayBuffer()
  const members = unzipSync(new Uint8Array(zip))
  const text = (path: string) => Buffer.from(members[path] ?? []).toString()
  page = text('index.html')
  sheet = Papa.parse<Record<string, string>>(text('spreadsheets/credentials.csv').slice(1), {
    header: true,
  }).data
  data = JSON.parse(text('data/credentials.json'))
})
afterAll(() => services.close())

describe.each(['license', 'certification'] as const)('every field of a %s', (kind) => {
  const fields = Object.entries<Field>(fieldsOf(kind))
  const sample: Record<string, unknown> = samples[kind]
  const isFilled = (key: string) => sample[key] !== null && String(sample[key]) !== ''

  test('is returned as sent', () => {
    // Absent means 30.
    expect(created.get(kind)).toMatchObject({ ...sample, reminderDays: sample.reminderDays ?? 30 })
  })

  test('is found by search, if it is searchable', async () => {
    for (const [key, { isSearched }] of fields) {
      const value = Array.isArray(sample[key]) ? sample[key][0] : sample[key]
      if (isSearched && isFilled(key))
        expect(await search(String(value)), key).toContain(created.get(kind)?.id)
    }
  })

  test('is in the exported data and in its column of the spreadsheet', () => {
    expect(data.find((row) => row.kind === kind)).toMatchObject({ ...sample, fileIds: [] })
    const row = sheet.find((one) => one.kind === kind)
    for (const [key, { column }] of fields) {
      if (column !== null) expect(Boolean(row?.[column]), key).toBe(isFilled(key))
    }
  })

  test('is on the exported page under its label', () => {
    const details = credentialDetails(
      { ...sample, kind },
      { t: english, formatDate: (date) => dates.format(new Date(date)) },
    )
    expect(details.length).toBeGreaterThan(5)
    for (const { label, text } of details) expect(page).toContain(`<dt>${label}</dt><dd>${escapeHtml(text)}`)
  })
})

test('the page is in the language of the account', async () => {
  const rosa = await services.nurse('rosa')
  await rosa.json('POST', '/api/credentials', sampleLicense)
  await rosa.json('POST', '/api/health-records', { kind: 'mmr', doses: [], dueOn: '2027-01-31' })
  const put = await rosa.json('PUT', '/api/users/me', { settings: { locale: 'es-US' } })
  expect(put.status).toBe(200)
  const zip = await (await rosa.fetch('/api/users/me/export')).arrayBuffer()
  const spanish = Buffer.from(unzipSync(new Uint8Array(zip))['index.html'] ?? []).toString()
  expect(spanish).toContain('<html lang="es">')
  expect(spanish).toContain('Licencias y certificaciones</h2>')
  expect(spanish).toMatch(/Exportado el .* [ap]\.\s?m\.: 1 credencial, 0 ciclos de educación continua/)
  expect(spanish).toContain('<dt>Próxima fecha</dt>')
  expect(page).toContain('<html lang="en">')
})

describe('the activity on the page', () => {
  const activityOf = async (name: string, locale: string) => {
    const nurse = await services.nurse(name)
    await nurse.json('PUT', '/api/users/me', { firstName: 'Ana', settings: { locale } })
    const kept = await addLicense(nurse, { state: 'TX' })
    const purged = await addLicense(nurse, { state: 'FL' })
    await nurse.fetch(`/api/credentials/${purged}`, { method: 'DELETE' })
    await nurse.fetch(`/api/trash/license/${purged}`, { method: 'DELETE' })
    await createLink(nurse, { resourceType: 'license', resourceId: kept })
    const body = { kind: 'mmr', doses: [], dueOn: '2027-01-31' }
    await nurse.json('POST', '/api/health-records', body)
    await nurse.json('POST', '/api/auth/sign-in/email', { email: nurse.email, password: 'not mine 41' })
    const zip = await (await nurse.fetch('/api/users/me/export')).arrayBuffer()
    const whole = Buffer.from(unzipSync(new Uint8Array(zip))['index.html'] ?? []).toString()
    return whole.slice(whole.indexOf('<h2 id="activity">'))
  }

  test('is in sentences, with the names of exported records', async () => {
    const own = await activityOf('ida', 'en-US')
    for (const sentence of [
      'You created this account',
      'Someone tried to sign in with a wrong password',
      'You added your Texas RN license',
      'You added a license (RN) that was later deleted permanently',
      'You permanently deleted a license (RN)',
      'You created a share link for Texas RN',
      'You added the health record “MMR”',
    ])
      expect(own).toContain(`<td>${sentence}</td>`)
    expect(own).not.toMatch(/auth login|credential created|\((account|license)\)/)
  })

  test('is in Spanish for an account in Spanish', async () => {
    const own = await activityOf('luz', 'es-US')
    for (const sentence of [
      'Usted creó esta cuenta',
      'Usted agregó su licencia Texas RN',
      'Usted agregó una licencia (RN), que después se eliminó definitivamente',
      'Usted creó un enlace compartido de Texas RN',
    ])
      expect(own).toContain(`<td>${sentence}</td>`)
    expect(own).not.toMatch(/You |auth login/)
  })
})

test('the page never marks a credential as active if its end is unknown', async () => {
  const eve = await services.nurse('eve')
  await eve.json('POST', '/api/credentials', { ...sampleLicense, expiresAt: null, neverExpires: false })
  const zip = await (await eve.fetch('/api/users/me/export')).arrayBuffer()
  const own = Buffer.from(unzipSync(new Uint8Array(zip))['index.html'] ?? []).toString()
  expect(own).toMatch(/class="status">Expiration date missing as of /)
})
