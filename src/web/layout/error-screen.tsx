import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { sessionQuery } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** The global error screen, with the specification's text. Also shown when a lazy screen fails to load. */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useEffect(() => {
    document.title = t`Something went wrong · Lanyard`
  }, [])

  return (
    <div className="mx-auto flex w-full max-w-[1120px] flex-col items-start gap-4 px-4 pb-20 sm:px-6">
      <ErrorIllustration />
      <h1 className="mt-4 text-2xl">{t`Something went wrong`}</h1>
      <p className="max-w-[34rem] text-lg text-muted">
        <Trans>We're sorry, but something unexpected happened. Please try refreshing the page.</Trans>
      </p>
      {error instanceof Problem && error.code === 'unavailable' && (
        <p className="max-w-[34rem]">{t(error.message)}</p>
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <button
          type="button"
          onClick={onRetry}
          className={buttonClass({ tone: 'primary' })}
        >{t`Try Again`}</button>
        <button
          type="button"
          onClick={() => window.location.reload()}
          className={buttonClass()}
        >{t`Refresh Page`}</button>
      </div>
    </div>
  )
}

function ErrorIllustration() {
  return (
    <svg viewBox="0 0 150 150" className="size-36" aria-hidden="true" fill="none">
      <path d="M66 0h20v58l-5-7-5 9-5-8-5 6z" fill="var(--accent)" />
      <path d="M69 0v52M83 0v52" stroke="var(--paper)" strokeOpacity=".5" strokeDasharray="3 2.5" />
      <g transform="rotate(-9 75 112)">
        <rect
          x="28"
          y="84"
          width="96"
          height="60"
          rx="9"
          fill="var(--surface)"
          stroke="var(--line-strong)"
          strokeWidth="2"
        />
        <rect x="62" y="91" width="28" height="6" rx="3" fill="var(--sunken)" stroke="var(--line-strong)" />
        <path d="M40 112h42M40 124h60" stroke="var(--line)" strokeWidth="5" strokeLinecap="round" />
        <path d="m66 82 2-12 5 6 5-7 3 8 4-5 1 10-4 5H70z" fill="var(--accent)" />
      </g>
    </svg>
  )
}

/**
 * The error screen in place of a screen of the router. A file that did not load is asked for again only by a new page:
 * a browser may remember the failure of a module.
 */
export function RouteErrorScreen({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter()
  const queryClient = useQueryClient()
  async function retry() {
    const { queryKey } = sessionQuery
    if (queryClient.getQueryData(queryKey) === undefined) await queryClient.resetQueries({ queryKey })
    await router.invalidate()
    reset()
  }
  const onRetry = () => (error instanceof Problem ? void retry() : window.location.reload())
  return <ErrorScreen error={error} onRetry={onRetry} />
}
