import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'

export function Steps({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3">{children}</div>
}

export function BackToSignIn({ next }: { next: string | undefined }) {
  const { state } = useSession()
  return (
    <Steps>
      {state === 'signed-in' ? (
        <Link to="/" className={buttonClass()}>
          Go to the dashboard
        </Link>
      ) : (
        <Link to="/login" search={{ next }} className={buttonClass()}>
          Go to sign in
        </Link>
      )}
    </Steps>
  )
}
