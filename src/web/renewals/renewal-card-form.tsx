import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Credential } from '#shared/credentials/credential.ts'
import { newTermProblems } from '#shared/renewals/new-term.ts'
import { renewalFinish } from '#shared/renewals/renewal.ts'
import { usualNextEnd } from '#shared/renewals/usual-end.ts'
import { MainFields } from '#web/credentials/credential-fields.tsx'
import { FilePicker } from '#web/files/file-picker.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { useSave } from '#web/ui/use-save.ts'
import type { NewCard } from './api.ts'
import { numbered } from './use-renewal-changes.ts'

type Values = z.input<typeof renewalFinish>
type Parsed = z.output<typeof renewalFinish>
type CardProps = {
  credential: Credential
  /** Years between two ends, if known. */
  years: number | null
  onFinish(card: NewCard): Promise<unknown>
}

/** The last step: the documents, number and dates of the new card. */
export function RenewalCardForm({ credential, years, onFinish }: CardProps) {
  const today = useToday()
  const files = useUploads()
  const schema = useMemo(() => laterThan(credential), [credential])
  const [suggested, setSuggested] = useState(() => usualNextEnd(credential, { issuedAt: null, years, today }))
  const form = useForm<Values, unknown, Parsed>({
    resolver: zodResolver(schema),
    defaultValues: {
      ...{ issuedAt: null, expiresAt: suggested, neverExpires: false },
      ...{ number: null, fileIds: [] },
    },
  })
  const { submit, problem, isSaving, isDirty } = useSave(form, {
    files,
    send: (card, { fileIds }) => onFinish(numbered(credential, { ...card, fileIds })),
  })

  /** Only if nothing else was typed. */
  function suggestEnd() {
    const { issuedAt = null, expiresAt = null, neverExpires } = form.getValues()
    // While a year is typed it passes through 2, 20 and 202.
    if (issuedAt === null || issuedAt < '1900' || neverExpires) return
    if (expiresAt !== null && expiresAt !== suggested) return
    const usual = usualNextEnd(credential, { issuedAt, years, today })
    setSuggested(usual)
    if (usual !== expiresAt) form.setValue('expiresAt', usual, { shouldDirty: true })
  }

  const expiresAt = form.watch('expiresAt')
  const isSuggested = suggested !== null && expiresAt === suggested
  const hasFiles = files.ids.length > 0 || files.hasUnsent
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <section aria-label={t`New card`} className="grid grid-cols-1 gap-3">
        <h2 className="font-semibold text-base">{t`Photo or PDF of the new card`}</h2>
        <FilePicker files={files} />
      </section>
      <MainFields
        control={form.control}
        onIssuedAt={suggestEnd}
        numberNote={
          credential.kind === 'license' ? t`Leave blank if it is the same as before.` : t`As on the new card.`
        }
        expiryNote={isSuggested ? t`Suggested. Check it against your new card.` : undefined}
      />
      {credential.fileIds.length > 0 && (
        <p className="text-muted">{t`The documents of the old card move to its history.`}</p>
      )}
      {problem && <ProblemNote problem={problem} />}
      <Button
        type="submit"
        tone="primary"
        isPending={isSaving}
        className="max-sm:w-full sm:w-fit"
      >{t`Finish the renewal`}</Button>
      <UnsavedChangesGuard isDirty={isDirty || (hasFiles && !isSaving)} />
    </form>
  )
}

/** As the server checks it. */
function laterThan(credential: Credential) {
  return renewalFinish.superRefine((card, context) => {
    for (const { path, message } of newTermProblems(credential, card))
      context.addIssue({ code: 'custom', path: [path], message })
  })
}
