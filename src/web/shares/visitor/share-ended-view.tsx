import { t } from '#web/i18n/t.ts'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

/** The same text for unknown and ended links, so that it does not reveal whether a link ever worked. */
export function ShareEndedView({ wasOpen }: { wasOpen: boolean }) {
  return (
    <>
      <div className="mx-auto w-full max-w-[1120px] px-4 sm:px-6">
        <BadgeStrap tone="neutral" className="ml-6! h-28" />
      </div>
      <Page
        width="text"
        title={t`This link is not available`}
        intro={
          wasOpen
            ? t`It ended while you had it open. Ask the person who sent it for a new link.`
            : t`It may have ended, or it may be incomplete. Ask the person who sent it for a new link.`
        }
      >
        <ButtonLink to="/" className="w-fit">{t`Go to Lanyard`}</ButtonLink>
      </Page>
    </>
  )
}
