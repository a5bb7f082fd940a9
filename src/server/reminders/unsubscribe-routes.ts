import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { routesAt } from '#server/http/contract-route.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter } from '#server/http/route.ts'
import { translateFor } from '#server/i18n/translations.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import { reminderContract } from '#shared/reminders/contract.ts'
import type { ScheduledKind } from '#shared/reminders/reminder.ts'
import { readUnsubscribe } from './email-service.ts'
import { turnOffEmail } from './settings-store.ts'

const style = `:root{color-scheme:light dark}
body{font:18px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem}
button{font:inherit;font-weight:700;padding:.75rem 1.5rem;border:0;border-radius:.75rem;background:#0e7c74;color:#fff;cursor:pointer}`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const kindNames: Record<ScheduledKind, string> = {
  license: msg`licenses`,
  certification: msg`certifications`,
  ceuCycle: msg`CE cycles`,
}

function namesOf(kinds: ScheduledKind[], t: Translate): string {
  // "CE cycles", but in Spanish "ciclos".
  const names = kinds.map((kind) => t(kindNames[kind]).replace(/^C(?=[a-z])/, 'c'))
  return new Intl.ListFormat(t.locale).format(names)
}

function page(heading: string, body: string, { language }: Translate): string {
  return `<!doctype html>
<html lang="${language}">
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
  const translateOf = async (c: Context, owner: Owner) => {
    const user = await findUserById(db, owner)
    return user?.locale ? translateFor(user) : requestTranslate(c)
  }
  const router = createRouter()
  return router
    .openapi(route('GET /api/unsubscribe/{token}'), async (c) => {
      const found = readUnsubscribe(config, c.req.valid('param').token)
      if (!found) throw new Problem('page_not_found')
      const t = await translateOf(c, found.owner)
      const kinds = namesOf(found.kinds, t)
      const text = t`Lanyard will no longer send you reminders about your ${kinds} by email. You still see the reminders in Lanyard.`
      return c.body(
        page(
          t`Turn off email about your ${kinds}?`,
          `<p>${text}</p><form method="post"><button>${t`Turn off`}</button></form>`,
          t,
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
      const t = await translateOf(c, owner)
      return c.body(
        page(
          t`Email is off`,
          `<p>${t`You get no more email about your ${namesOf(kinds, t)}. You can turn it back on in Settings.`}</p>`,
          t,
        ),
        200,
        headers,
      )
    })
}
