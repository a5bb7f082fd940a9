import { Link, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
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
  const { shared } = useSearch({ strict: false })
  const isInVault = state === 'signed-out' && parameters.next !== undefined
  if (isInVault && shared !== undefined) return <SharedWhileSignedOut next={parameters.next} />
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

/** Another app has shared files with Lanyard while nobody was signed in. */
function SharedWhileSignedOut({ next }: { next: string | undefined }) {
  return (
    <Page
      width="text"
      title={t`Sign in`}
      heading={t`Sign in to add what you shared`}
      intro={t`It stays on this device until you sign in.`}
    >
      <Link
        to="/login"
        search={{ next }}
        className={clsx(buttonClass({ tone: 'primary' }), 'w-fit')}
      >{t`Sign in`}</Link>
    </Page>
  )
}
