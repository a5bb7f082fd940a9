import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { reportProviderOutcome } from '#web/auth/provider-window-api.ts'
import { t } from '#web/i18n/t.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import type { StageProps } from './sign-in-stages.ts'
import { safeRedirectPath } from './use-redirect-target.ts'

/** The last page of a provider's window. If the page that opened it is closed, this window continues instead. */
export function ProviderWindowStage({ code, problem, next, headingRef }: StageProps) {
  const navigate = useNavigate()
  const [hasReported, setReported] = useState(false)
  const isReporting = useRef(false)
  useEffect(() => {
    if (isReporting.current) return
    isReporting.current = true
    void reportProviderOutcome(code, problem?.code ?? null).then((isHeard) => {
      setReported(true)
      if (isHeard) return window.close()
      if (problem?.code === 'second_factor_needed')
        return navigate({ to: '/login', search: { mode: 'secondFactor', next }, replace: true })
      if (!problem) return navigate({ href: safeRedirectPath(next), replace: true })
    })
  }, [code, problem, next, navigate])
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Continue in Lanyard`}
      heading={t`Continue in Lanyard`}
      intro={hasReported ? t`You can close this window.` : t`One moment…`}
    >
      {problem && problem.code !== 'second_factor_needed' && (
        <AuthErrorCard title={problem.title} problem={problem} />
      )}
    </SignInLayout>
  )
}
