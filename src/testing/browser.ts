import type { Hono } from 'hono'

export type Browser = {
  /** Sends the request like one of our pages: with the cookies and an Origin. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  json(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  /** The stored cookies, by name. */
  cookies: Map<string, string>
}

/** A browser that is just a cookie jar in front of the app. `address` is the client's IP address. */
export function openBrowser(app: Hono, origin: string, address = '192.0.2.1'): Browser {
  const cookies = new Map<string, string>()
  const env = { incoming: { socket: { remoteAddress: address } } }

  const browser: Browser = {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers({ Origin: origin, 'User-Agent': 'Browser of the tests' })
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
      if (cookies.size > 0)
        headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const answer = await app.request(new URL(path, origin).href, { ...init, headers }, env)
      keepCookies(cookies, answer)
      return answer
    },
    json: (method, path, body, headers) => browser.fetch(path, jsonRequest(method, body, headers)),
  }
  return browser
}

export function jsonRequest(
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): RequestInit {
  if (body === undefined) return { method, headers }
  return { method, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** The response's headers without the id, which differs for each request. */
export function headersOf(answer: Response): [string, string][] {
  return [...answer.headers].filter(([name]) => name !== 'x-request-id')
}

function keepCookies(cookies: Map<string, string>, answer: Response): void {
  for (const line of answer.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) cookies.delete(name)
    else cookies.set(name, pair.slice(at + 1))
  }
}
