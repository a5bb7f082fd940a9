import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../server.ts'
import { type Engine, phoneWindow } from './engine.ts'

type Answer = { id?: number; type: string; result?: unknown; error?: string; message?: string }
type Send = <T>(method: string, params: object) => Promise<T>
type Evaluated = { type: string; result: { value?: string }; exceptionDetails?: { text: string } }

/** English of the United States, no page of its own, and nothing asked of the network. */
const preferences = {
  'intl.accept_languages': 'en-US, en',
  'browser.startup.page': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.active-protocols': 1,
}

/** Stock Firefox, by WebDriver BiDi. */
export async function openFirefox(program: string): Promise<Engine> {
  const profile = temporaryFolder()
  const lines = Object.entries(preferences).map(
    ([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile.path, 'user.js'), lines.join('\n'))
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile.path],
    {
      env: { ...process.env, TZ: 'America/Chicago', HOME: profile.path, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const { send, end } = await connect(await addressOf(child))
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  await send('browsingContext.setViewport', { context, viewport: phoneWindow })
  const act = (actions: object[]) => send('input.performActions', { context, actions })

  const run: Engine['run'] = async (task, ...given) => {
    const { type, result, exceptionDetails } = await send<Evaluated>('script.evaluate', {
      expression: `Promise.resolve((${task})(...${JSON.stringify(given)})).then((it) => JSON.stringify(it ?? null))`,
      target: { context },
      awaitPromise: true,
    })
    if (type === 'exception') throw new Error(exceptionDetails?.text)
    return JSON.parse(result.value ?? 'null')
  }

  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    run,
    async press(x, y) {
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act([{ type: 'pointer', id: 'finger', actions }])
    },
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act([{ type: 'key', id: 'keys', actions }])
    },
    async attach(selector, files) {
      const locator = { type: 'css', value: selector }
      const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator,
      })
      await send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files })
    },
    async picture() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      const closed = once(child, 'exit')
      await Promise.race([send('browser.close', {}), closed]).catch(() => child.kill('SIGKILL'))
      end()
      await closed
      profile.remove()
    },
  }
}

/** Firefox says on which port it listens. */
async function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (part) => {
      said += part
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1]
      if (address) resolve(`${address}/session`)
    })
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)))
  })
}

async function connect(address: string): Promise<{ send: Send; end(): void }> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(data)
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  let last = 0
  return {
    async send(method, params) {
      last += 1
      const id = last
      const answer = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params }))
      })
      waiting.delete(id)
      if (answer.type === 'error') throw new Error(`${method}: ${answer.error}, ${answer.message}`)
      return answer.result as never
    },
    end: () => socket.close(),
  }
}
