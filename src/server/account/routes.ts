import { createRoute } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { audit } from '#server/core/audit.ts'
import { readBody } from '#server/core/auth-body.ts'
import { verifyPassword } from '#server/core/auth-passwords.ts'
import { requireRecentProof } from '#server/core/auth-proof.ts'
import { hasSecondFactor } from '#server/core/auth-second-factor.ts'
import type { House } from '#server/core/house.ts'
import { removeMailTo } from '#server/core/mail-outbox.ts'
import type { Actor, Owner } from '#server/core/owner.ts'
import { answers, createRoom, jsonBody, problems, takes } from '#server/core/route.ts'
import { signedIn } from '#server/core/signed-in.ts'
import { profileInput, user } from '#shared/account/profile.ts'
import { accountRemovalInput } from '#shared/account/registration.ts'
import { Problem } from '#shared/core/errors.ts'
import { findPasswordHash, findUser, removeUser, updateUser } from './store.ts'

const showMe = createRoute({
  method: 'get',
  path: '/me',
  responses: { 200: answers(user, 'The owner'), ...problems(401) },
})

const saveMe = createRoute({
  method: 'put',
  path: '/me',
  request: { body: takes(profileInput) },
  responses: { 200: answers(user, 'The owner after the change'), ...problems(400, 401, 413, 415, 422) },
})

const removeMe = createRoute({
  method: 'delete',
  path: '/me',
  request: { body: { ...takes(accountRemovalInput), required: false } },
  responses: {
    204: { description: 'The account and all that it owned are gone' },
    ...problems(400, 401, 413, 415, 422, 429),
  },
})

export type AccountHooks = {
  /** Removes what lies outside the database. The rows are gone by then, and the sessions with them. */
  onAccountDeleted?: (owner: Owner) => Promise<void>
}

/** `/api/users`: the owner's profile, and the way out. */
export function accountRoutes(house: House, { onAccountDeleted }: AccountHooks = {}) {
  const { clock, db, limits, log } = house
  const room = createRoom()
  room.use('*', signedIn(house))
  room.use('*', jsonBody)

  /** Her password again; without one, or with a second factor on, she has proved herself in the last ten minutes. */
  async function requireProof(actor: Actor, password: string | undefined): Promise<void> {
    const hash = await findPasswordHash(db, actor.owner)
    if (hash && (!password || !(await verifyPassword({ hash, password })))) {
      throw new Problem('reauthentication_needed')
    }
    if (!hash || (await hasSecondFactor(db, actor.owner))) requireRecentProof(actor, clock.now())
  }

  room.delete('*', readableBody)

  return room
    .openapi(showMe, async (c) => {
      const found = await findUser(db, c.var.actor.owner)
      if (!found) throw new Problem('not_authenticated')
      return c.json(user.parse(found), 200)
    })
    .openapi(saveMe, async (c) => {
      const { actor } = c.var
      const input = c.req.valid('json')
      const saved = await db.transaction(async (tx) => {
        const updated = await updateUser(tx, actor.owner, input, clock.now())
        const what = {
          resource: 'user',
          resourceId: actor.owner,
          metadata: { fields: Object.keys(input).join() },
        }
        if (updated) await audit(tx, actor, clock.now(), 'auth_profile_updated', what)
        return updated
      })
      if (!saved) throw new Problem('not_authenticated')
      return c.json(user.parse(saved), 200)
    })
    .openapi(removeMe, async (c) => {
      const { actor } = c.var
      const { owner } = actor
      await limits.take('signInAccount', `session:${owner}`)
      await requireProof(actor, c.req.valid('json').password)
      await db.transaction(async (tx) => {
        const person = await findUser(tx, owner)
        await removeUser(tx, owner)
        if (person) await removeMailTo(tx, person.email)
      })
      // What stays behind here is found by the sweeper: the account is gone either way.
      await onAccountDeleted?.(owner).catch(() =>
        log.error('the files of a deleted account are left to the sweeper'),
      )
      return c.body(null, 204)
    })
}

/** `jsonBody` leaves DELETE alone; here one carries the password. */
const readableBody: MiddlewareHandler = async (c, next) => {
  const body = await readBody(c.req.raw.clone())
  if ('problem' in body) throw body.problem
  await next()
}
