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
  /** Why nothing can be imported yet; empty if it can. */
  blocked: string
  label: string
  isPending: boolean
  isDisabled: boolean
  onImport(): void
}

/** The end of a review: how many rows are imported. */
export function ImportBar({ blocked, label, isPending, isDisabled, onImport }: ImportBarProps) {
  return (
    <SaveBar>
      <p className="text-sm empty:hidden max-sm:basis-full sm:self-center">{blocked}</p>
      <Button tone="primary" isPending={isPending} isDisabled={isDisabled} onPress={onImport}>
        {label}
      </Button>
    </SaveBar>
  )
}
