import { t } from '#web/i18n/t.ts'
import { Button } from './button.tsx'

type SaveRowProps = { label: string; isDirty: boolean; isPending: boolean; onDiscard: () => void }

/** The end of a form. It says whether there is anything to save. */
export function SaveRow({ label, isDirty, isPending, onDiscard }: SaveRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" tone="primary" isPending={isPending}>
        {label}
      </Button>
      {isDirty && <Button tone="quiet" onPress={onDiscard}>{t`Discard changes`}</Button>}
      <p aria-live="polite" className="text-muted text-sm">
        {isDirty ? t`Unsaved changes.` : t`All changes saved.`}
      </p>
    </div>
  )
}
