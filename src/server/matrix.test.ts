import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ActorName,
  type AnnsVault,
  actorNames,
  canary,
  createAnnsVault,
  type OidcApp,
  openAppWithOidc,
  openShareLink,
  watchOwnerRows,
} from '#testing/actors.ts'
import { type ActorWithoutSession, openActorsWithoutSession } from '#testing/actors-outbound.ts'
import { requestPath, sendAs } from '#testing/actors-requests.ts'
import type { AccessRule, RequestSpec } from '#testing/actors-row-kinds.ts'
import { accessRules } from '#testing/actors-rows.ts'
import type { Browser } from '#testing/browser.ts'
import { watchFirstStatements } from '#testing/first-statements.ts'
import { findUndocumented, type Operation, readOperations, routesOf } from '#testing/open-api.ts'
import { licenseNumber } from '#testing/share-links.ts'
import type { Nurse } from '#testing/test-services.ts'

let appWithOidc: OidcApp
let vault: AnnsVault
let outsiders: Awaited<ReturnType<typeof openActorsWithoutSession>>
let rowsOfAnn: Awaited<ReturnType<typeof watchOwnerRows>>
let operations: Operation[]
let transactions: ReturnType<typeof watchFirstStatements>
beforeAll(async () => {
  appWithOidc = await openAppWithOidc()
  vault = await createAnnsVault(appWithOidc)
  outsiders = await openActorsWithoutSession(vault)
  rowsOfAnn = await watchOwnerRows(vault)
  operations = await readOperations(appWithOidc.services.app)
  transactions = watchFirstStatements()
})
afterAll(() => appWithOidc.close())

function operationOf(name: string): Operation {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`${name} is not in the document`)
  return operation
}

/** The documented success status. */
const success = ({ responses }: Operation) => Number(Object.keys(responses).find((status) => status < '400'))

/** The status that the matrix specifies for this actor. */
function expected(actor: ActorName, { of, but = {}, wrong }: AccessRule, operation: Operation): number {
  const override = but[actor]
  if (override !== undefined) return override
  if (of === 'nobody') return 404
  if (of === 'link holder') return actor === 'dead link' ? 410 : success(operation)
  if (wrong && actor !== 'owner') return wrong.status
  if (actor === 'owner' || of === 'everyone') return success(operation)
  if (actor === 'another nurse') return of === 'record owner' ? 403 : success(operation)
  return 401
}

let registered = 0
const fresh = (): Promise<Nurse> => appWithOidc.services.nurse(`spent${++registered}`)

/** Each actor's request to this operation, and the browser that sends it. */
async function requestsOf(
  row: AccessRule,
): Promise<Record<ActorName, () => Promise<[Browser, RequestSpec]>>> {
  const { ann, bob } = vault
  const { of, ask, wrong, isSpent } = row
  const isShown = of === 'own account' && isSpent
  const shown = wrong?.asked ?? (of === 'everyone' ? {} : await ask(vault, isShown ? await fresh() : ann))

  const opened = async (who: Browser) => {
    if (row.opensFirst) await openShareLink(who, vault.live)
    return who
  }

  const outsider = (name: ActorWithoutSession) => async (): Promise<[Browser, RequestSpec]> => {
    const who = await opened(outsiders.open(name))
    if (of === 'everyone') return [who, await ask(vault, { ...ann, ...who })]
    const { by: _browser, ...asked } = shown
    if (of !== 'link holder' || name !== 'dead link') return [who, asked]
    return [who, { ...asked, params: { ...asked.params, id: vault.dead } }]
  }
  return {
    'signed out': outsider('signed out'),
    'ended session': outsider('ended session'),
    'half signed in': outsider('half signed in'),
    'deleted account': outsider('deleted account'),
    'made-up session': outsider('made-up session'),
    'live link': outsider('live link'),
    'dead link': outsider('dead link'),
    async 'another nurse'() {
      const who = isSpent ? await fresh() : bob
      await opened(who)
      return [who, of === 'own account' || of === 'everyone' ? await ask(vault, who) : shown]
    },
    async owner() {
      const who = isSpent ? await fresh() : ann
      await opened(who)
      return [who, await (row.fresh ?? ask)(vault, who)]
    },
  }
}

