import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { countText, cycleName } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { entriesText, rowsText } from './import-text.ts'

type ImportedViewProps = {
  title: string
  /** Rows that were in the vault already. */
  skipped: number
  actions: ReactNode
  children: ReactNode
}

/** What an import has saved. */
export function ImportedView({ title, skipped, actions, children }: ImportedViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex gap-3">
        <CircleCheck aria-hidden className="mt-1 size-6 shrink-0 text-active" />
        <div className="grid gap-2">
          <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
            {title}
          </h2>
          {skipped > 0 && <p>{t`${rowsText(skipped)} left out, because you have them already.`}</p>}
          {children}
        </div>
      </div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </div>
  )
}

type ImportResultProps = {
  count: number
  skipped: number
  cycles: readonly CeuCycle[]
  onUndo(): void
  isUndoing: boolean
  undoError: Error | null
}

/** How many entries were imported, the cycles they count in, and Undo. */
export function ImportResultView({
  count,
  skipped,
  cycles,
  onUndo,
  isUndoing,
  undoError,
}: ImportResultProps) {
  return (
    <ImportedView
      title={t`${entriesText(count)} imported`}
      skipped={skipped}
      actions={
        <>
          <ButtonLink to="/credentials" search={{ tab: 'ce' }} tone="primary">{t`Go to My Vault`}</ButtonLink>
          <Button onPress={onUndo} isPending={isUndoing}>{t`Undo import`}</Button>
        </>
      }
    >
      <ul>
        {cycles.map((cycle) => (
          <li key={cycle.id}>
            <Link
              to="/credentials/cycles/$cycleId"
              params={{ cycleId: cycle.id }}
              className="inline-block py-2 underline"
            >
              {cycleName(cycle)}
            </Link>
            {`: ${countText(cycle)}`}
          </li>
        ))}
      </ul>
      <p className="max-w-[60ch] text-muted">{t`To add a certificate, open an entry in its cycle.`}</p>
      {undoError && <ProblemNote problem={undoError} />}
    </ImportedView>
  )
}
