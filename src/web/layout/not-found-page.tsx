import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { useSignInParameters } from './bar.tsx'

/** For any other path, and for signed-in screens when signed out. */
export function NotFoundPage() {
  const { state } = useSession()
  const parameters = useSignInParameters()
  const isInVault = state === 'signed-out' && parameters.next !== undefined
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
          isInVault
            ? t`The link may be outdated or mistyped. If this page is in your vault, sign in first.`
            : t`The link may be outdated or mistyped.`
        }
      >
        <div className="flex flex-wrap gap-3">
          {isInVault && (
            <Link
              to="/login"
              search={parameters}
              className={buttonClass({ tone: 'primary' })}
            >{t`Sign in`}</Link>
          )}
          <Link to="/" className={buttonClass({ tone: isInVault ? 'secondary' : 'primary' })}>
            {state === 'signed-in' ? t`Go to the dashboard` : t`Go to the home page`}
          </Link>
        </div>
      </Page>
    </>
  )
}