/** The rows of one owner; opening a link is counted and logged. */
async function rowsFor({ of }: AccessRule): Promise<Record<string, string>> {
  const kept = await rowsOfAnn()
  return of === 'link holder'
    ? {
        ...kept,
        shares: 'counted',
        share_events: 'logged',
        share_webhook_events: 'waiting',
        document_codes: 'added',
      }
    : kept
}

/** Texts that occur only in Ann's data. */
const secretsOf = ({ ann }: AnnsVault) => [canary, licenseNumber, ann.email, ann.id]

describe('access by actor', () => {
  it('has exactly one row for every operation of the document', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(accessRules).toSorted())
  })

  it.for(Object.entries(accessRules))('%s', async ([name, row]) => {
    const operation = operationOf(name)
    const requests = await requestsOf(row)
    const before = await rowsFor(row)
    for (const actor of actorNames) {
      const context = `${actor}: ${name}`
      if (actor === 'owner') expect(await rowsFor(row), name).toEqual(before)
      const isAsked = row.isHeavy && actor !== 'signed out' && actor !== 'owner'
      const method = isAsked ? 'HEAD' : operation.method
      const answer = await sendAs(...(await requests[actor]()), { ...operation, method })
      const text = await answer.clone().text()
      expect(answer.status, `${context}\n${text.slice(0, 500)}`).toBe(expected(actor, row, operation))
      if (!isAsked) expect(await findUndocumented(operation, answer), context).toEqual([])
      if (actor === 'owner') continue
      for (const secret of row.of === 'link holder' ? [vault.ann.id, vault.ann.email] : secretsOf(vault))
        expect(text, context).not.toContain(secret)
    }
    if (row.of === 'everyone' && row.isSpent) await outsiders.renew()
  })
})

/** Routes that are not operations, and the reason why they need no row. */
const others: Record<string, string> = {
  'GET /api/openapi.json': 'the document itself, the same for everybody',
  'GET /api/docs': 'a page about the document',
  'DELETE /api/users/*': 'reads the body ahead of its operation',
  'PATCH /api/doctor': 'only for who has AUTH_SECRET: e2e/doctor.test.ts',
  'ALL /*': 'guards, and the pages: they hold nothing of anybody',
  'ALL /api/*': 'guards, and the answer where there is nothing',
}

/** Firebase clients call Google's API, not ours: `src/server/firebase-api` tests it with the real client. */
const isFirebaseRoute = (route: string) => /^[A-Z]+ \/(v[0-9]|b|identitytoolkit|securetoken)[./]/.test(route)

describe('the document', () => {
  it('describes every route of the app', () => {
    const described = operations.map(({ name }) => name)
    const guarded = (path: string) => operations.some((each) => isBelow(each.path, path))
    for (const route of routesOf(appWithOidc.services.app)) {
      const [method = '', path = ''] = route.split(' ')
      const isGuard = method === 'ALL' && guarded(path)
      const isKnown = described.includes(route) || route in others || isFirebaseRoute(route)
      expect(isGuard || isKnown, route).toBe(true)
    }
  })
})

function isBelow(path: string, guard: string): boolean {
  return guard.endsWith('/*') ? path.startsWith(guard.slice(0, -2)) : path === guard
}

