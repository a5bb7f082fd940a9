import type { Dropped } from '#shared/auth/recovery.ts'
import { t } from '#web/i18n/t.ts'
import { droppedText } from './dropped-text.ts'

/** Exactly the access that was removed when the account was recovered. */
export function DroppedList({ dropped }: { dropped: Dropped[] }) {
  if (dropped.length === 0) return null
  return (
    <section aria-labelledby="dropped" className="rounded-card border border-line p-4">
      <h2 id="dropped" className="font-semibold text-base">{t`What was removed`}</h2>
      <ul className="mt-2 grid gap-2">
        {dropped.map(({ kind, count, names }) => (
          <li key={kind} className="min-w-0">
            {droppedText({ kind, count })}
            {names.length > 0 && (
              <span className="block break-words text-muted text-sm">{names.join(', ')}</span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-sm">{t`Anything on this list that was yours, you can set up again.`}</p>
    </section>
  )
}
