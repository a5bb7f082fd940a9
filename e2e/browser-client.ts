import { join } from 'node:path'
import { register } from '#web/auth/api.ts'
import { setTransport } from '../src/web/http/api.ts'
import { copyEmptyDatabase } from './data.ts'
import { type RunningServer, startServer, temporaryFolder } from './server.ts'

export type BrowserClient = { send: typeof fetch; cookies: Map<string, string>; close(): void }

/** Makes the web client's API functions call `server`, with the cookies and the origin of a browser. */
export function openBrowserClient(server: RunningServer): BrowserClient {
  const cookies = new Map<string, string>()
  const send: typeof fetch = async (path, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('origin', server.url)
    const response = await fetch(`${server.url}${path}`, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  setTransport(send)
  return { send, cookies, close: () => setTransport((...request) => fetch(...request)) }
}

/** A server with an empty database. The owner Ann has registered on it with the web client. */
export async function startWithBrowserClient(): Promise<{ close(): Promise<void> }> {
  const folder = temporaryFolder()
  await copyEmptyDatabase(join(folder.path, 'data'))
  const server = await startServer(join(folder.path, 'data'))
  const browser = openBrowserClient(server)
  await register({ email: 'ann@nurses.example', password: 'violet tractor moon 41', name: 'Ann' })
  return {
    async close() {
      browser.close()
      await server.kill()
      folder.remove()
    },
  }
}
