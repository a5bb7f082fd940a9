import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { SessionOptions } from '#shared/auth/sign-in-methods.ts'
import { isProblemCode, Problem } from '#shared/http/errors.ts'
import { useSession } from '#web/session/session.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { SignInStage, type Stage, stageOf } from './sign-in-stage.tsx'
import { useRedirectTarget } from './use-redirect-target.ts'

type Reached = { at: string; stage: Stage; code: string }

/** Every way in, registering, forgotten password, and where every mailed link lands. */
export function SignInPage() {
  const search = useSearch({ from: '/login' })
  const { state } = useSession()
  const navigate = useNavigate()
  const next = useRedirectTarget()
  const heading = useRef<HTMLHeadingElement>(null)
  const isLocked = search.ended === 'shared'
  const [email, setEmail] = useState('')
  const [stay, setStay] = useState<Required<SessionOptions>>({ rememberMe: true, isShared: isLocked })
  // What has happened since this address was opened, such as a mail on its way.
  const [reached, setReached] = useState<Reached | null>(null)
  const at = `${search.mode} ${search.oobCode} ${search.problem}`
  // Not only left aside: who comes back to this address begins anew.
  if (reached && reached.at !== at) setReached(null)
  const { stage, code } =
    reached?.at === at ? reached : { stage: stageOf(search), code: search.oobCode ?? '' }
  const isLeaving = state === 'signed-in' && leavesWhenSignedIn.includes(stage)

  useEffect(() => {
    if (isLeaving) void navigate({ href: next, replace: true })
  }, [isLeaving, navigate, next])

  const shown = useRef(stage)
  useEffect(() => {
    if (shown.current === stage) return
    shown.current = stage
    // The button that led here is gone, and the focus with it. A code is waited for, so its field takes it by itself.
    if (stage !== 'secondFactor') heading.current?.focus()
    window.scrollTo({ top: 0 })
  }, [stage])

  if (isLeaving || state === 'loading') return <PageSpinner />
  return (
    <SignInStage
      stage={stage}
      code={code}
      problem={search.problem && isProblemCode(search.problem) ? new Problem(search.problem) : null}
      isLocked={isLocked}
      email={email}
      onEmailChange={setEmail}
      stay={stay}
      onSessionOptionsChange={setStay}
      next={search.next}
      headingRef={heading}
      onStageChange={(reachedStage, more = {}) => {
        if (more.email !== undefined) setEmail(more.email)
        setReached({ at, stage: reachedStage, code: more.code ?? code })
      }}
    />
  )
}

const leavesWhenSignedIn: Stage[] = [
  'signIn',
  'register',
  'emailLink',
  'secondFactor',
  'forgotPassword',
  'opened',
]
