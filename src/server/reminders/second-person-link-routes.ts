import type { Context } from 'hono'
import { routesAt } from '#server/http/contract-route.ts'
import { requestTranslate } from '#server/http/request-language.ts'
import { createRouter } from '#server/http/route.ts'
import { translateFor } from '#server/i18n/translations.ts'
import type { Services } from '#server/services.ts'
import type { UserRow } from '#server/users/store.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { reminderContract } from '#shared/reminders/contract.ts'
import { mailPage, mailPageHeaders } from './mail-page-service.ts'
import { endUrl, ownerLabel, readSecondPersonToken } from './second-person-mail-service.ts'
import { confirmInvitation, endMails, findEnding, findInvitation } from './second-person-service.ts'

const route = routesAt('/api/second-person', reminderContract)

/** `/api/second-person`: the pages behind the links in mails to a second person. Opening one changes nothing. */
export function secondPersonLinkRoutes(services: Services) {
  const { config } = services
  const router = createRouter()
  return router
    .openapi(route('GET /api/second-person/{token}'), async (c) => {
      const link = readSecondPersonToken(config, c.req.valid('param').token)
      if (!link) return notFound(c)
      if (link.purpose === 'end') {
        const found = await findEnding(services, link)
        const t = found ? translateFor(found.owner) : requestTranslate(c)
        const page = !found || found.hasEnded ? endedPage(t) : endPage(ownerLabel(found.owner), t)
        return c.body(page, 200, mailPageHeaders)
      }
      const found = await findInvitation(services, link.id)
      if (!found || found.person.state === 'ended') return ended(c, found?.owner)
      const { person, owner, isOpen } = found
      // As the mail was: in the owner's language.
      const t = translateFor(owner)
      const label = ownerLabel(owner)
      const end = new URL(endUrl(config, person)).pathname
      if (person.state === 'confirmed') return c.body(confirmedPage(label, end, t), 200, mailPageHeaders)
      return c.body(isOpen ? askPage(label, end, t) : overPage(t), 200, mailPageHeaders)
    })
    .openapi(route('POST /api/second-person/{token}'), async (c) => {
      const link = readSecondPersonToken(config, c.req.valid('param').token)
      if (!link) return notFound(c)
      if (link.purpose === 'end') {
        const found = await findEnding(services, link)
        if (found && !found.hasEnded) await endMails(services, link)
        const t = found ? translateFor(found.owner) : requestTranslate(c)
        return c.body(endedPage(t), 200, mailPageHeaders)
      }
      const found = await findInvitation(services, link.id)
      if (!found || found.person.state === 'ended') return ended(c, found?.owner)
      const { person, owner } = found
      const t = translateFor(owner)
      const end = new URL(endUrl(config, person)).pathname
      const isConfirmed = person.state === 'confirmed' || (await confirmInvitation(services, found))
      const page = isConfirmed ? confirmedPage(ownerLabel(owner), end, t) : overPage(t)
      return c.body(page, 200, mailPageHeaders)
    })
}

function notFound(c: Context) {
  const t = requestTranslate(c)
  const page = mailPage(
    {
      heading: t`This link does not work`,
      paragraphs: [t`It may be incomplete. Open it from the email again, or copy all of it.`],
    },
    t,
  )
  return c.body(page, 404, mailPageHeaders)
}

/** Without an owner the person was removed, and the language of the mail is not known anymore. */
function ended(c: Context, owner?: UserRow) {
  return c.body(endedPage(owner ? translateFor(owner) : requestTranslate(c)), 200, mailPageHeaders)
}

function askPage(label: string, end: string, t: Translate): string {
  return mailPage(
    {
      heading: t`Be the second person for reminders?`,
      paragraphs: [
        t`${label} asks you to be told by email when a license or certification of theirs expires within 7 days and they have not reacted to reminders, and again after it has expired.`,
        t`Each email has titles and dates, nothing else, and there is at most one a day. You can end it at any time with the link in each email.`,
        t`${label} sees in their log that you agreed, and when you are told something.`,
      ],
      forms: [{ label: t`Yes, tell me` }, { label: t`No, do not ask me again`, action: end, isQuiet: true }],
    },
    t,
  )
}

function confirmedPage(label: string, end: string, t: Translate): string {
  return mailPage(
    {
      heading: t`You are the second person`,
      paragraphs: [
        t`You get an email when ${label} may be missing an expiration date. Each has a link that ends it.`,
      ],
      forms: [{ label: t`End these emails`, action: end, isQuiet: true }],
    },
    t,
  )
}

function endPage(label: string, t: Translate): string {
  return mailPage(
    {
      heading: t`End these emails?`,
      paragraphs: [
        t`Lanyard will no longer tell you about the expiration dates of ${label}. They see in their log that you ended it, and cannot ask you again for 90 days.`,
      ],
      forms: [{ label: t`End these emails` }],
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
