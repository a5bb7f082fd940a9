import { createHash } from 'node:crypto'
import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { reminderContract } from '#shared/reminders/contract.ts'
import type { ScheduledKind } from '#shared/reminders/reminder.ts'
import { kindNames, readUnsubscribe } from './email-service.ts'
import { turnOffEmail } from './settings-store.ts'

const style = `:root{color-scheme:light dark}
body{font:18px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem}
button{font:inherit;font-weight:700;padding:.75rem 1.5rem;border:0;border-radius:.75rem;background:#0e7c74;color:#fff;cursor:pointer}`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const listFormat = new Intl.ListFormat('en-US')

function namesOf(kinds: ScheduledKind[]): string {
  return listFormat.format(kinds.map((kind) => kindNames[kind]))
}

function page(heading: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title><style>${style}</style></head>
<body><main><h1>${heading}</h1>${body}</main></body>
</html>
`
}

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

const route = routesAt('/api/unsubscribe', reminderContract)

/** `/api/unsubscribe`, RFC 8058: mail apps POST on their own, and a person who follows the link gets one button. */
export function unsubscribeRoutes({ config, db, clock }: Services) {
  const router = createRouter()
  return router
    .openapi(route('GET /api/unsubscribe/{token}'), (c) => {
      const found = readUnsubscribe(config, c.req.valid('param').token)
      if (!found) throw new Problem('page_not_found')
      const kind = namesOf(found.kinds)
      return c.body(
        page(
          `Turn off email about your ${kind}?`,
          `<p>Lanyard will no longer send you reminders about your ${kind} by email. You still see the reminders in Lanyard.</p><form method="post"><button>Turn off</button></form>`,
        ),
        200,
        headers,
      )
    })
    .openapi(route('POST /api/unsubscribe/{token}'), async (c) => {
      const found = readUnsubscribe(config, c.req.valid('param').token)
      if (!found) throw new Problem('page_not_found')
      const { owner, kinds } = found
      const isOff = await db.transaction((tx) => turnOffEmail(tx, owner, kinds, clock.now()))
      if (!isOff) throw new Problem('page_not_found')
      return c.body(
        page(
          'Email is off',
          `<p>You get no more email about your ${namesOf(kinds)}. You can turn it back on in Settings.</p>`,
        ),
        200,
        headers,
      )
    })
}
