import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import type { StepState } from './use-renewal-steps.ts'

type StepProps = {
  number: number
  title: ReactNode
  state: StepState
  /** What is recorded or missing, in one line. */
  summary?: ReactNode
  /** Folded away unless it is next; without it the step has nothing to open. */
  children?: ReactNode
}

/** A step that is not its turn yet has only its number. */
const words: Partial<Record<StepState, string>> = { done: msg`Done`, next: msg`Next` }

/** One step of the list; its state is a word and a mark, not only a color. */
export function RenewalStepRow({ number, title, state, summary, children }: StepProps) {
  const [isOpen, setOpen] = useState(state === 'next')
  const folder = useRef<HTMLDetailsElement>(null)
  // A step that is done folds itself, and the one after it opens. The pressed button is folded away: keep the focus.
  useEffect(() => {
    const node = folder.current
    if (state !== 'next' && node?.contains(document.activeElement))
      node.querySelector('summary')?.focus({ preventScroll: true })
    setOpen(state === 'next')
  }, [state])
  const word = words[state]
  const heading = (
    <>
      <StepBadge number={number} state={state} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold text-lg">{title}</span>
          {word && (
            <span
              className={clsx(
                'font-semibold text-sm',
                state === 'done' ? 'text-active' : 'text-accent-strong',
              )}
            >
              {t(word)}
            </span>
          )}
        </span>
        {summary && <span className="block text-muted">{summary}</span>}
      </span>
    </>
  )
  const row = 'flex items-start gap-3 py-4 sm:gap-4'
  if (!children) return <li className={`border-line border-b ${row}`}>{heading}</li>
  return (
    <li className="border-line border-b">
      <details
        ref={folder}
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group"
      >
        <summary className={`cursor-pointer list-none [&::-webkit-details-marker]:hidden ${row}`}>
          {heading}
          <ChevronDown
            aria-hidden
            className="mt-1 size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="grid grid-cols-1 gap-4 pb-6 sm:pl-13">{children}</div>
      </details>
    </li>
  )
}

function StepBadge({ number, state }: { number: number; state: StepState }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'grid size-8 shrink-0 place-items-center rounded-full border-2 font-semibold text-sm tabular-nums sm:size-9',
        state === 'done' && 'border-active text-active',
        state === 'next' && 'border-accent bg-accent text-on-accent',
        state === 'todo' && 'border-line-strong text-muted',
      )}
    >
      {state === 'done' ? <Check className="size-4" /> : number}
    </span>
  )
}
