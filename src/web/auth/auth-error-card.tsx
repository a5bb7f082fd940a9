import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'

type AuthErrorCardProps = { title: string; problem: Problem; children?: ReactNode }

/** The same text as the toast, which disappears after five seconds. */
export function AuthErrorCard({ title, problem, children }: AuthErrorCardProps) {
  return (
    <div role="alert" className="flex gap-3 rounded-card bg-expired-soft p-4 text-ink">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-expired" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-semibold">{title}</p>
        <p>{t(problem.message)}</p>
        {problem.errors && (
          <ul className="list-disc pl-5">
            {problem.errors.map(({ path, message }) => (
              <li key={path}>{t(message)}</li>
            ))}
          </ul>
        )}
        {problem.retryAfter !== undefined && <Wait key={problem.retryAfter} seconds={problem.retryAfter} />}
        {children}
      </div>
    </div>
  )
}

/** A time of day stays correct while the user waits; a number of seconds does not. */
function Wait({ seconds }: { seconds: number }) {
  const [until] = useState(() => new Date(Date.now() + seconds * 1000))
  const clock = until.toLocaleTimeString(t.language === 'en' ? undefined : t.locale, {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })
  return <p>{t`You can try again in ${waitText(seconds)}, at ${clock}.`}</p>
}

/** "45 seconds", "4 minutes", "2 hours": rounded up, so that users do not try too early. */
export function waitText(seconds: number): string {
  if (seconds < 90) return t`${plural(seconds, { one: '# second', other: '# seconds' })}`
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 90 * 60) return t`${plural(minutes, { one: '# minute', other: '# minutes' })}`
  const hours = Math.ceil(seconds / 3600)
  return t`${plural(hours, { one: '# hour', other: '# hours' })}`
}

/** True of a final refusal; false when another try may succeed: no connection, too many tries, a server error. */
export function isAuthError({ code }: Problem): boolean {
  if (code === 'invalid' || code === 'bad_request' || code === 'reauthentication_needed') return true
  // Better Auth's own codes are in capitals.
  return code === code.toUpperCase()
}
