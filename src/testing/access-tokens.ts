import type { CreatedAccessToken, TokenScope } from '#shared/auth/access-token.ts'
import { type Browser, jsonRequest } from './browser.ts'
import type { TestServices } from './test-services.ts'

/** Creates an access token through the API. */
export async function addAccessToken(
  nurse: Pick<Browser, 'json'>,
  { scopes = ['read'], ...more }: { name?: string; scopes?: TokenScope[]; days?: number } = {},
): Promise<CreatedAccessToken> {
  const answer = await nurse.json('POST', '/api/users/me/tokens', { name: 'Backup script', scopes, ...more })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as CreatedAccessToken
}

/** A program other than a browser: it sends the token, no Origin, and these cookies if any. */
export function openProgram(
  services: Pick<TestServices, 'app' | 'config'>,
  token: string,
  cookies: Browser['cookies'] = new Map(),
): Browser {
  const env = { incoming: { socket: { remoteAddress: '192.0.2.9' } } }
  const program: Browser = {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers({ Authorization: `Bearer ${token}`, 'User-Agent': 'program' })
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
      if (cookies.size > 0)
        headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      return services.app.request(new URL(path, services.config.publicUrl).href, { ...init, headers }, env)
    },
    json: (method, path, body, headers) => program.fetch(path, jsonRequest(method, body, headers)),
  }
  return program
}
