import { useQuery } from '@tanstack/react-query'
import type { RouteComponent } from '@tanstack/react-router'
import { useState } from 'react'
import { firstSession } from '#web/http/first-answers.ts'
import { useIsOffline } from '#web/offline/offline-state.ts'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { NeedsConnectionPage } from './needs-connection-page.tsx'
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
