import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { useOfflineState } from '#web/offline/offline-state.ts'
import { useSession } from '#web/session/session.ts'
import { Toaster } from '#web/ui/toast.tsx'
import { useErrorFocus } from '#web/ui/use-error-focus.ts'
import { BottomStack } from './bottom-stack.tsx'
import { EmulatorBanner } from './emulator-banner.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

const LeftWaiting = lazy(() =>
  import('#web/offline/left-waiting-view.tsx').then((module) => ({ default: module.LeftWaiting })),
)

type ScreenLayoutProps = {
  topBar: ReactNode
  /** Between the top bar and the screen. */
  notice?: ReactNode
  footer: ReactNode
  /** Fixed to the bottom of the window. */
  bottomNav?: ReactNode
  /** The screen. */
  children: ReactNode
}

/** What every screen has in common, with and without the router. */
export function ScreenLayout({ topBar, notice, footer, bottomNav, children }: ScreenLayoutProps) {
  const { state } = useSession()
  const { isKept } = useOfflineState()
  useErrorFocus()
  const main = useRef<HTMLElement>(null)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-60 rounded-control bg-accent px-4 py-2.5 font-semibold text-on-accent no-underline focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >{t`Skip to content`}</a>
      {topBar}
      {notice}
      {state === 'signed-out' && isKept && (
        <Suspense fallback={null}>
          <LeftWaiting />
        </Suspense>
      )}
      <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      {footer}
      {(bottomNav || siteConfig.emulator) && (
        <BottomStack>
          {bottomNav}
          <EmulatorBanner />
        </BottomStack>
      )}
      <Toaster />
      <RouteAnnouncer main={main} />
    </div>
  )
}
