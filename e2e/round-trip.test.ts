import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import {
  createCredential,
  credentialQuery,
  listCredentials,
  removeCredential,
  restoreCredential,
  updateCredential,
} from '#web/credentials/api.ts'
import { startWithBrowserClient } from './browser-client.ts'

let installation: Awaited<ReturnType<typeof startWithBrowserClient>>
beforeAll(async () => {
  installation = await startWithBrowserClient()
})
afterAll(() => installation?.close())

const findCredential = (id: string) =>
  credentialQuery(id).queryFn?.({ signal: new AbortController().signal } as never)

describe.each([sampleLicense, sampleCertification])('every field of a $kind', (sample) => {
  // Absent means 30.
  const answer = { ...sample, reminderDays: sample.reminderDays ?? 30 }

  it('survives the round trip: create, find, list', async () => {
    const created = await createCredential(sample, crypto.randomUUID())
    expect(created).toMatchObject(answer)
    expect(await findCredential(created.id)).toEqual(created)
    const page = await listCredentials({ kind: sample.kind })
    expect(page.items).toContainEqual(created)
  })

  it('is cleared by null, updated on its own, and unchanged after five saves', async () => {
    const created = await createCredential(sample, crypto.randomUUID())
    const cleared = await updateCredential(created, { number: null, notes: null })
    expect(cleared).toMatchObject({ ...answer, number: null, notes: null })
    let saved = cleared
    for (let turn = 0; turn < 5; turn += 1) {
      saved = await updateCredential(saved, {
        number: sample.number,
        tags: saved.tags,
        notes: sample.notes,
      })
    }
    expect(saved).toMatchObject(answer)
  })

  it('is not found after a delete, and is found again after a restore', async () => {
    const created = await createCredential(sample, crypto.randomUUID())
    await removeCredential(created.id)
    expect(await findCredential(created.id)).toBeNull()
    expect(await restoreCredential(created.id)).toMatchObject(answer)
  })
})
