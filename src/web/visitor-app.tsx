import type { ComponentType } from 'react'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { ErrorScreen } from './layout/error-screen.tsx'
import { Footer } from './layout/footer.tsx'
import { MinimalFooter, MinimalTopBar } from './layout/minimal-layout.tsx'
import { ScreenLayout } from './layout/screen-layout.tsx'
import { SignedOutTopBar } from './layout/signed-out-top-bar.tsx'
import { useSession } from './session/session.ts'
import { VisitorNavigation } from './ui/navigation/visitor-navigation.tsx'

type VisitorPage = {
  load(): Promise<ComponentType>
  /** For visitors without an account, who came for this one page. */
  isMinimal: boolean
}

const signIn: VisitorPage = {
  load: () => import('./auth/sign-in/sign-in-page.tsx').then((module) => module.SignInPage),
  isMinimal: false,
}
const share: VisitorPage = {
  load: () => import('./shares/visitor/share-page.tsx').then((module) => module.SharePage),
  isMinimal: true,
}

/**
 * The page at `path` if a signed-out visitor can use it without the router, which is a sixth of what these pages would
 * load. Signed in, and coming from another page, the router shows the same page.
 */
export function visitorPageAt(path: string): VisitorPage | null {
  if (path === '/login') return signIn
  return /^\/share\/[^/]+$/.test(path) ? share : null
}

type VisitorAppProps = { Page: ComponentType; isMinimal: boolean }

/** A page of a visitor with its layout. */
export function VisitorApp(props: VisitorAppProps) {
  return (
    <VisitorNavigation>
      <VisitorScreen {...props} />
    </VisitorNavigation>
  )
}

function VisitorScreen({ Page, isMinimal }: VisitorAppProps) {
  const isSignedIn = useSession().state === 'signed-in'
  return (
    <ScreenLayout
      // Having signed in, the visitor is about to leave.
      topBar={isMinimal || isSignedIn ? <MinimalTopBar /> : <SignedOutTopBar />}
      footer={isMinimal ? <MinimalFooter /> : <Footer />}
    >
      <ErrorBoundary
        fallback={(error) => <ErrorScreen error={error} onRetry={() => window.location.reload()} />}
      >
        <Page />
      </ErrorBoundary>
    </ScreenLayout>
  )
}
