import type { ReactNode } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from './button.tsx'
import { ProblemNote } from './problem-note.tsx'
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx'

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

type FormEndProps = { label: string; problem: Problem | null; isSaving: boolean; isDirty: boolean }

/** The end of a form that has a page of its own: why it was not saved, its button, and a guard of what is not saved. */
export function FormEnd({ label, problem, isSaving, isDirty }: FormEndProps) {
  return (
    <>
      {problem && <ProblemNote problem={problem} />}
      <SaveBar>
        <Button type="submit" tone="primary" isPending={isSaving}>
          {label}
        </Button>
      </SaveBar>
      <UnsavedChangesGuard isDirty={isDirty} />
    </>
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
