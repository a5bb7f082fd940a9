import { networkOf } from '#server/http/client-network.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { isDoctorToken } from './doctor-token.ts'

/** What reached the server, for `npm run doctor`. */
export type Seen = { network: string; host: string | null; hops: number; body: number }

/** PATCH `/api/doctor`: what the proxies in front made of a request. It is only there for a process with AUTH_SECRET. */
export function doctorRoutes({ config, clock }: Pick<Services, 'config' | 'clock'>) {
  return createRouter().patch('/', async (c) => {
    const token = c.req.header('x-lanyard-doctor') ?? ''
    if (!isDoctorToken(config, token, clock.now())) throw new Problem('page_not_found')
    const body = await c.req.arrayBuffer()
    const seen: Seen = {
      network: networkOf(c.req.raw),
      host: c.req.header('host') ?? null,
      hops: (c.req.header('x-forwarded-for') ?? '').split(',').filter((hop) => hop.trim() !== '').length,
      body: body.byteLength,
    }
    c.header('Cache-Control', 'no-store')
    return c.json(seen, 200)
  })
}
