import type { Context } from 'hono'
import { networkOf } from '#server/http/client-network.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { type AppEnv, createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { walletContract } from '#shared/passes/contract.ts'
import { listUpdated, registerDevice, unregisterDevice } from './device-store.ts'
import { readPassFile } from './service.ts'
import { findPassOf } from './store.ts'

const route = routesAt('/api/wallet', walletContract)

/** `/api/wallet`: the PassKit web service. A phone has no session: it authenticates with the token inside the pass. */
export function walletRoutes(services: Services) {
  const { db, clock, limits, config, log } = services
  const settingsOf = (type?: string) => {
    const { applePass } = config
    if (applePass === null || (type !== undefined && type !== applePass.typeId))
      throw new Problem('page_not_found')
    return applePass
  }
  const passOf = async (c: Context<AppEnv>, serial: string) => {
    const [, token = ''] = /^ApplePass (\S{1,200})$/.exec(c.req.header('authorization') ?? '') ?? []
    const pass = await findPassOf(db, serial, token)
    if (!pass) throw new Problem('not_authenticated')
    return { pass, token }
  }
  const router = createRouter()
  router.use('*', async (c, next) => {
    settingsOf()
    await limits.consume('walletNetwork', networkOf(c.req.raw))
    await next()
  })
  router.use('*', jsonBody)

  return router
    .openapi(route('POST /api/wallet/v1/devices/{device}/registrations/{type}/{serial}'), async (c) => {
      const { device, type, serial } = c.req.valid('param')
      const { pushToken } = c.req.valid('json')
      settingsOf(type)
      const { pass } = await passOf(c, serial)
      const isNew = await db.transaction((tx) =>
        registerDevice(tx, pass.id, { device, pushToken, now: clock.now() }),
      )
      return c.body(null, isNew ? 201 : 200)
    })
    .openapi(route('DELETE /api/wallet/v1/devices/{device}/registrations/{type}/{serial}'), async (c) => {
      const { device, type, serial } = c.req.valid('param')
      settingsOf(type)
      const { pass } = await passOf(c, serial)
      await unregisterDevice(db, pass.id, device)
      return c.body(null, 200)
    })
    .openapi(route('GET /api/wallet/v1/devices/{device}/registrations/{type}'), async (c) => {
      const { device, type } = c.req.valid('param')
      settingsOf(type)
      const since = Number(c.req.valid('query').passesUpdatedSince ?? 0)
      const rows = await listUpdated(db, device, new Date(since >= 0 && since < 8.64e15 ? since : 0))
      if (rows.length === 0) return c.body(null, 204)
      const lastUpdated = String(Math.max(...rows.map(({ updatedAt }) => updatedAt.getTime())))
      return c.json({ serialNumbers: rows.map(({ serial }) => serial), lastUpdated }, 200)
    })
    .openapi(route('GET /api/wallet/v1/passes/{type}/{serial}'), async (c) => {
      const { type, serial } = c.req.valid('param')
      const settings = settingsOf(type)
      const { pass, token } = await passOf(c, serial)
      const changed = toSecond(pass.updatedAt)
      const known = Date.parse(c.req.header('if-modified-since') ?? '')
      if (known >= changed) return c.body(null, 304)
      return c.body(await readPassFile(services, settings, pass, token), 200, {
        'Content-Type': 'application/vnd.apple.pkpass',
        // The pass may change again in this second, which a device could not tell by the header.
        'Last-Modified': new Date(Math.min(changed, toSecond(clock.now()) - 1000)).toUTCString(),
        'Cache-Control': 'no-store',
      })
    })
    .openapi(route('POST /api/wallet/v1/log'), (c) => {
      // Only counted: the texts of a device may name a pass.
      log.info({ lines: c.req.valid('json').logs.length }, 'passes: a device reported a problem')
      return c.body(null, 200)
    })
}

const toSecond = (at: Date) => Math.floor(at.getTime() / 1000) * 1000
