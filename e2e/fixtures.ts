import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { type OidcProvider, startOidcProvider } from '#testing/oidc-provider.ts'
import { confirmAccount, signUp } from './account.ts'
import { emptyDataFolder } from './data.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import type { Screen } from './screens.ts'
import { freePort, type RunningServer, startServer } from './server.ts'

export { expect }

export type OpenPage = { page: Page; context: BrowserContext; faults: string[] }
export type Owner = { page: Page; context: BrowserContext; email: string }
export type OwnServer = RunningServer & {
  dataDir: string
  /** Restarts with the same data and URL, after `stop` or `kill`. */
  restart(settings?: Record<string, string>): Promise<OwnServer>
}

type WorkerFixtures = {
  /** Environment of the server. Each set of values gets a new server and a new worker. */
  serverSettings: Record<string, string>
  /** A Lanyard server with its own data folder, shared by all tests of a worker. */
  server: RunningServer
}

type TestFixtures = {
  /** Console errors, uncaught exceptions and requests to other hosts of `page`. */
  faults: string[]
  /** An address that no other test uses. */
  email: string
  /** `page`, signed in to a new account. */
  owner: Owner
  /** A window of another browser, closed after the test. */
  openPage(screen: Screen, options?: BrowserContextOptions): Promise<OpenPage>
  /** A server of this test alone. The test may stop or kill it. */
  startOwnServer(settings?: Record<string, string>): Promise<OwnServer>
}

let emails = 0

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverSettings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ serverSettings }, use) => {
      const folder = await emptyDataFolder()
      const server = await startServer(folder.path, serverSettings)
      await use(server)
      await server.kill()
      folder.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  faults: ({ page }, use) => use(collectFaults(page)),
  // Not taken from the test's title, because words from the owner's address make a password weak.
  email: ({ browserName: _ }, use) => {
    emails += 1
    return use(`ann.${emails}@nurses.example`)
  },
  owner: async ({ page, context, email }, use) => {
    await signUp(page, email)
    await use({ page, context, email })
  },
  openPage: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (screen, options) => {
      const context = await browser.newContext({ ...screen, ...options })
      contexts.push(context)
      const page = await context.newPage()
      return { page, context, faults: collectFaults(page) }
    })
    for (const context of contexts) await context.close()
  },
  startOwnServer: async ({ browserName: _ }, use) => {
    const folders: Awaited<ReturnType<typeof emptyDataFolder>>[] = []
    const servers: RunningServer[] = []
    const start = async (dataDir: string, settings: Record<string, string>): Promise<OwnServer> => {
      const server = await startServer(dataDir, settings)
      servers.push(server)
      const { port } = new URL(server.url)
      return {
        ...server,
        dataDir,
        restart: (changed = settings) => start(dataDir, { PORT: port, ...changed }),
      }
    }
    await use(async (settings = {}) => {
      const folder = await emptyDataFolder()
      folders.push(folder)
      return start(folder.path, settings)
    })
    await Promise.all(servers.map((server) => server.kill()))
    for (const folder of folders) folder.remove()
  },
})

/** With a mail server: links come by mail, and `owner` has confirmed the address. */
export const mailTest = test.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const mailbox = await openMailbox()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  serverSettings: [({ mailbox }, use) => use(mailbox.settings), { scope: 'worker' }],
  owner: async ({ page, context, email, server, mailbox }, use) => {
    await signUp(page, email)
    const link = await mailbox.linkTo(server, email, 'verifyEmail')
    await confirmAccount(page, new URL(link).searchParams.get('oobCode'))
    await use({ page, context, email })
  },
})

/** With mail and a secret, as an operator runs it: emulator mode is off. */
export const productionTest = mailTest.extend({
  serverSettings: [
    ({ mailbox }, use) =>
      use({ ...mailbox.settings, AUTH_SECRET: 'a long random text of the operator 7431' }),
    { scope: 'worker' },
  ],
})

/** With mail and an OpenID Connect provider named Mercy Hospital. */
export const oidcTest = mailTest.extend<object, { oidcProvider: OidcProvider }>({
  oidcProvider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const provider = await startOidcProvider({ sub: 'nobody yet' })
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  serverSettings: [
    async ({ mailbox, oidcProvider: { issuer } }, use) => {
      const providers = [{ id: 'hospital', name: 'Mercy Hospital', issuer, clientId: 'lanyard' }]
      const PORT = String(await freePort())
      await use({ ...mailbox.settings, PORT, OIDC_PROVIDERS: JSON.stringify(providers) })
    },
    { scope: 'worker' },
  ],
})

function collectFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') faults.push(`outside: ${request.url()}`)
  })
  return faults
}
