import { Link } from '@tanstack/react-router'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** Below the headline: its one next step, and for each state what holds and what does not. */
export function VerdictView({ verdict: { action, states, verdict } }: { verdict: Verdict }) {
  const isExplained = states.length > 1 || verdict === 'partly'
  if (!action && !isExplained) return null
  return (
    <div className="grid gap-5">
      {action && <ActionLink {...action} />}
      {isExplained && (
        <ul aria-label="By state" className="grid gap-4 sm:grid-cols-2">
          {states.map(({ state, reasons }) => (
            <li key={state} className="border-line border-t pt-3">
              <p className="font-semibold">{state}</p>
              <ul className="mt-1">
                {reasons.map(({ resourceId, title, reason }) => (
                  <li key={resourceId}>
                    <Link
                      to="/credentials/$id"
                      params={{ id: resourceId }}
                      className="inline-flex min-h-11 items-center"
                    >
                      <span>
                        <span className="underline">{title}</span> {reason}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ActionLink({ kind, label, resourceId }: NonNullable<Verdict['action']>) {
  const look = `w-fit max-sm:w-full ${buttonClass({ tone: 'primary' })}`
  if (resourceId === null) {
    return (
      <Link to="/upload" className={look}>
        {label}
      </Link>
    )
  }
  return (
    <Link
      to={kind === 'add_date' ? '/credentials/$id/edit' : '/credentials/$id'}
      params={{ id: resourceId }}
      className={look}
    >
      {label}
    </Link>
  )
}
