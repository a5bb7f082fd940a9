import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TokenScope, tokenScopes } from '#shared/auth/access-token.ts'
import { tokenScopeOf } from '#shared/auth/token-scope.ts'
import { addAccessToken, openProgram } from '#testing/access-tokens.ts'
import {
  type AnnsVault,
  createAnnsVault,
  type OidcApp,
  openAppWithOidc,
  watchOwnerRows,
} from '#testing/actors.ts'
import { sendAs } from '#testing/actors-requests.ts'
import type { RequestSpec } from '#testing/actors-row-kinds.ts'
import { accessRules } from '#testing/actors-rows.ts'
import type { Browser } from '#testing/browser.ts'
import { findUndocumented, type Operation, readOperations } from '#testing/open-api.ts'
import type { Nurse } from '#testing/test-services.ts'

let app: OidcApp
let vault: AnnsVault
let operations: Map<string, Operation>
let rowsOfAnn: Awaited<ReturnType<typeof watchOwnerRows>>
/** Ann's tokens with one scope each, and one of Bob's with all. */
let withScope: Record<TokenScope, Browser>
let bobs: Browser
/** Ann's tokens that no longer work. */
let over: Browser[]

beforeAll(async () => {
  app = await openAppWithOidc()
  vault = await createAnnsVault(app)
  const { services, ann, bob } = vault
  const tokenOf = async (nurse: Nurse, scopes: TokenScope[], days = 90) =>
    addAccessToken(nurse, { scopes, days })
  const programOf = async (nurse: Nurse, scopes: TokenScope[]) =>
    openProgram(services, (await tokenOf(nurse, scopes)).token)
  withScope = {
    read: await programOf(ann, ['read']),
    write: await programOf(ann, ['write']),
    share: await programOf(ann, ['share']),
  }
  bobs = await programOf(bob, [...tokenScopes])
  const expired = await tokenOf(ann, [...tokenScopes])
  await services.database.pool.query('update access_tokens set expires_at = $2 where id = $1', [
    expired.id,
    services.clock.now(),
  ])
  const ended = await tokenOf(ann, [...tokenScopes])
  await ann.fetch(`/api/users/me/tokens/${ended.id}`, { method: 'DELETE' })
  // With Ann's cookies, which must not make up for a token that does not work.
  over = [expired, ended].map(({ token }) => openProgram(services, token, ann.cookies))
  operations = new Map((await readOperations(services.app)).map((each) => [each.name, each]))
  rowsOfAnn = await watchOwnerRows(vault)
})
afterAll(() => app.close())

/** Requests that need a person even with the right scope: they show numbers or documents. */
const forPersons = new Set(['POST /api/share', 'POST /api/share/{id}/token'])

/** Requests for which only a session counts, and a token is worthless. */
const isSessionOnly = (name: string) => / \/api\/(auth\/|debug$)/.test(name)

const ofOwners = Object.entries(accessRules).filter(
  ([name, { of }]) => (of === 'own account' || of === 'record owner') && !isSessionOnly(name),
)

function operationOf(name: string): Operation {
  const operation = operations.get(name)
  if (!operation) throw new Error(`${name} is not in the document`)
  return operation
}

/** Sends it and returns the status and the code of a problem; everything must be documented. */
async function send(who: Browser, asked: RequestSpec, name: string) {
  const { by: _browser, ...request } = asked
  const operation = operationOf(name)
  const answer = await sendAs(who, request, operation)
  const text = await answer.clone().text()
  expect(await findUndocumented(operation, answer), `${name} ${text.slice(0, 300)}`).toEqual([])
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json')
  return { status: answer.status, code: isProblem ? (JSON.parse(text) as { code: string }).code : null, text }
}

/** Without the columns that every request by a token changes. */
async function kept(): Promise<Record<string, string>> {
  const { access_tokens: _used, ...rest } = await rowsOfAnn()
  return rest
}

describe('access by token', () => {
  it.for(ofOwners)('%s', async ([name, row]) => {
    const { ann } = vault
    const needed = tokenScopeOf(name)
    const asked = row.isSpent ? {} : await row.ask(vault, ann)
    const before = await kept()
    for (const who of over)
      expect(await send(who, asked, name), name).toMatchObject({ status: 401, code: 'access_token_refused' })
    for (const scope of tokenScopes) {
      if (scope === needed) continue
      const code = needed === null ? 'not_for_tokens' : 'token_scope_missing'
      expect(await send(withScope[scope], asked, name), `${scope}: ${name}`).toMatchObject({
        status: 403,
        code,
      })
    }
    if (row.of === 'record owner') {
      const refused = await send(bobs, asked, name)
      expect(refused.status, name).toBe(403)
      expect(refused.text).not.toContain(ann.email)
    }
    expect(await kept(), name).toEqual(before)
    if (needed === null) return
    const own = await (row.fresh ?? row.ask)(vault, ann)
    const answer = await send(withScope[needed], own, name)
    if (forPersons.has(name)) expect(answer).toMatchObject({ status: 401, code: 'reauthentication_needed' })
    else expect(answer.status, `${name} ${answer.text.slice(0, 300)}`).toBeLessThan(300)
  })

  it('is never accepted below /api/auth or for operations about this installation', async () => {
    const closed = Object.entries(accessRules).filter(
      ([name, { of }]) => of === 'own account' && isSessionOnly(name),
    )
    expect(closed.length).toBeGreaterThan(10)
    const all = await addAccessToken(vault.ann, { scopes: [...tokenScopes] })
    const program = openProgram(vault.services, all.token)
    for (const [name] of closed) {
      const { method, path } = operationOf(name)
      const answer = await program.json(method, path, method === 'GET' ? undefined : {})
      expect(answer.status, name).toBe(401)
    }
  })

  it('is documented for each operation', async () => {
    const answer = await vault.services.app.request('/api/openapi.json')
    const { paths } = (await answer.json()) as {
      paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>
    }
    for (const [name] of ofOwners) {
      const [method = '', path = ''] = name.split(' ')
      const scope = tokenScopeOf(name)
      const expected = [{ session: [] }, ...(scope === null ? [] : [{ token: [scope] }])]
      expect(paths[path]?.[method.toLowerCase()]?.security, name).toEqual(expected)
    }
  })
})
