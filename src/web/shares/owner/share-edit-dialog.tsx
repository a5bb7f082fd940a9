import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Share, type SharePatch, sharePatch } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { ShareNoteField } from '#web/shares/form/share-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { useSave } from '#web/ui/use-save.ts'
import { type ShareDialogProps, useUpdateShare } from './use-share-changes.ts'

/** Edits everything except the resources of a share, which never change. */
export function ShareEditDialog({ share, isOpen, onClose }: ShareDialogProps) {
  return (
    <Dialog title={t`Edit this link`} isOpen={isOpen} onClose={onClose}>
      <EditForm share={share} onClose={onClose} />
    </Dialog>
  )
}

type Values = z.input<typeof sharePatch>
const fields = ['recipient', 'note', 'passcode', 'viewLimit', 'allowDownloads']

function EditForm({ share, onClose }: Pick<ShareDialogProps, 'share' | 'onClose'>) {
  // The share from when the form was opened: a view that happens meanwhile must not look like an edit.
  const [before] = useState(share)
  const { recipient, note, allowDownloads, viewsLeft } = before
  const form = useForm<Values, unknown, SharePatch>({
    resolver: zodResolver(sharePatch),
    defaultValues: { recipient, note, allowDownloads, viewLimit: viewsLeft },
  })
  const update = useUpdateShare(share, t`Link updated`)
  const { control } = form
  const { submit, problem, isSaving } = useSave(form, {
    ...{ initial: before, fields, onSaved: onClose },
    send: async (values) => {
      const patch = patchOf(before, values)
      if (Object.keys(patch).length > 0) await update.mutateAsync(patch)
    },
  })
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <Field
        control={control}
        name="recipient"
        as={TextField}
        label={t`Recipient`}
        isRequired={false}
        autoComplete="off"
        maxLength={100}
      />
      <Field control={control} name="note" as={ShareNoteField} maxLength={1000} />
      <Field
        control={control}
        name="allowDownloads"
        as={Switch}
        label={t`Allow downloads`}
        description={t`If off, they can only view. They could still take a photo of the screen.`}
      />
      <Field control={control} name="passcode" as={PasscodeChange} share={before} />
      <Field
        control={control}
        name="viewLimit"
        as={NumberField}
        label={t`Views from now on`}
        isRequired={false}
        min={1}
        max={1000}
        description={t`Leave blank for no limit. Viewing it again in the same browser is not counted.`}
      />
      {problem && <ProblemNote problem={problem} />}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onPress={onClose}>{t`Cancel`}</Button>
        <Button type="submit" tone="primary" isPending={isSaving}>{t`Save`}</Button>
      </div>
    </form>
  )
}

type PasscodeChangeProps = {
  share: Share
  name: string
  value: string | null | undefined
  onChange: (passcode: string | null | undefined) => void
  onBlur: () => void
  errorMessage: string | null
  ref: (node: never) => void
}

const choices = {
  keep: undefined,
  new: '',
  none: null,
}

/**
 * Absent keeps the passcode, `null` removes it. The current passcode cannot be shown, because only its hash is stored.
 */
function PasscodeChange({ share, value, onChange, ...field }: PasscodeChangeProps) {
  const choice = value === undefined ? 'keep' : value === null ? 'none' : 'new'
  return (
    <div className="grid gap-3">
      <RadioField
        label={t`Passcode`}
        items={
          share.hasPasscode
            ? [
                { id: 'keep', label: t`Keep it` },
                { id: 'new', label: t`Change it` },
                { id: 'none', label: t`Remove it` },
              ]
            : [
                { id: 'keep', label: t`None` },
                { id: 'new', label: t`Add one` },
              ]
        }
        value={choice}
        onChange={(next) => onChange(choices[next])}
      />
      {choice === 'new' && (
        <TextField
          {...field}
          value={value}
          onChange={onChange}
          label={t`New passcode`}
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          description={t`6 to 64 characters. Send it separately from the link. Anyone who has the link open now must enter it.`}
        />
      )}
    </div>
  )
}

/**
 * Only the changed fields: two people who edit at the same time do not undo each other's changes, and used views stay
 * used.
 */
export function patchOf(before: Share, after: SharePatch): SharePatch {
  const { recipient, note, allowDownloads, viewsLeft } = before
  const known: Record<string, unknown> = { recipient, note, allowDownloads, viewLimit: viewsLeft }
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => value !== undefined && value !== known[key]),
  )
}
