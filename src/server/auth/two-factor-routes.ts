import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { codeInput, proofInput, secondFactorInput, tokenInput } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Person } from './account-events.ts'
import { consumeCode, removeCodes } from './action-code-store.ts'
import { sessionCookie } from './cookies.ts'
import { verifyPassword } from './password-hash.ts'
import { answer, badLink, wrongProof } from './responses.ts'
import { type Door, type Porch, read, type Visit } from './route-context.ts'
import {
  endSessions,
  type FoundSession,
  markProven,
  openHalfOpen,
  renewAlone,
  takeCodeTry,
} from './session-store.ts'
import { accounts } from './table.ts'
import {
  confirmSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactorProof,
  spendSecondFactor,
  startSecondFactor,
} from './two-factor-store.ts'

/** The second factor: at sign-in, on and off, its recovery codes; and proving oneself again. */
export function factorDoors(porch: Porch): Record<string, Door> {
  const { parts, db, secret, actions, devices, take, inAuthRequestContext, findById } = porch
  const { config, clock, limits } = parts

  /** Tries are counted by account, and on their own for a browser that she used before. */
  async function takeTry(visit: Visit, userId: string, email: string) {
    const key = devices.counterOf(visit.request, email) ?? userId
    await take(visit, 'secondFactor', key, email)
    return () => limits.reset('secondFactor', key)
  }

  /** What changes, its record and its mail: all or none. */
  const change = <T>(visit: Visit, work: (tx: Db) => Promise<T>): Promise<T> =>
    inAuthRequestContext(visit, () => db.transaction(work))

  /** The cookie of a session that goes on under another token. */
  function withCookie(told: Response, token: string, { kind }: Pick<FoundSession, 'kind'>): Response {
    told.headers.append('Set-Cookie', sessionCookie(config, secret, token, kind))
    return told
  }

  async function isPasswordOf(userId: string, password: string): Promise<boolean> {
    const mine = await db.select().from(accounts).where(eq(accounts.userId, userId))
    const hash = mine.find(({ providerId }) => providerId === 'credential')?.password
    return hash ? verifyPassword({ hash, password }) : false
  }

  return {
    'POST /sign-in/second-factor': async (visit) => {
      const { halfOpen } = visit
      const person = halfOpen && (await findById(halfOpen.userId))
      if (!halfOpen || !person) throw new Problem('second_factor_over')
      const proof = read(visit, secondFactorInput)
      const refund = await takeTry(visit, person.id, person.email)
      if (!(await takeCodeTry(db, halfOpen, clock.now()))) throw new Problem('second_factor_over')
      const token = await inAuthRequestContext(visit, () =>
        db.transaction((tx) => openWith(tx, halfOpen, person, proof)),
      )
      if (token === null) {
        await inAuthRequestContext(visit, () => actions.record(person.id, 'auth_second_factor_failed'))
        throw new Problem('code_wrong')
      }
      await refund()
      const told = withCookie(answer({ status: true }), token, halfOpen)
      await porch.welcome(visit, told, person.id, halfOpen.kind)
      return told
    },

    'POST /second-factor/start': async (visit) => {
      const { person } = await porch.requireProven(visit)
      const started = await startSecondFactor(db, person, secret, clock.now())
      if (!started) throw new Problem('second_factor_is_on')
      return answer(started)
    },

    'POST /second-factor/confirm': async (visit) => {
      const { person, session } = await porch.requireProven(visit)
      const { code } = read(visit, codeInput)
      if (await hasSecondFactor(db, person.id)) throw new Problem('second_factor_is_on')
      const refund = await takeTry(visit, person.id, person.email)
      const turnedOn = await change(visit, async (tx) => {
        if (!(await confirmSecondFactor(tx, person.id, code, secret, clock.now()))) return null
        const recoveryCodes = await renewRecoveryCodes(tx, person.id)
        await actions.record(person.id, 'auth_second_factor_on', { sessionId: session.id, within: tx })
        await actions.sendSecondFactorOn(tx, person)
        return { recoveryCodes, token: await renewAlone(tx, session) }
      })
      if (!turnedOn) throw new Problem('code_wrong')
      await refund()
      return withCookie(answer({ recoveryCodes: turnedOn.recoveryCodes }), turnedOn.token, session)
    },

    'POST /second-factor/recovery-codes': async (visit) => {
      const { person, session } = await porch.requireProven(visit)
      if (!(await hasSecondFactor(db, person.id))) throw new Problem('second_factor_is_off')
      const recoveryCodes = await change(visit, async (tx) => {
        await actions.record(person.id, 'auth_recovery_codes_renewed', { sessionId: session.id, within: tx })
        await actions.sendWayInChanged(tx, person, 'recovery_codes')
        return renewRecoveryCodes(tx, person.id)
      })
      return answer({ recoveryCodes })
    },

    'POST /second-factor/remove': async (visit) => {
      const { person, session } = await porch.requireProven(visit)
      const token = await change(visit, async (tx) => {
        if (!(await removeSecondFactor(tx, person.id))) return null
        await removeCodes(tx, person.id, ['revert-second-factor'])
        await actions.record(person.id, 'auth_second_factor_off', { sessionId: session.id, within: tx })
        await actions.sendWayInChanged(tx, person, 'second_factor_off')
        return renewAlone(tx, session)
      })
      if (token === null) throw new Problem('second_factor_is_off')
      return withCookie(answer({ status: true }), token, session)
    },

    /** From the mail that told of a second factor: it goes, and everyone is signed out. */
    'POST /second-factor/revert': async (visit) => {
      const refund = await take(visit, 'signInNetwork', visit.network, null)
      const { token } = read(visit, tokenInput)
      const isReverted = await change(visit, async (tx) => {
        const used = await consumeCode(tx, 'revert-second-factor', token, clock.now())
        const person = used && (await findById(used.userId, tx))
        if (!person) return false
        await removeSecondFactor(tx, person.id)
        await endSessions(tx, person.id)
        await actions.record(person.id, 'auth_second_factor_off', { within: tx })
        await actions.sendWayInChanged(tx, person, 'second_factor_off')
        return true
      })
      if (!isReverted) return badLink()
      await refund()
      return answer({ status: true })
    },

    /** With a second factor on, its code; else the password. Good for ten minutes. */
    'POST /reauthenticate': async (visit) => {
      const { person, session } = await porch.requireOwner(visit)
      const { password, ...proof } = read(visit, proofInput)
      const isOn = await hasSecondFactor(db, person.id)
      if (isOn && password !== undefined) throw new Problem('second_factor_needed')
      const now = clock.now()
      if (isOn) {
        const refund = await takeTry(visit, person.id, person.email)
        const isRight = await db.transaction((tx) => spendSecondFactor(tx, person.id, proof, secret, now))
        if (!isRight) throw new Problem('code_wrong')
        await refund()
      } else {
        const key = `session:${person.id}`
        await take(visit, 'signInAccount', key, null)
        if (password === undefined || !(await isPasswordOf(person.id, password))) return wrongProof()
        await limits.reset('signInAccount', key)
      }
      await markProven(db, session, now)
      await inAuthRequestContext(visit, () =>
        actions.record(person.id, 'auth_proved_again', { sessionId: session.id }),
      )
      return answer({ status: true })
    },
  }

  /** The code is used up together with the opening, or neither is. */
  async function openWith(tx: Db, halfOpen: FoundSession, person: Person, proof: SecondFactorProof) {
    const now = clock.now()
    if (!(await spendSecondFactor(tx, person.id, proof, secret, now))) return null
    const token = await openHalfOpen(tx, halfOpen, now)
    if (token === null) throw new Problem('second_factor_over')
    await actions.record(person.id, 'auth_login', { sessionId: halfOpen.id, within: tx })
    if (proof.recoveryCode !== undefined) {
      await actions.record(person.id, 'auth_recovery_code_used', { sessionId: halfOpen.id, within: tx })
      await actions.sendWayInChanged(tx, person, 'recovery_code_used')
    }
    return token
  }
}
