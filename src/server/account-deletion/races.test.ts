import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeActivity } from '#server/activity/service.ts'
import { audit } from '#server/audit/store.ts'
import { createCode } from '#server/auth/action-code-store.ts'
import { sessions } from '#server/auth/table.ts'
import { createCycle } from '#server/ceu/cycle-service.ts'
import { createEntry } from '#server/ceu/entry-service.ts'
import { createCredential } from '#server/credentials/store.ts'
import { uploadFile } from '#server/files/service.ts'
import { folderOf } from '#server/files/storage-key-service.ts'
import { openShare } from '#server/shares/open-service.ts'
import { createShare } from '#server/shares/service.ts'
import { requireLiveShare } from '#server/shares/session-service.ts'
import { listShares } from '#server/shares/store.ts'
import { type Actor, asOwnerId } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import { ceuCycleInput } from '#shared/ceu/cycle.ts'
import { ceuEntryInput } from '#shared/ceu/entry.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { credentialInput } from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import { english } from '#shared/i18n/translate.ts'
import { shareInput } from '#shared/shares/share.ts'
import { tablesContaining } from '#testing/account-traces.ts'
import { aPng, formOf } from '#testing/documents.ts'
import { listStored } from '#testing/storage-contract.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { removeAccount } from './service.ts'

// Deletes an account during every other kind of change. The embedded database has one connection, so the two take
// turns; on a server they run concurrently.

const ROUNDS = process.env.EVERYTHING ? 20 : 5
let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

type Vault = { actor: Actor; license: string; cycle: string; token: string }
type Rival = (vault: Vault) => Promise<unknown>

/** An account without registration, because hashing a password would take longer than everything else. */
async function open(): Promise<Vault> {
  const now = services.clock.now()
  const id = `racer-${randomUUID()}`
  await services.db
    .insert(users)
    .values({ id, email: `${id}@nurses.example`, name: 'R', createdAt: now, updatedAt: now })
  const actor = {
    owner: asOwnerId(id),
    sessionId: id,
    userAgent: null,
    timeZone: null,
    authenticatedAt: now,
  }
  const ends = new Date(now.getTime() + 3_600_000)
  await services.db
    .insert(sessions)
    .values({ id, userId: id, token: id, expiresAt: ends, createdAt: now, updatedAt: now })
  const { license, cycle } = await services.db.transaction(async (tx) => {
    const input = credentialInput.parse({ kind: 'license', type: 'RN', state: 'TX', expiresAt: '2026-03-20' })
    const made = await createCredential(tx, actor.owner, input, now)
    const begun = { state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20 }
    return {
      license: made.id,
      cycle: (await createCycle(tx, actor.owner, ceuCycleInput.parse(begun), { rules: embeddedRules, now }))
        .id,
    }
  })
  const { token } = await share(actor, license)
  return { actor, license, cycle, token }
}

const share = (actor: Actor, resourceId: string) =>
  createShare(services, actor, shareInput.parse({ resourceType: 'license', resourceId }), undefined)

const rivals: Record<string, Rival> = {
  'an upload': async ({ actor }) => {
    const body = formOf(await aPng(40, 40), 'card.png', 'image/png')
    const request = new Request('http://localhost/api/upload', { method: 'POST', body })
    return uploadFile(services, actor, { form: { request }, idempotencyKey: randomUUID() })
  },
  'a share link that is made': ({ actor, license }) => share(actor, license),
  'the opening of a share link': async ({ token }) => {
    const visitor = {
      token,
      network: '192.0.2.7',
      userAgent: null,
      secret: undefined,
      isScanner: false,
      isProgram: false,
      language: { chosen: null, asked: 'en' as const },
    }
    return openShare(services, await requireLiveShare(services, visitor), { passcode: null })
  },
  'an entry that is logged': ({ actor, cycle }) => {
    const entry = { cycleId: cycle, title: 'Ethics', provider: 'P', hours: 1, completedAt: '2026-02-01' }
    const moment = { now: services.clock.now(), today: '2026-03-10' }
    return services.db.transaction((tx) => createEntry(tx, actor.owner, ceuEntryInput.parse(entry), moment))
  },
  'the reminders of the minute': () => services.sweep(),
  'a download of the log': ({ actor }) =>
    buffer(writeActivity(services, actor, { format: 'json', severe: false }, english)),
  'a mailed code': ({ actor }) =>
    createCode(services.db, 'reset-password', actor.owner, services.clock.now()),
  'a record in the log': ({ actor }) =>
    audit(services.db, actor, services.clock.now(), 'file_downloaded', { resource: 'file' }),
}

test.each(Object.entries(rivals))(
  'deleting an account during %s leaves nothing behind',
  async (_name, rival) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const vault = await open()
      const { owner } = vault.actor
      const head = new Promise((resolve) => setTimeout(resolve, round % 5))
      const [removed, other] = await Promise.allSettled([
        head.then(() => removeAccount(services, owner)),
        rival(vault),
      ])
      expect(removed).toEqual({ status: 'fulfilled', value: undefined })
      // A change that came too late rejects with a `Problem` and does not crash.
      if (other.status === 'rejected' && !(other.reason instanceof Problem)) throw other.reason
      // The rows of `reminder_changes` contain ids until the next sweep.
      await services.sweep()
      expect(await tablesContaining(services.database.pool, [owner, vault.license, vault.token])).toEqual([])
      expect(await listStored(services.storage, folderOf(owner))).toEqual([])
      expect(await listStored(services.storage, folderOf(owner).replace('files/', 'previews/'))).toEqual([])
      expect(
        await listShares(services.db, owner, { isLive: false, after: null, limit: 5 }, services.clock.now()),
      ).toEqual([])
    }
  },
)
