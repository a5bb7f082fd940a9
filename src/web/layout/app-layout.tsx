import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useOfflineState } from '#web/offline/offline-state.ts'
import { useSession } from '#web/session/session.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { BottomNav } from './bottom-nav.tsx'
import { Footer } from './footer.tsx'
import { MinimalFooter, MinimalTopBar } from './minimal-layout.tsx'
import { ScreenLayout } from './screen-layout.tsx'
import { SignedOutTopBar } from './signed-out-top-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useAccountLanguage } from './use-account-language.ts'

const UnlockView = lazy(() =>
  import('#web/offline/unlock-view.tsx').then((module) => ({ default: module.UnlockView })),
)
const OfflineNotice = lazy(() =>
  import('#web/offline/offline-notice-view.tsx').then((module) => ({ default: module.OfflineNotice })),
)

type AppLayoutProps = { bell: ReactNode; reauthentication: ReactNode }

/** The layout around every screen of the router. `bell` and `reauthentication` are shown to signed-in users only. */
export function AppLayout({ bell, reauthentication }: AppLayoutProps) {
  const { state } = useSession()
  const { isLocked, isDeleted, isOffline, waiting, update } = useOfflineState()
  const isMinimalLayout = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isMinimalLayout),
  })
  useAccountLanguage()
  const [isKnown, setKnown] = useState(false)
  const [isNoticed, setNoticed] = useState(false)
  if (!isKnown && state !== 'loading') setKnown(true)
  // Only the first time: when the session is refetched after a failure, the screen stays.
  if (!isKnown && state === 'loading')
    return isLocked || isDeleted ? (
      <Suspense fallback={<PageSpinner />}>
        <UnlockView />
      </Suspense>
    ) : (
      <PageSpinner />
    )
  const isSignedIn = state === 'signed-in'
  if (!isNoticed && (isOffline || update || waiting?.length !== 0)) setNoticed(true)
  return (
    <>
      <ScreenLayout
        topBar={
          isSignedIn ? <TopBar bell={bell} /> : isMinimalLayout ? <MinimalTopBar /> : <SignedOutTopBar />
        }
        notice={
          isSignedIn &&
          isNoticed && (
            <Suspense fallback={null}>
              <OfflineNotice />
            </Suspense>
          )
        }
        footer={isMinimalLayout && !isSignedIn ? <MinimalFooter /> : <Footer />}
        bottomNav={isSignedIn && <BottomNav />}
      >
        <Outlet />
      </ScreenLayout>
      {isSignedIn && reauthentication}
    </>
  )
}
