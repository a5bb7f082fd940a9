import { expect } from 'vitest'
import type { Browser } from './browser.ts'
import { aCertificate } from './certificates.ts'
import { ceuClient } from './ceu-vault.ts'
import { aHeic, aPhoto, aPng, formOf } from './documents.ts'

/**
 * Fills a vault through the API with everything that a nurse can have. Each text contains `canary`. Returns `files` by
 * name.
 */
export async function fillVault(nurse: Browser, canary: string) {
  const ceu = ceuClient(nurse)
  const files: Record<string, Buffer> = {}
  async function send<T = { id: string }>(method: string, path: string, body: object, status = 201) {
    const answer = await nurse.json(method, `/api/${path}`, body)
    expect(answer.status, await answer.clone().text()).toBe(status)
    return (await answer.json()) as T
  }
  async function keep(bytes: Buffer, name: string): Promise<string> {
    files[name] = bytes
    const answer = await nurse.fetch('/api/upload', { method: 'POST', body: formOf(bytes, name) })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return ((await answer.json()) as { id: string }).id
  }

  const profile = {
    firstName: 'Ann',
    lastName: `O’Brien ${canary}`,
    organization: `${canary} Hospital`,
    jobTitle: 'RN',
    birthMonth: 3,
  }
  await send(
    'PUT',
    'users/me',
    { ...profile, settings: { locale: 'en-US', timeZone: 'America/Chicago' } },
    200,
  )
  const front = await keep(await aPhoto({ width: 300, height: 200 }), `front ${canary}.jpg`)
  const back = await keep(aHeic(), `back ${canary}.heic`)
  const license = await send('POST', 'credentials', {
    ...{ kind: 'license', type: 'RN', state: 'TX', number: `TX-${canary}`, multistate: true },
    ...{ issuedAt: '2025-04-01', expiresAt: '2027-03-31', renewalCycle: 2, reminderDays: 45 },
    ...{ tags: [`tag ${canary}`, 'compact'], extra: [{ name: 'Specialty', value: `ICU ${canary}` }] },
    ...{
      notes: `=1+1 <b>bold</b> ${canary}`,
      fileId: back,
      fileIds: [front, back],
      employer: `Mercy ${canary}`,
    },
  })
  await send('PATCH', `upload/${front}`, { side: `front ${canary}` }, 200)
  const card = await keep(await aPng(64, 40), `../../BLS “card” <${canary}>.png`)
  const certification = await send('POST', 'credentials', {
    ...{ kind: 'certification', name: `BLS ${canary}`, issuer: 'AHA', code: 'BLS', number: '447' },
    ...{ expiresAt: '2026-03-20', fileId: card },
  })
  const trashed = await send('POST', 'credentials', {
    ...{ kind: 'certification', name: `Old card ${canary}`, issuer: 'AHA' },
    fileId: await keep(await aCertificate(`Old ${canary}`), `old ${canary}.pdf`),
  })
  await ceu.remove(`credentials/${trashed.id}`)

  const texas = await ceu.addCycle({
    ...{
      state: 'TX',
      cycleStart: '2025-04-01',
      cycleEnd: '2027-03-31',
      requiredHours: 20,
      licenseId: license.id,
    },
    ...{ ruleId: 'TX-RN', notes: `cycle ${canary}` },
    topics: [{ topic: 'Nursing jurisprudence and ethics', hours: 2, tags: ['Ethics'] }],
    answers: { firstRenewal: false, topics: [] },
  })
  const florida = await ceu.addCycle({
    ...{ state: 'FL', cycleStart: '2025-05-01', cycleEnd: '2027-04-30', requiredHours: 24 },
  })
  const gone = await ceu.addCycle({
    ...{ state: 'OK', cycleStart: '2025-05-01', cycleEnd: '2027-04-30', requiredHours: null },
  })
  const ethics = await keep(await aCertificate(`Ethics ${canary}`), `ethics ${canary}.pdf`)
  await ceu.addEntry({
    ...{ cycleId: texas.id, title: `Ethics ${canary}`, provider: 'Gulf Coast', hours: undefined },
    ...{ amount: 0.5, unit: 'ceu', topicHours: [{ topic: 'Ethics', hours: 2 }], fileId: ethics },
    ...{ holderName: 'Ann', approvedBy: 'ANCC', providerNumber: 'P0123', notes: `entry ${canary}` },
    counts: [{ cycleId: florida.id, acceptedHours: 3.5 }, { cycleId: gone.id }],
  })
  await ceu
    .addEntry({ cycleId: texas.id, title: `Dropped ${canary}`, hours: 1 })
    .then(({ id }) => ceu.remove(`ceu-entries/${id}`))
  await ceu.addEntry({ cycleId: gone.id, title: `With its cycle ${canary}`, hours: 2 })
  await ceu.addEntry({
    cycleId: gone.id,
    title: `Moved ${canary}`,
    hours: 4,
    counts: [{ cycleId: florida.id }],
  })
  await send('POST', 'ceu-entries/import', {
    entries: ['one', 'two'].map((name) => ({
      ...{
        cycleId: florida.id,
        title: `Imported ${name} ${canary}`,
        provider: 'P',
        hours: 1.25,
        completedAt: '2025-12-01',
      },
    })),
  })
  await ceu.remove(`ceu-cycles/${gone.id}?keepShared=true`)
  await keep(await aCertificate(`Loose ${canary}`), `loose ${canary}.pdf`)

  await send('POST', 'requirement-lists', {
    ...{ name: `Contract ${canary}`, requestedBy: canary, startsOn: '2026-06-01' },
    items: [{ kind: 'form', title: `Form ${canary}` }],
  })
  await send('POST', 'competency-records', {
    ...{
      kind: 'practice_hours',
      title: `Staff RN ${canary}`,
      amount: 480.5,
      organization: `${canary} Hospital`,
    },
    ...{ startDate: '2025-10-01', endDate: '2025-12-31', notes: `nights ${canary}` },
  })
  await send('POST', 'health-records', {
    ...{ kind: 'hepatitis_b', dueOn: '2027-01-31', notes: `county clinic ${canary}` },
    fields: { schedule: '3', provider: `${canary} Hospital` },
    doses: [
      { givenOn: '2024-01-10', product: `Engerix ${canary}` },
      { givenOn: '2024-02-12', product: null },
    ],
    titers: [{ takenOn: '2025-03-01', result: 'immune' }],
  })
  await nurse.json('POST', '/api/ceu-cycles/declined-topics', {
    label: `Sepsis ${canary}`,
    topic: 'Dementia',
  })
  const settings = await ceu.get<{ kinds: object }>('reminders/settings')
  await send('PUT', 'reminders/settings', { ...settings, hour: 7, digest: 'weekly', leads: [90, 10] }, 200)
  const share = await send<{ id: string; token: string }>('POST', 'share', {
    ...{
      resourceType: 'license',
      resourceId: license.id,
      recipient: `Recruiter ${canary}`,
      passcode: 'open sesame 41',
    },
  })
  const frozen = await send<{ id: string; token: string }>('POST', 'share', {
    ...{ resourceType: 'packet', mode: 'frozen', note: `note ${canary}` },
    resources: [
      { resourceType: 'certification', resourceId: certification.id },
      { resourceType: 'ceuCycle', resourceId: texas.id },
    ],
  })
  return { files, license, certification, texas, florida, gone, share, frozen }
}
