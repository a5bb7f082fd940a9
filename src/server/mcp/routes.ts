import { createMcpHandler } from '@modelcontextprotocol/server'
import { requireAccessToken } from '#server/auth/require-session.ts'
import { routesAt } from '#server/http/contract-route.ts'
import type { Ask } from '#server/http/first-answers.ts'
import { answerProblem } from '#server/http/problem.ts'
import { SHORT_BODY_BYTES } from '#server/http/request-body.ts'
import { createRouter, jsonBodyWithin } from '#server/http/route.ts'
import { listNumbers } from '#server/renewals/number-store.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { mcpContract } from '#shared/mcp/contract.ts'
import { createApi } from './api-service.ts'
import { createToolServer } from './server-service.ts'

const route = routesAt('/mcp', mcpContract)
const bounds = { bytes: SHORT_BODY_BYTES, values: 500 }

/** `/mcp`: an assistant with an access token asks about the vault. `ask` sends a request through the app. */
export function mcpRoutes(services: Services, ask: Ask) {
  const { db, config } = services
  return createRouter()
    .openapi(route('POST /mcp', requireAccessToken(services), jsonBodyWithin(bounds)), async (c) => {
      const message: unknown = await c.req.json()
      // A list of messages would be many requests in one.
      if (Array.isArray(message)) throw new Problem('bad_request')
      const { owner, tokenScopes: scopes = [] } = c.var.actor
      const context = {
        ...{ api: createApi(c, ask), scopes, publicUrl: config.publicUrl, log: c.var.log },
        listNumbers: () => listNumbers(db, owner),
      }
      // Nothing changes that an assistant could wait for, so no stream stays open.
      const handler = createMcpHandler(() => createToolServer(context), { maxSubscriptions: 0 })
      const answer = await handler.fetch(c.req.raw, { parsedBody: message })
      // A stream would otherwise be marked as one that may be kept.
      answer.headers.set('Cache-Control', 'no-store')
      return answer
    })
    .all('/', (c) => {
      c.header('Allow', 'POST')
      return answerProblem(c, new Problem('method_not_allowed'))
    })
}
