import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from './button.tsx'

/** The buttons that end a form; always in view, above the elements fixed to the bottom. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-save-bar
      className="z-20 flex flex-wrap gap-3 max-lg:-mx-4 sticky short:static bottom-(--bottom-stack-height) border-line border-t bg-paper py-2 max-lg:px-4 max-sm:*:flex-1 sm:max-lg:-mx-6 sm:max-lg:px-6"
    >
      {children}
    </div>
  )
}

type SaveRowProps = { label: string; isDirty: boolean; isPending: boolean; onDiscard: () => void }

/** The end of a form. It says whether there is anything to save. */
export function SaveRow({ label, isDirty, isPending, onDiscard }: SaveRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" tone={isDirty ? 'primary' : 'secondary'} isPending={isPending}>
        {label}
      </Button>
      {isDirty && <Button tone="quiet" onPress={onDiscard}>{t`Discard changes`}</Button>}
      <p aria-live="polite" className="text-muted text-sm">
        {isDirty ? t`Unsaved changes.` : t`All changes saved.`}
      </p>
    </div>
  )
}
