import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'

/** For any other path, and for signed-in screens when signed out. */
export function NotFoundPage() {
  const { state } = useSession()
  return (
    <>
      <div className="mx-auto w-full max-w-[1120px] px-4 sm:px-6">
        <BadgeStrap tone="neutral" className="ml-6! h-28" />
      </div>
      <Page
        width="text"
        title={t`Page not found`}
        heading={t`We could not find this page`}
        intro={
          state === 'signed-in'
            ? t`The link may be outdated or mistyped.`
            : t`The link may be outdated or mistyped. If this page is in your vault, sign in first.`
        }
      >
        <div className="flex flex-wrap gap-3">
          <Link to="/" className={buttonClass({ tone: 'primary' })}>
            {state === 'signed-in' ? t`Go to the dashboard` : t`Go to the home page`}
          </Link>
          {state === 'signed-out' && <Link to="/login" className={buttonClass()}>{t`Sign in`}</Link>}
        </div>
      </Page>
    </>
  )
}
