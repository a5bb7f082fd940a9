import { and, count, eq } from 'drizzle-orm'
import {
  addPasskeyInput,
  passkeyProofInput,
  passkey as passkeyShape,
  passkeySignInInput,
} from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { answer } from './responses.ts'
import { type Door, kindOf, type Passed, type Porch, read } from './route-context.ts'
import { passkeys } from './table.ts'

const MAX_PASSKEYS = 20

/** Passkeys: the ceremonies. Their list, names and end are the account room's. */
export function passkeyDoors(porch: Porch): Record<string, Door> {
  const { parts, db, actions, pass, take, inAuthRequestContext, settle } = porch
  const { clock } = parts

  /** What a browser needs for the ceremony; `userVerification` is never left to the device. */
  async function optionsOf({ response }: Passed, fixed: object): Promise<Response> {
    if (!response.ok) throw new Problem('passkey_failed')
    return answer({ ...((await response.json()) as object), ...fixed }, response)
  }

  async function openWith(visit: Parameters<Door>[0], response: unknown, more: Parameters<typeof pass>[3]) {
    const passed = await pass(visit, '/passkey/verify-authentication', { response }, more)
    if (!passed.response.ok) throw await passkeyProblem(passed.response)
    const { userId } = passed.scene.opened ?? {}
    const id = (response as { id?: unknown }).id
    if (userId !== undefined && typeof id === 'string') {
      const used = and(eq(passkeys.userId, userId), eq(passkeys.credentialID, id))
      await db.update(passkeys).set({ usedAt: clock.now() }).where(used)
    }
    return passed
  }

  return {
    'POST /passkey/options-to-add': async (visit) => {
      const { person } = await porch.requireProven(visit)
      const [kept] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, person.id))
      if ((kept?.count ?? 0) >= MAX_PASSKEYS) throw new Problem('too_many_passkeys')
      return optionsOf(await pass(visit, '/passkey/generate-register-options'), {})
    },

    'POST /passkey/add': async (visit) => {
      const { person, session } = await porch.requireProven(visit)
      const { name, response } = read(visit, addPasskeyInput)
      const passed = await pass(visit, '/passkey/verify-registration', { name, response })
      if (!passed.response.ok) throw new Problem('passkey_failed')
      const { id } = (await passed.response.json()) as { id: string }
      await inAuthRequestContext(visit, () =>
        db.transaction(async (tx) => {
          await actions.record(person.id, 'auth_passkey_added', { sessionId: session.id, within: tx })
          await actions.sendWayInChanged(tx, person, 'passkey_added')
        }),
      )
      const [added] = await db.select().from(passkeys).where(eq(passkeys.id, id))
      return answer(passkeyShape.parse(added))
    },

    'POST /passkey/options-to-sign-in': async (visit) => {
      await take(visit, 'challenge', visit.network, null)
      const passed = await pass(visit, '/passkey/generate-authenticate-options')
      return optionsOf(passed, { userVerification: 'required' })
    },

    'POST /sign-in/passkey': async (visit) => {
      const refund = await take(visit, 'signInNetwork', visit.network, null)
      const { response, ...stay } = read(visit, passkeySignInInput)
      const passed = await openWith(visit, response, { kind: kindOf(stay), isWhole: true })
      await refund()
      return settle(visit, passed)
    },

    /** She proves herself again: the session goes on as a new one of its kind. */
    'POST /reauthenticate/passkey': async (visit) => {
      const { session } = await porch.requireOwner(visit)
      const { response } = read(visit, passkeyProofInput)
      const { kind, userId } = session
      return settle(visit, await openWith(visit, response, { kind, isWhole: true, onlyFor: userId }))
    },
  }
}

async function passkeyProblem(response: Response): Promise<Problem> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  if (code === 'PASSKEY_NOT_FOUND') return new Problem('passkey_unknown')
  return new Problem(code === 'USER_MISMATCH' ? 'user_mismatch' : 'passkey_failed')
}
