import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { siteConfig } from '#web/config/site.ts'
import { followLanguage } from '#web/i18n/page-language.ts'
import { t } from '#web/i18n/t.ts'
import { useOfflineState } from '#web/offline/offline-state.ts'
import { countSharedFiles } from '#web/offline/shared-files.ts'
import { useHasSessionFailed, useSession } from '#web/session/session.ts'
import { useErrorFocus } from '#web/ui/focus.ts'
import { firstPart, lazyPart } from '#web/ui/lazy-part.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import { Bar, SignedOutTopBar } from './bar.tsx'
import type { AddSheetPart } from './bottom-nav.tsx'
import { BottomStack } from './bottom-stack.tsx'
import { Footer } from './footer.tsx'
import { MinimalFooter, MinimalTopBar } from './minimal-layout.tsx'

const TopBar = firstPart(
  () => import('./top-bar.tsx'),
  'TopBar',
  () => <Bar />,
)
const BottomNav = firstPart(() => import('./bottom-nav.tsx'), 'BottomNav')

/** What visitors do not load. */
export function preloadNavigation(): Promise<unknown> {
  return Promise.all([TopBar.preload(), BottomNav.preload()])
}

const UnlockView = lazyPart(() => import('#web/offline/unlock-view.tsx'), 'UnlockView', PageSpinner)
const OfflineNotice = lazyPart(() => import('#web/offline/offline-notice-view.tsx'), 'OfflineNotice')
const SharedFilesNotice = lazyPart(
  () => import('#web/offline/shared-files-notice-view.tsx'),
  'SharedFilesNotice',
)
const LeftWaiting = lazyPart(() => import('#web/offline/left-waiting-view.tsx'), 'LeftWaiting')

type AppLayoutProps = {
  bell: ReactNode
  reauthentication: ReactNode
  AddSheet?: AddSheetPart
}

/** The layout around every screen. `bell`, `reauthentication` and `AddSheet` are shown to signed-in users only. */
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

function KnownLayout({
  isSignedIn,
  bell,
  reauthentication,
  AddSheet,
}: AppLayoutProps & { isSignedIn: boolean }) {
  const { state } = useSession()
  const { isKept, isOffline, waiting, update } = useOfflineState()
  const isMinimalLayout = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isMinimalLayout),
  })
  const [isNoticed, setNoticed] = useState(false)
  if (!isNoticed && (isOffline || update || waiting?.length !== 0)) setNoticed(true)
  const sharedCount = useSharedCount()
  const hasFailed = useHasSessionFailed()
  // Where this device keeps a vault, its owner has not signed out: the navigation stays.
  const hasNavigation = isSignedIn || (hasFailed && isKept)
  const isMinimal = !hasNavigation && (isMinimalLayout || hasFailed)
  useErrorFocus()
  const main = useRef<HTMLElement>(null)
  return (
    <>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#main"
          className="sr-only z-60 rounded-control bg-accent px-4 py-2.5 font-semibold text-on-accent no-underline focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >{t`Skip to content`}</a>
        {hasNavigation ? (
          <TopBar bell={isSignedIn && bell} />
        ) : isMinimal ? (
          <MinimalTopBar />
        ) : (
          <SignedOutTopBar />
        )}
        {isSignedIn && isNoticed && <OfflineNotice />}
        {state === 'signed-out' && isKept && !hasFailed && <LeftWaiting />}
        {sharedCount > 0 && <SharedFilesNotice count={sharedCount} isSignedIn={isSignedIn} />}
        <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          <Outlet />
        </main>
        {isMinimal ? <MinimalFooter /> : <Footer isSignedIn={hasNavigation} />}
        {(hasNavigation || siteConfig.emulator) && (
          <BottomStack>
            {hasNavigation && AddSheet && <BottomNav AddSheet={AddSheet} />}
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

/** The files that another app shared, except on the page that asks about them. */
function useSharedCount(): number {
  const pathname = useLocation({ select: (location) => location.pathname })
  const [count, setCount] = useState(0)
  useEffect(() => {
    // Their number may have changed since the page before.
    if (pathname !== '/upload') void countSharedFiles(new Date()).then(setCount, () => {})
  }, [pathname])
  return pathname === '/upload' ? 0 : count
}

/** "A fixed red banner at the bottom", word for word; in English on one line of a phone, because it takes the place of the page. */
function EmulatorBanner() {
  if (!siteConfig.emulator) return null
  return (
    <aside
      aria-label={t`Emulator mode`}
      className="text-balance bg-[#b3261e] px-2 py-1 text-center font-semibold text-[#fff] text-[clamp(0.5625rem,2.8vw,0.875rem)]"
    >{t`Running in emulator mode. Do not use with production credentials.`}</aside>
  )
}

/** After a navigation, moves the focus to the new page and announces its title once the page has set it. */
function RouteAnnouncer({ main }: { main: RefObject<HTMLElement | null> }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const previous = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])

  useEffect(() => {
    const watch = new MutationObserver(() => setTitle(document.title))
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [])

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}

/** Once signing in has led to another page: on the sign-in page the new session has no place yet. */
function useAccountLanguage(): void {
  const { user } = useSession()
  const isSigningIn = useLocation({ select: ({ pathname }) => pathname === '/login' })
  const language = user?.language
  useEffect(() => {
    if (language && !isSigningIn) followLanguage(language)
  }, [language, isSigningIn])
}
