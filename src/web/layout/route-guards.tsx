import { useQuery } from '@tanstack/react-query'
import { Link, type RouteComponent } from '@tanstack/react-router'
import { useState } from 'react'
import { firstSession } from '#web/http/first-answers.ts'
import { t } from '#web/i18n/t.ts'
import { useIsOffline } from '#web/offline/offline-state.ts'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** "While the authentication state is loading, a centered spinner shows." Throws when the session cannot be read. */
function useRequiredSession(): SessionUser | null | undefined {
  const { data, error } = useQuery(sessionQuery)
  if (data === undefined && error) throw error
  return data
}

/** One path with two screens: one for signed-in users, one for visitors. */
export function routeBySession(SignedIn: RouteComponent, SignedOut: RouteComponent): RouteComponent {
  function RouteBySession() {
    const user = useRequiredSession()
    if (user === undefined) return <PageSpinner />
    return user ? <SignedIn /> : <SignedOut />
  }
  const preload = async () => (firstSession() ? SignedIn : SignedOut).preload?.()
  return Object.assign(RouteBySession, { preload })
}

/** A screen that is not found when signed out. */
export function requireSignedIn(SignedIn: RouteComponent): RouteComponent {
  function SignedInRoute() {
    const user = useRequiredSession()
    if (user === undefined) return <PageSpinner />
    return user ? <SignedIn /> : <NotFoundPage />
  }
  return Object.assign(SignedInRoute, { preload: SignedIn.preload })
}

/** Like `requireSignedIn`, for a screen that shows nothing without the server. */
export function requireConnection(SignedIn: RouteComponent): RouteComponent {
  function OnlineRoute() {
    const isOffline = useIsOffline()
    const [isShown, setShown] = useState(!isOffline)
    // Keeps input when the connection is lost.
    if (!isOffline && !isShown) setShown(true)
    return isShown ? <SignedIn /> : <NeedsConnectionPage />
  }
  return requireSignedIn(Object.assign(OnlineRoute, { preload: SignedIn.preload }))
}

/** Replaces a screen that requires the server. The screen opens automatically once there is a connection. */
function NeedsConnectionPage() {
  return (
    <Page
      title={t`This needs a connection`}
      intro={t`Your vault, your CE and the documents that you keep on this device can be read without one.`}
    >
      <Link
        to="/credentials"
        className={`w-fit ${buttonClass({ tone: 'primary' })}`}
      >{t`Go to My Vault`}</Link>
    </Page>
  )
}
