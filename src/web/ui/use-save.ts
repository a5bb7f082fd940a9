import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { Choice } from '#shared/offline/outbox.ts'
import { Conflict } from '#web/http/api.ts'
import { refreshRecords } from '#web/http/query-client.ts'
import { showServerErrors } from './form-errors.ts'
import { toProblem } from './problem-note.tsx'

/** Messages for codes whose own message gives no advice. */
export type ProblemTexts = Partial<Record<ProblemCode, string>>

const sharedTexts: ProblemTexts = {
  not_authenticated: msg`Your session ended. Your changes are still here: sign in again in another window, then save again in this one.`,
  // The first response was lost and the form has changed since. A second record would be a duplicate.
  idempotency_mismatch: msg`Your first version was already saved. To change it, open it in My Vault.`,
  changed_meanwhile: msg`This was changed in the meantime, perhaps on another device. Your changes are still here: open it in another window to see what changed.`,
}

const goneText = msg`This was deleted in the meantime, perhaps in another window. Your changes are still here: to keep them, add them as a new one.`

/** The documents of a form. */
export type FormFiles = {
  /** Ids of the files uploaded so far; the first one is the main file. */
  ids: string[]
  hasUnsent: boolean
  /** Uploads the remaining files and resolves with all ids. If it rejects, nothing is saved. */
  settle(): Promise<string[]>
}

/** The first file is the main one; the order of the others does not matter. */
export function isSameFiles(before: readonly string[], ids: readonly string[]): boolean {
  return ids.length === before.length && ids[0] === before[0] && ids.every((id) => before.includes(id))
}

/** The fields of a form that are not as they were, for a PATCH. */
export function changedOf<T extends object>(before: object, after: T): Partial<T> {
  const known = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([key, value]) => sortedJson(value) !== sortedJson(known.get(key)),
  )
  return Object.fromEntries(changed) as Partial<T>
}

/** The server returns the keys of an object in a different order than the form. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

type Submit = {
  /** The fields that can show an error; by default all of them. */
  fields?: readonly string[] | undefined
  texts?: ProblemTexts | undefined
  /** A record that is stored already. */
  isStored?: boolean
}

/** Submits a form once at a time. A refusal is shown at its fields, or as `problem` next to the button. */
export function useSubmit<V extends FieldValues, P extends FieldValues>(
  form: UseFormReturn<V, unknown, P>,
  { fields, texts, isStored = false }: Submit = {},
) {
  const adviceOn = ({ code, status }: Problem) =>
    texts?.[code] ?? sharedTexts[code] ?? (isStored && status === 404 ? goneText : undefined)
  const [problem, setProblem] = useState<Problem | null>(null)
  // `isPending` would be set too late for a second press in the same frame.
  const isUnderWay = useRef(false)
  const shown = (problem: Problem) => {
    if (problem instanceof Conflict) return problem
    const detail = adviceOn(problem)
    const known = fields ?? Object.keys(form.getValues())
    return detail === undefined
      ? showServerErrors(problem, known, form.setError)
      : new Problem(problem.code, { detail })
  }
  const runOnce = async (run: () => Promise<unknown>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setProblem(null)
    try {
      await run()
    } catch (error) {
      setProblem(shown(toProblem(error)))
    } finally {
      isUnderWay.current = false
    }
  }
  const submitWith = (run: (values: P) => Promise<unknown>) =>
    form.handleSubmit((values) => runOnce(() => run(values)))
  return { submitWith, runOnce, problem, clearProblem: () => setProblem(null) }
}

type Save<P, R> = Omit<Submit, 'isStored'> & {
  /** The record that is edited; none while a new one is entered. */
  initial?: { id: string; fileIds?: string[] } | undefined
  files?: FormFiles | undefined
  /** The form stays on the screen, to be saved again. */
  stays?: boolean
  /** `idempotencyKey` is one for each form: pressing twice, or retrying after a lost response, creates no second record. */
  send(values: P, sent: { fileIds: string[]; idempotencyKey: string }): Promise<R>
  /** The query that has the saved record. */
  queryOf?(saved: R): { queryKey: readonly unknown[] }
  onSaved?(saved: R): unknown
}

/** Saves a new or a changed record. Until then nothing that was typed is lost, whatever the server answers. */
export function useSave<V extends FieldValues, P extends FieldValues, R>(
  form: UseFormReturn<V, unknown, P>,
  { initial, files, stays = false, send, queryOf, onSaved, fields, texts }: Save<P, R>,
) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { isDirty } = useFormState({ control: form.control })
  const save = useMutation({
    mutationFn: (run: () => Promise<R>) => run(),
    onSuccess: (saved) => {
      void refreshRecords(queryClient)
      if (queryOf) queryClient.setQueryData(queryOf(saved).queryKey, saved)
      // What is typed into a form that stays, while it is saved, is not saved yet.
      if (!stays) form.reset(form.getValues())
      return onSaved?.(saved)
    },
    onError: (error) => {
      // Something else that the form shows was deleted meanwhile. Without the record itself, the form would be gone.
      if (toProblem(error).status === 404) void refreshRecords(queryClient, initial?.id)
    },
  })
  const isStored = initial !== undefined
  const { submitWith, runOnce, problem, clearProblem } = useSubmit(form, { fields, texts, isStored })
  const isSaving = save.isPending || (save.isSuccess && !stays)
  const hasOtherFiles = initial?.fileIds !== undefined && files && !isSameFiles(initial.fileIds, files.ids)
  return {
    submit: submitWith((values) =>
      save.mutateAsync(async () =>
        send(values, { fileIds: files ? await files.settle() : [], idempotencyKey }),
      ),
    ),
    problem,
    /** After a `Conflict`: saves the version that the owner chose. */
    decide: (choice: Choice) =>
      problem instanceof Conflict
        ? runOnce(() => save.mutateAsync(() => problem.choose(choice) as Promise<R>))
        : Promise.resolve(),
    saved: save.data,
    /** Forgets the last answer. */
    clear: () => {
      clearProblem()
      save.reset()
    },
    isSaving,
    isDirty: (isDirty || hasOtherFiles === true || files?.hasUnsent === true) && !isSaving,
  }
}
