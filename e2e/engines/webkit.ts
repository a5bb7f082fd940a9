import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort, temporaryFolder } from '../server.ts'
import { type Engine, phoneWindow, until } from './engine.ts'

/** The name that WebDriver gives to an element in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK in a window of its own, by WebDriver, on a display without a screen. */
export async function openWebKit(driver: string): Promise<Engine> {
  const data = temporaryFolder()
  const children: ChildProcess[] = []
  const start = (
    program: string,
    args: string[],
    env: NodeJS.ProcessEnv,
    pipe: 'ignore' | 'pipe' = 'ignore',
  ) => {
    const stdio = ['ignore', pipe, 'ignore'] as const
    const child = spawn(program, args, { env: { ...process.env, ...env }, detached: true, stdio: [...stdio] })
    children.push(child)
    return child
  }
  const screen = start(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', `${phoneWindow.width}x${phoneWindow.height}x24`],
    {},
    'pipe',
  )
  const [number] = await once(screen.stdout as NodeJS.ReadableStream, 'data')
  const display = { DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: 'x11' }
  // Without a window manager the window never has the focus, and gets no keys.
  start('openbox', [], display)
  const port = await freePort()
  start(driver, [`--port=${port}`], {
    ...display,
    LIBGL_ALWAYS_SOFTWARE: '1',
    // The sandbox of the page's processes needs rights that a container lacks.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    TZ: 'America/Chicago',
    WINDOW_DATA: data.path,
    WINDOW_WIDTH: String(phoneWindow.width),
    WINDOW_HEIGHT: String(phoneWindow.height),
  })

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${path}: ${value.error}, ${value.message}`)
    return value
  }
  await until('the driver of WebKit', async () => (await ask<{ ready: boolean }>('GET', '/status')).ready)
  const binary = join(import.meta.dirname, 'webkit-window.py')
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: { browserName: 'PhoneWindow', 'webkitgtk:browserOptions': { binary, args: [] } },
    },
  })
  const session = `/session/${sessionId}`
  const act = (actions: object[]) => ask('POST', `${session}/actions`, { actions })

  return {
    open: async (url) => void (await ask('POST', `${session}/url`, { url })),
    async run(task, ...given) {
      const script = `const [given, done] = [arguments[0], arguments[arguments.length - 1]];
        Promise.resolve((${task})(...given)).then((it) => done({ it: it ?? null }), (error) => done({ error: String(error) }))`
      const { it, error } = await ask<{ it?: never; error?: string }>('POST', `${session}/execute/async`, {
        script,
        args: [given],
      })
      if (error !== undefined) throw new Error(error)
      return it as never
    },
    async press(x, y) {
      const actions = [
        { type: 'pointerMove', duration: 0, x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act([{ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions }])
    },
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act([{ type: 'key', id: 'keys', actions }])
    },
    async attach(selector, paths) {
      const found = await ask<Record<string, string>>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      })
      await ask('POST', `${session}/element/${found[ELEMENT]}/value`, { text: paths.join('\n') })
    },
    picture: async () => Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64'),
    async close() {
      await ask('DELETE', session).catch(() => {})
      for (const { pid } of children.reverse()) if (pid) kill(pid)
      await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
      data.remove()
    },
  }
}

/** With what it started. */
function kill(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
