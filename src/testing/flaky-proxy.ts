import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** Where the next connection breaks: after this many bytes to the server (`up`) or back (`down`). */
export type Cut = { way: 'up' | 'down'; after: number }

export type FlakyProxy = { url: string; cuts: Cut[]; stop(): Promise<void> }

/** A plain TCP proxy in front of the server at `target` that breaks connections, regardless of the protocol. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target)
  const cuts: Cut[] = []
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const both = [near, far]
    const destroy = () => {
      for (const socket of both) socket.destroy()
    }
    for (const socket of both) {
      open.add(socket)
      socket.on('error', destroy)
      socket.on('close', () => open.delete(socket))
    }
    near.pipe(counting('up', cuts, destroy)).pipe(far)
    far.pipe(counting('down', cuts, destroy)).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A connection carries many requests, so counting starts when a cut is set. */
function counting(way: Cut['way'], cuts: Cut[], destroy: () => void): Transform {
  let passed = 0
  let counted: Cut | undefined
  return new Transform({
    transform(part: Buffer, _, done) {
      const cut = cuts.find((each) => each.way === way)
      if (cut !== counted) passed = 0
      counted = cut
      passed += part.length
      if (!cut || passed < cut.after) return done(null, part)
      cuts.splice(cuts.indexOf(cut), 1)
      destroy()
      done()
    },
  })
}
