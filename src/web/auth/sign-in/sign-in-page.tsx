import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Dropped } from '#shared/auth/recovery.ts'
import type { SessionOptions } from '#shared/auth/sign-in-methods.ts'
import { isProblemCode, Problem } from '#shared/http/errors.ts'
import { t } from '#web/i18n/t.ts'
import { NotFoundPage } from '#web/layout/not-found-page.tsx'
import { useSession } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { forgetRequestedPath, rememberRequestedPath } from './requested-path.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignInMethodList } from './sign-in-method-list.tsx'
import { type Stage, type StageProps, stageOf } from './sign-in-stages.ts'
import { useRedirectTarget, useSignInSearch } from './use-redirect-target.ts'

// The sign-in form does not wait for the other stages.
const StageView = lazyPart(() => import('./stage-view.tsx'), 'StageView', PageSpinner)

type ReachedStage = { at: string; stage: Stage; code: string; dropped: Dropped[] }

/** Signing in, registering, forgotten passwords, and where every emailed link leads. */
export function SignInPage() {
  const search = useSignInSearch()
  const { state } = useSession()
  const navigate = useNavigate()
  const next = useRedirectTarget()
  const heading = useRef<HTMLHeadingElement>(null)
  const isLocked = search.ended === 'shared'
  const [email, setEmail] = useState('')
  const [sessionOptions, setSessionOptions] = useState<Required<SessionOptions>>({
    rememberMe: true,
    isShared: isLocked,
  })
  // The stage reached since this address was opened, such as an email that was sent.
  const [reached, setReached] = useState<ReachedStage | null>(null)
  const at = `${search.mode} ${search.oobCode} ${search.problem}`
  // Cleared, and not only ignored: coming back to this address starts over.
  if (reached && reached.at !== at) setReached(null)
  const { stage, code, dropped } =
    reached?.at === at ? reached : { stage: stageOf(search), code: search.oobCode ?? '', dropped: [] }
  const [wasSignedIn, setWasSignedIn] = useState<boolean | null>(null)
  if (wasSignedIn === null && state !== 'loading') setWasSignedIn(state === 'signed-in')
  const isForVisitors = state === 'signed-in' && visitorStages.includes(stage)
  // An owner may sign in again, by a link.
  const isReached = reached?.at === at
  const isNotFound = isForVisitors && !isReached && wasSignedIn !== false && search.next === undefined
  const isLeaving = isForVisitors && !isNotFound

  useEffect(() => {
    if (!isLeaving) return
    forgetRequestedPath()
    void navigate({ href: next, replace: true })
  }, [isLeaving, navigate, next])

  const shown = useRef(stage)
  const handleShown = useCallback((next: Stage) => {
    if (shown.current === next) return
    shown.current = next
    // The pressed button was removed, and the focus with it. The field for a two-factor code focuses itself.
    if (next !== 'secondFactor') heading.current?.focus()
    window.scrollTo({ top: 0 })
  }, [])

  useEffect(() => {
    // The others load when the visitor starts to use the page.
    const { onFocus } = StageView.preloadHandlers
    addEventListener('focusin', onFocus, { once: true })
    return () => removeEventListener('focusin', onFocus)
  }, [])

  const isFirst = stage === 'signIn' || stage === 'signedIn'
  useEffect(() => {
    if (isFirst) handleShown(stage)
  }, [isFirst, stage, handleShown])

  if (isLeaving || state === 'loading') return <PageSpinner />
  if (isNotFound) return <NotFoundPage />
  const props: StageProps = {
    stage,
    code,
    dropped,
    problem: search.problem && isProblemCode(search.problem) ? new Problem(search.problem) : null,
    isLocked,
    email,
    onEmailChange: setEmail,
    sessionOptions,
    onSessionOptionsChange: setSessionOptions,
    next: search.next,
    headingRef: heading,
    onStageChange: (reachedStage, more = {}) => {
      if (more.email !== undefined) setEmail(more.email)
      // A shared computer keeps nothing.
      if (search.next && !sessionOptions.isShared && sentStages.includes(reachedStage))
        rememberRequestedPath(search.next)
      setReached({ at, stage: reachedStage, code: more.code ?? code, dropped: more.dropped ?? [] })
    },
  }
  // `signedIn` is shown for a moment, until the page is left.
  if (isFirst) return <SignInStage {...props} />
  return <StageView {...props} stage={stage} onShown={handleShown} />
}

/** For signed-in users this address is not found, unless they signed in on this page or it names where to go next. */
const visitorStages: Stage[] = [
  'signIn',
  'register',
  'emailLink',
  'secondFactor',
  'forgotPassword',
  'signedIn',
]

const sentStages: Stage[] = ['signInLinkSent', 'resetSent', 'confirmationSent']

function SignInStage(props: StageProps) {
  const { isLocked, headingRef, next, sessionOptions } = props
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Sign in`}
      heading={t`Sign in to your vault`}
      activeTab="signIn"
    >
      {isLocked && (
        <p
          role="status"
          className="rounded-card bg-accent-soft p-4"
        >{t`You were signed out because this is a shared computer.`}</p>
      )}
      <SignInForm
        email={props.email}
        onEmailChange={props.onEmailChange}
        next={next}
        sessionOptions={sessionOptions}
        onSessionOptionsChange={props.onSessionOptionsChange}
        problem={props.problem}
      />
      <SignInMethodList sessionOptions={sessionOptions} next={next} />
    </SignInLayout>
  )
}
