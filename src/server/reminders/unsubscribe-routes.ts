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
import { mailPage, mailPageHeaders } from './mail-page-service.ts'
import { turnOffEmail } from './settings-store.ts'

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
      const heading = t`Turn off email about your ${kinds}?`
      const page = { heading, paragraphs: [text], forms: [{ label: t`Turn off` }] }
      return c.body(mailPage(page, t), 200, mailPageHeaders)
    })
    .openapi(route('POST /api/unsubscribe/{token}'), async (c) => {
      const found = readUnsubscribe(config, c.req.valid('param').token)
      if (!found) throw new Problem('page_not_found')
      const { owner, kinds } = found
      const isOff = await db.transaction((tx) => turnOffEmail(tx, owner, kinds, clock.now()))
      if (!isOff) throw new Problem('page_not_found')
      const t = await translateOf(c, owner)
      const page = {
        heading: t`Email is off`,
        paragraphs: [
          t`You get no more email about your ${namesOf(kinds, t)}. You can turn it back on in Settings.`,
        ],
      }
      return c.body(mailPage(page, t), 200, mailPageHeaders)
    })
}
