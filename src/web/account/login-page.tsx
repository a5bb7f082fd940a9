import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { PageSpinner } from '#web/core/ui/spinner.tsx'
import { LoginStage, type Stage, stageOf } from './login-stage.tsx'
import { useNext } from './use-next.ts'

/** Sign in, register, forgotten password, and where every mailed link lands. */
export function LoginPage() {
  const search = useSearch({ from: '/login' })
  const { state } = useSession()
  const navigate = useNavigate()
  const next = useNext()
  const heading = useRef<HTMLHeadingElement>(null)
  const [email, setEmail] = useState('')
  // What has happened since this address was opened, such as a mail on its way.
  const [reached, setReached] = useState<{ at: string; stage: Stage } | null>(null)
  const at = `${search.mode} ${search.oobCode}`
  const stage = reached?.at === at ? reached.stage : stageOf(search)
  const isLeaving = state === 'signed-in' && leavesWhenSignedIn.includes(stage)

  useEffect(() => {
    if (isLeaving) void navigate({ href: next, replace: true })
  }, [isLeaving, navigate, next])

  const shown = useRef(stage)
  useEffect(() => {
    if (shown.current === stage) return
    shown.current = stage
    // The button that led here is gone, and the focus with it.
    heading.current?.focus()
    window.scrollTo({ top: 0 })
  }, [stage])

  if (isLeaving || state === 'loading') return <PageSpinner />
  return (
    <LoginStage
      stage={stage}
      code={search.oobCode ?? ''}
      email={email}
      onEmailChange={setEmail}
      next={search.next}
      headingRef={heading}
      onReach={(reachedStage, address) => {
        if (address !== undefined) setEmail(address)
        setReached({ at, stage: reachedStage })
      }}
    />
  )
}

const leavesWhenSignedIn: Stage[] = ['signIn', 'register', 'forgotPassword', 'opened']
