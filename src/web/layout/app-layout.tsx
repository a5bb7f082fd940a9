import { Outlet, useMatches } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { useOfflineState } from '#web/offline/offline-state.ts'
import { useSession } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import { useErrorFocus } from '#web/ui/use-error-focus.ts'
import { BottomNav } from './bottom-nav.tsx'
import { BottomStack } from './bottom-stack.tsx'
import { EmulatorBanner } from './emulator-banner.tsx'
import { Footer } from './footer.tsx'
import { MinimalFooter, MinimalTopBar } from './minimal-layout.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { SignedOutTopBar } from './signed-out-top-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useAccountLanguage } from './use-account-language.ts'

const UnlockView = lazyPart(() => import('#web/offline/unlock-view.tsx'), 'UnlockView', PageSpinner)
const OfflineNotice = lazyPart(() => import('#web/offline/offline-notice-view.tsx'), 'OfflineNotice')
const LeftWaiting = lazyPart(() => import('#web/offline/left-waiting-view.tsx'), 'LeftWaiting')

type AppLayoutProps = { bell: ReactNode; reauthentication: ReactNode }

/** The layout around every screen. `bell` and `reauthentication` are shown to signed-in users only. */
export function AppLayout(props: AppLayoutProps) {
  const { state } = useSession()
  const { isLocked, isDeleted } = useOfflineState()
  useAccountLanguage()
  const [isKnown, setKnown] = useState(false)
  if (!isKnown && state !== 'loading') setKnown(true)
  // Only the first time: when the session is refetched after a failure, the screen stays.
  if (isKnown || state !== 'loading') return <KnownLayout {...props} isSignedIn={state === 'signed-in'} />
  return isLocked || isDeleted ? <UnlockView /> : <PageSpinner />
}

function KnownLayout({ isSignedIn, bell, reauthentication }: AppLayoutProps & { isSignedIn: boolean }) {
  const { state } = useSession()
  const { isKept, isOffline, waiting, update } = useOfflineState()
  const isMinimalLayout = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isMinimalLayout),
  })
  const [isNoticed, setNoticed] = useState(false)
  if (!isNoticed && (isOffline || update || waiting?.length !== 0)) setNoticed(true)
  useErrorFocus()
  const main = useRef<HTMLElement>(null)
  return (
    <>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#main"
          className="sr-only z-60 rounded-control bg-accent px-4 py-2.5 font-semibold text-on-accent no-underline focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >{t`Skip to content`}</a>
        {isSignedIn ? <TopBar bell={bell} /> : isMinimalLayout ? <MinimalTopBar /> : <SignedOutTopBar />}
        {isSignedIn && isNoticed && <OfflineNotice />}
        {state === 'signed-out' && isKept && <LeftWaiting />}
        <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          <Outlet />
        </main>
        {isMinimalLayout && !isSignedIn ? <MinimalFooter /> : <Footer />}
        {(isSignedIn || siteConfig.emulator) && (
          <BottomStack>
            {isSignedIn && <BottomNav />}
            <EmulatorBanner />
          </BottomStack>
        )}
        <Toaster />
        <RouteAnnouncer main={main} />
      </div>
      {isSignedIn && reauthentication}
    </>
  )
}
