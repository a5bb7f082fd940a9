import { type ActorName, type AnnsVault, addSecondFactor, expectSuccess, openShareLink } from './actors.ts'
import { type Browser, openBrowser } from './browser.ts'
import { type Nurse, type TestServices, testPassword } from './test-services.ts'

/** A browser with copies of the cookies that adds headers to each request. */
function browserWith(
  services: TestServices,
  cookies: Browser['cookies'],
  says: Record<string, string>,
): Browser {
  const copy = openBrowser(services.app, services.config.publicUrl)
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  const fetch: Browser['fetch'] = (path, init = {}) =>
    copy.fetch(path, { ...init, headers: { ...says, ...Object.fromEntries(new Headers(init.headers)) } })
  return {
    cookies: copy.cookies,
    fetch,
    json: (method, path, body, headers) =>
      fetch(path, {
        method,
        headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
}

export type ActorWithoutSession = Exclude<ActorName, 'another nurse' | 'owner'>

/** The actors without a valid session. Each request gets its own browser with a copy of the cookies. */
export async function openActorsWithoutSession({ services, ann, live, dead }: AnnsVault) {
  const eve = await services.nurse('eve')
  await addSecondFactor(services, eve)
  const none: Browser['cookies'] = new Map()
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  const jars: Record<ActorWithoutSession, [Browser['cookies'], Record<string, string>]> = {
    'signed out': [none, {}],
    'ended session': [await endedJar(services, ann), {}],
    'half signed in': [await halfJar(services, eve), {}],
    'deleted account': [await goneJar(services), {}],
    'made-up session': [madeUpJar(ann), { ...bearer(ann.id), 'X-User-Id': ann.id }],
    'live link': [await visitJar(services, live), bearer(live)],
    'dead link': [none, bearer(dead)],
  }
  return {
    open: (name: ActorWithoutSession): Browser => browserWith(services, ...jars[name]),
    /** Call it after a sign-in request, which ends the session that waits for its second factor. */
    async renew() {
      jars['half signed in'] = [await halfJar(services, eve), {}]
    },
  }
}

async function endedJar(services: TestServices, { email }: Nurse): Promise<Browser['cookies']> {
  const away = services.stranger()
  await expectSuccess(away.json('POST', '/api/auth/sign-in/email', { email, password: testPassword }))
  const kept = new Map(away.cookies)
  await expectSuccess(away.json('POST', '/api/auth/sign-out', {}))
  return kept
}

/** The cookies after a correct password, with the second factor pending. */
async function halfJar(services: TestServices, eve: Nurse): Promise<Browser['cookies']> {
  const half = services.stranger()
  await half.json('POST', '/api/auth/sign-in/email', { email: eve.email, password: testPassword })
  if (!half.cookies.has('lanyard.session')) throw new Error('The password opened nothing')
  return half.cookies
}

async function goneJar(services: TestServices): Promise<Browser['cookies']> {
  const gone = await services.nurse('gone')
  const kept = new Map(gone.cookies)
  await expectSuccess(gone.json('DELETE', '/api/users/me', { password: testPassword }))
  return kept
}

/** The owner's session token with a forged signature. */
function madeUpJar({ cookies }: Nurse): Browser['cookies'] {
  const [token = ''] = decodeURIComponent(cookies.get('lanyard.session') ?? '').split('.')
  const signature = Buffer.alloc(32, 7).toString('base64')
  return new Map([['lanyard.session', encodeURIComponent(`${token}.${signature}`)]])
}

async function visitJar(services: TestServices, token: string): Promise<Browser['cookies']> {
  const visitor = services.stranger()
  await expectSuccess(openShareLink(visitor, token))
  return visitor.cookies
}
