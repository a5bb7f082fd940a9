import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { duplicatesText, rowsText, type SkippedRows } from './import-text.ts'

type SkippedRowsProps = {
  skipped: SkippedRows
  setSkipped(skipped: SkippedRows): void
  problemCount: number
  knownCount: number
  repeatedCount: number
}

/** Which rows are skipped as a group. */
export function SkippedRowsFields({ skipped, setSkipped, ...counts }: SkippedRowsProps) {
  const { problemCount, knownCount, repeatedCount } = counts
  return (
    <div className="empty:hidden">
      {problemCount > 0 && (
        <Checkbox
          label={t`Skip the ${rowsText(problemCount)} with problems`}
          value={skipped.problems}
          onChange={(problems) => setSkipped({ ...skipped, problems })}
        />
      )}
      {knownCount + repeatedCount > 0 && (
        <Checkbox
          label={duplicatesText(knownCount, repeatedCount)}
          value={skipped.duplicates}
          onChange={(duplicates) => setSkipped({ ...skipped, duplicates })}
        />
      )}
    </div>
  )
}

type ImportBarProps = {
  /** Questions about the table wait for an answer. */
  hasQuestions: boolean
  /** How many rows need an answer. */
  open: number
  /** Why nothing can be imported although nothing is asked; empty if it can. */
  blocked: string
  label: string
  isPending: boolean
  onImport(): void
}

/** The end of a review: the way to what is still open, then the import. */
export function ImportBar({ hasQuestions, open, blocked, label, isPending, onImport }: ImportBarProps) {
  const isOpen = hasQuestions || open > 0
  return (
    <SaveBar>
      {isOpen ? (
        <Button tone="primary" onPress={showFirstOpen}>
          {hasQuestions
            ? t`Answer the questions first`
            : t`${plural(open, { one: 'Answer # row first', other: 'Answer # rows first' })}`}
        </Button>
      ) : blocked === '' ? (
        <Button tone="primary" isPending={isPending} onPress={onImport}>
          {label}
        </Button>
      ) : (
        <p className="py-2.5">{blocked}</p>
      )}
    </SaveBar>
  )
}

const firstOpen = [
  '[data-questions] [role=radiogroup]:not(:has(:checked)) input',
  '[data-questions] select:has(option[value=""]:checked)',
  '[data-standing=open] button',
].join()

function showFirstOpen() {
  const first = document.querySelector<HTMLElement>(firstOpen)
  first?.focus({ preventScroll: true })
  first?.closest('[role=radiogroup], li, div')?.scrollIntoView({ block: 'center' })
}
