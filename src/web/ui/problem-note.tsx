import { CircleAlert } from 'lucide-react'
import { Problem } from '#shared/http/errors.ts'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from './button-class.ts'

/** Any error as a `Problem`; an unknown one is `unexpected`. */
export function toProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('unexpected')
}

type ProblemNoteProps = { problem: unknown; onRetry?: () => void }

/** Describes a problem and what to do, in a page that stays usable. */
export function ProblemNote({ problem, onRetry }: ProblemNoteProps) {
  const { title, message, errors, retryAfter } = toProblem(problem)
  return (
    <div role="alert" className="flex gap-3 rounded-card bg-expired-soft p-4 text-ink">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-expired" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="font-semibold">{t(title)}</p>
        <p>{t(message)}</p>
        {errors && (
          <ul className="list-disc pl-5">
            {errors.map((error) => (
              <li key={`${error.path} ${error.message}`}>{t(error.message)}</li>
            ))}
          </ul>
        )}
        {retryAfter !== undefined && <p>{t`Try again in ${waitingTime(retryAfter)}.`}</p>}
        {onRetry && (
          <button
            type="button"
            onClick={onRetry}
            className={`${buttonClass({ size: 'sm' })} mt-2`}
          >{t`Try again`}</button>
        )}
      </div>
    </div>
  )
}

function waitingTime(seconds: number): string {
  if (seconds < 90) return t`${plural(seconds, { one: '# second', other: '# seconds' })}`
  const minutes = Math.ceil(seconds / 60)
  return t`${plural(minutes, { one: '# minute', other: '# minutes' })}`
}