/** Variants of the same path that a check may mistake for another path. */
const spellings: [string, (address: string) => string][] = [
  ['with two slashes at the front', (address) => `/${address}`],
  ['with two slashes inside', (address) => address.replace(/^\/api\//, '/api//')],
  ['with an encoded slash', (address) => address.replace(/^\/api\//, '/api%2f')],
  ['with an encoded letter', (address) => address.replace(/^\/a/, '/%61')],
  ['in capitals', (address) => address.replace(/^\/api\/(\w+)/, (all) => all.toUpperCase())],
  ['with a slash at the end', (address) => `${address}/`],
  ['with a dot at the end', (address) => `${address}.`],
  ['with a zero byte', (address) => `${address}%00`],
  ['with a path parameter', (address) => `${address};v=1`],
  ['through another folder', (address) => address.replace(/^\/api\//, '/api/health/..%2f')],
]

describe('what requires a session', () => {
  const closed = Object.entries(accessRules).filter(
    ([, { of }]) => of === 'own account' || of === 'record owner',
  )

  /** Sends every request that needs a session: signed out, and for Ann's records also as Bob. */
  async function expectClosed(change: (init: RequestInit, address: string) => [string, RequestInit]) {
    const before = await rowsOfAnn()
    for (const [name, row] of closed) {
      const operation = operationOf(name)
      const request = row.isSpent ? {} : await row.ask(vault, vault.ann)
      const [address, init] = change({ method: operation.method }, requestPath(operation, request))
      const isBodied = init.method !== 'GET' && init.method !== 'HEAD'
      const headers = { ...Object.fromEntries(new Headers(init.headers)), 'Content-Type': 'application/json' }
      const requestInit = { ...init, headers, ...(isBodied && { body: JSON.stringify(request.body ?? {}) }) }
      for (const who of row.of === 'record owner'
        ? [outsiders.open('signed out'), vault.bob]
        : [outsiders.open('signed out')]) {
        const answer = await who.fetch(address, requestInit)
        const text = await answer.text()
        expect([400, 401, 403, 404, 405, 422], `${init.method} ${address} ${text}`).toContain(answer.status)
        for (const secret of secretsOf(vault)) expect(text).not.toContain(secret)
      }
    }
    expect(await rowsOfAnn()).toEqual(before)
  }

  it.for(spellings)('stays closed %s', async ([, spell]) => {
    await expectClosed((init, address) => {
      const [path = '', query] = address.split('?')
      return [query === undefined ? spell(path) : `${spell(path)}?${query}`, init]
    })
  })

  it('returns 401 when signed out before anything else is checked', async () => {
    for (const [name, row] of closed) {
      const operation = operationOf(name)
      const params = Object.fromEntries(operation.parameters.map((each) => [each.name, '7']))
      const isBodied = operation.method !== 'GET' && operation.method !== 'DELETE'
      const init = { method: operation.method, ...(isBodied && { body: '{' }) }
      const answer = await outsiders.open('signed out').fetch(requestPath(operation, { params }), init)
      const { code } = (await answer.json()) as { code: string }
      const isHalf = row.but?.['half signed in'] !== undefined
      expect([answer.status, code], name).toEqual([401, isHalf ? 'second_factor_over' : 'not_authenticated'])
    }
  })

  it('stays closed to HEAD and to method overrides in a header or the query', async () => {
    await expectClosed((init, address) => [address, init.method === 'GET' ? { method: 'HEAD' } : init])
    for (const header of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
      await expectClosed(({ method = '' }, address) => [
        address,
        { method: 'POST', headers: { [header]: method } },
      ])
    await expectClosed(({ method }, address) => [
      `${address}${address.includes('?') ? '&' : '?'}_method=${method}`,
      { method: 'POST' },
    ])
  })

  it('reveals nothing of the owner’s to another nurse, even for a request with the owner’s ids', async () => {
    const { ann, bob, cycle, license } = vault
    const before = await rowsOfAnn()
    const headers = { 'X-User-Id': ann.id, 'X-Owner-Id': ann.id }
    const queries = [
      `ownerId=${ann.id}&userId=${ann.id}&owner_id=${ann.id}`,
      `licenseId=${license}&id=${cycle}`,
    ]
    for (const [name, row] of closed.filter(
      ([name, { of }]) => of === 'own account' && name.startsWith('GET'),
    ))
      for (const query of ['', ...queries]) {
        const request = await row.ask(vault, bob)
        const more = [request.query, query].filter(Boolean).join('&')
        const answer = await sendAs(bob, { ...request, query: more, headers: headers }, operationOf(name))
        const text = await answer.text()
        expect([200, 422], name).toContain(answer.status)
        for (const secret of secretsOf(vault)) expect(text, name).not.toContain(secret)
      }
    expect(await rowsOfAnn()).toEqual(before)
  })
})

it('nothing above writes in a transaction that may not have begun', () => {
  expect(transactions.stop()).toEqual([])
})
