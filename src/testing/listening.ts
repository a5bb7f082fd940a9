import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createApp } from '#server/app.ts'
import { sendingDirectly } from '#server/http/download.ts'
import { guardSockets, socketOptions } from '#server/http/slow-clients.ts'
import type { TestServices } from './test-services.ts'

export type Listening = {
  server: Server
  port: number
  connections(): Promise<number>
  close(): Promise<void>
}

/** The app on a real port, with the same socket limits as in production. */
export async function listen(services: TestServices, webDir?: string): Promise<Listening> {
  const app = createApp(services, webDir)
  const serverOptions = socketOptions(services.config)
  const server = serve({
    fetch: sendingDirectly(app.fetch),
    port: 0,
    hostname: 'localhost',
    serverOptions,
  }) as Server
  guardSockets(server, services.config, services.log)
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    server,
    port: (server.address() as AddressInfo).port,
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
