import type { Context } from 'hono'
import { routesAt } from '#server/http/contract-route.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter } from '#server/http/route.ts'
import { translateFor } from '#server/i18n/translations.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { reminderContract } from '#shared/reminders/contract.ts'
import { mailPage, mailPageHeaders } from './mail-page-service.ts'
import { ownerLabel, readSecondPersonToken, secondPersonUrl } from './second-person-mail-service.ts'
import { confirmByLink, endByLink, findByLink } from './second-person-service.ts'

const route = routesAt('/api/second-person', reminderContract)

/** `/api/second-person`: the pages behind the links in mails to a second person. Opening one changes nothing. */
export function secondPersonLinkRoutes(services: Services) {
  const { config } = services
  const open = async (c: Context, token: string) => {
    const link = readSecondPersonToken(config, token)
    if (!link) throw new Problem('page_not_found')
    const found = await findByLink(services, link.id)
    // As the mail was: in the owner's language.
    const t = found ? translateFor(found.owner) : requestTranslate(c)
    return { purpose: link.purpose, found, t }
  }
  const router = createRouter()
  return router
    .openapi(route('GET /api/second-person/{token}'), async (c) => {
      const { purpose, found, t } = await open(c, c.req.valid('param').token)
      if (!found || found.person.state === 'ended') return c.body(endedPage(t), 200, mailPageHeaders)
      const { person, owner, isOpen } = found
      const label = ownerLabel(owner)
      const endUrl = new URL(secondPersonUrl(config, 'end', person.id)).pathname
      if (purpose === 'confirm' && person.state === 'invited') {
        const page = isOpen ? askPage(label, endUrl, t) : overPage(t)
        return c.body(page, 200, mailPageHeaders)
      }
      const page = {
        heading: t`End these emails?`,
        paragraphs: [
          t`Lanyard will no longer tell you about the expiration dates of ${label}. They see in their log that you ended it, and cannot ask you again for 90 days.`,
        ],
        forms: [{ label: t`End these emails`, action: endUrl }],
      }
      return c.body(mailPage(page, t), 200, mailPageHeaders)
    })
    .openapi(route('POST /api/second-person/{token}'), async (c) => {
      const { purpose, found, t } = await open(c, c.req.valid('param').token)
      if (!found || found.person.state === 'ended') return c.body(endedPage(t), 200, mailPageHeaders)
      if (purpose === 'end') {
        await endByLink(services, found)
        return c.body(endedPage(t), 200, mailPageHeaders)
      }
      const isConfirmed = found.person.state === 'confirmed' || (await confirmByLink(services, found))
      const page = isConfirmed ? confirmedPage(ownerLabel(found.owner), t) : overPage(t)
      return c.body(page, 200, mailPageHeaders)
    })
}

function askPage(label: string, endUrl: string, t: Translate): string {
  return mailPage(
    {
      heading: t`Be the second person for reminders?`,
      paragraphs: [
        t`${label} asks you to be told by email when a license or certification of theirs expires within 7 days and they have not reacted to reminders, and again after it has expired.`,
        t`Each email has titles and dates, nothing else, and there is at most one a day. You can end it at any time with the link in each email.`,
        t`${label} sees in their log that you agreed, and when you are told something.`,
      ],
      forms: [
        { label: t`Yes, tell me` },
        { label: t`No, do not ask me again`, action: endUrl, isQuiet: true },
      ],
    },
    t,
  )
}

function confirmedPage(label: string, t: Translate): string {
  return mailPage(
    {
      heading: t`You are the second person`,
      paragraphs: [
        t`You get an email when ${label} may be missing an expiration date. Each has a link that ends it.`,
      ],
    },
    t,
  )
}

function overPage(t: Translate): string {
  return mailPage(
    {
      heading: t`This invitation has expired`,
      paragraphs: [t`Nothing was changed, and you get no emails. Ask them to invite you again.`],
    },
    t,
  )
}

function endedPage(t: Translate): string {
  return mailPage({ heading: t`These emails have ended`, paragraphs: [t`You will get no more of them.`] }, t)
}
