import { TriangleAlert } from 'lucide-react'
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Finding } from '#shared/reading/findings.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { type FieldSuggestions, FieldSuggestionsContext } from '#web/ui/fields/field-parts.tsx'
import { LabeledProgressBar } from '#web/ui/spinner.tsx'
import { progressText } from './reading-text.ts'
import type { Reading } from './use-reading.ts'

/** The progress of reading, and notes about the file. Takes no space while there is nothing to show. */
export function ReadingView({ reading, findings }: { reading: Reading; findings: readonly Finding[] }) {
  return (
    <div className="grid gap-3 empty:hidden">
      {reading.state === 'reading' && (
        <div className="flex items-end gap-3">
          <div className="min-w-0 flex-1">
            <LabeledProgressBar
              label={t`Reading your file`}
              words={progressText(reading.progress)}
              done={reading.progress === null ? null : reading.progress * 100}
              total={100}
            />
          </div>
          <Button tone="quiet" onPress={reading.cancel}>{t`Stop reading`}</Button>
        </div>
      )}
      <p role="status" className="text-muted empty:hidden">
        {findings.some(({ code }) => isForElsewhere(code)) ? '' : statusText(reading)}
      </p>
      {(reading.state === 'failed' || reading.state === 'cancelled') && (
        <Button
          tone="quiet"
          onPress={reading.retry}
          className="justify-self-start"
        >{t`Read it again`}</Button>
      )}
      {findings.length > 0 && <FindingList findings={findings} />}
    </div>
  )
}

/** Nothing of it is marked in this form: the finding says where it belongs, or its courses are listed. */
const isForElsewhere = (code: Finding['code']) => code === 'course_certificate' || code === 'transcript'

function statusText({ state, document }: Reading): string {
  const count = document?.suggestions.filter(({ where }) => where.length > 0).length ?? 0
  if (state === 'read' && count > 0)
    return t`What could be read is marked below. Check it against your document before you save.`
  if (state === 'read') return t`Nothing could be read from this file. Type what it says.`
  if (state === 'failed') return t`This file could not be read here. Type what it says.`
  return state === 'cancelled' ? t`Reading was stopped. Type what it says.` : ''
}

function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul aria-label={t`Check before you save`} className="grid gap-2">
      {findings.map(({ code, text, advice }) => (
        <li key={code} className="flex gap-3 rounded-card bg-expiring-soft px-4 py-3">
          <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0 text-expiring" />
          <p>
            <span className="font-semibold">{text}</span> {advice}
          </p>
        </li>
      ))}
    </ul>
  )
}

type ReadFieldsProps = {
  suggestions: FieldSuggestions
  onChoose?: ((field: string | null) => void) | undefined
  /** The page stays where it is: the owner first chooses a course from the list above. */
  isList?: boolean
  children: ReactNode
}

/** Marks the fields inside, and reports which of them has the focus. The first that is unsure comes into view. */
export function ReadFieldsView({ suggestions, onChoose, isList = false, children }: ReadFieldsProps) {
  const fields = useRef<HTMLDivElement>(null)
  const isUnsure = !isList && Object.values(suggestions).some((each) => each.isUnsure)
  useEffect(() => {
    // Whoever types already stays there.
    if (!isUnsure || document.activeElement?.matches('input:not([type=file]), select, textarea')) return
    const choice = fields.current?.querySelector<HTMLElement>('[data-unsure=true] button')
    choice?.focus({ preventScroll: true })
    choice?.scrollIntoView({ block: 'center' })
  }, [isUnsure])
  return (
    <FieldSuggestionsContext value={suggestions}>
      <div ref={fields} onFocusCapture={(event) => onChoose?.(suggestedFieldAt(event))} className="contents">
        {children}
      </div>
    </FieldSuggestionsContext>
  )
}

/** The suggestion is in the same field as the focused element. */
function suggestedFieldAt({ target, currentTarget }: FocusEvent<HTMLElement>): string | null {
  for (let node = target.parentElement; node && node !== currentTarget; node = node.parentElement) {
    const fields = node.querySelectorAll<HTMLElement>('[data-suggested-field]')
    if (fields.length > 0) return fields.length === 1 ? (fields[0]?.dataset.suggestedField ?? null) : null
  }
  return null
}
