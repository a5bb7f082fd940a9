import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * `away` refuses connections. `hang` accepts them and forwards nothing. `cut` breaks each connection in the middle of a
 * chunk.
 */
export type ProxyState = 'open' | 'away' | 'hang' | 'cut'

export type FaultProxy = {
  port: number
  /** Takes effect immediately. `away` also breaks open connections. Any other state breaks connections that hang. */
  set(state: ProxyState): void
  /** How many connections were refused, left hanging or cut so far. */
  struck(): number
  close(): Promise<void>
}

/** Forwards everything to a server on loopback until a fault is set. */
export async function openFaultProxy(port: number): Promise<FaultProxy> {
  let state: ProxyState = 'open'
  let struck = 0
  const visitors = new Set<Socket>()
  const hanging = new Set<Socket>()
  const server = createServer((visitor) => {
    visitors.add(visitor)
    visitor.on('error', () => {})
    visitor.on('close', () => visitors.delete(visitor))
    if (state === 'away') {
      struck += 1
      return void visitor.resetAndDestroy()
    }
    const inner = connect(port, '127.0.0.1')
    inner.on('error', () => visitor.destroy())
    inner.on('close', () => visitor.destroy())
    visitor.on('close', () => inner.destroy())
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (bytes: Buffer) => {
        if (state === 'open' || state === 'away') return void to.write(bytes)
        struck += 1
        if (state === 'hang') return void hanging.add(visitor)
        to.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => visitor.destroy())
      })
    pass(visitor, inner)
    pass(inner, visitor)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    struck: () => struck,
    set(next) {
      state = next
      for (const socket of next === 'away' ? visitors : hanging) socket.destroy()
      hanging.clear()
    },
    async close() {
      for (const socket of visitors) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
