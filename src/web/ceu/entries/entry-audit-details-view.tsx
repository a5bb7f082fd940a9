import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Controller, useFormState, useWatch } from 'react-hook-form'
import { certificateGaps } from '#shared/ceu/certificate.ts'
import { useUser } from '#web/session/session.ts'
import { ChipButton } from '#web/ui/chip-button.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { gapsText } from './entry-form-text.ts'
import type { EntryForm } from './entry-hours-field.tsx'

const folded = ['holderName', 'approvedBy', 'providerNumber', 'notes'] as const

/** What an audit asks for and a hurried moment can do without. Opens where something in it needs another look. */
export function MoreView({ form, isOpen }: { form: EntryForm; isOpen: boolean }) {
  const { control } = form
  const { name } = useUser()
  const { errors, submitCount } = useFormState({ control })
  const folder = useRef<HTMLDetailsElement>(null)
  const isBad = folded.some((key) => errors[key])
  useEffect(() => {
    const node = folder.current
    if (!isBad || submitCount === 0 || !node || node.open) return
    node.open = true
    node.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isBad, submitCount])
  return (
    <details ref={folder} open={isOpen} className="group border-line border-y">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        More from the certificate
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 pt-2 pb-6">
        <div className="grid gap-2">
          <Controller
            name="holderName"
            control={control}
            render={(c) => (
              <TextField {...fieldPropsOf(c)} label="Name on the certificate" autoComplete="name" />
            )}
          />
          <OwnName form={form} name={name} />
        </div>
        <Controller
          name="approvedBy"
          control={control}
          render={(c) => (
            <TextField
              {...fieldPropsOf(c)}
              label="Who approved the provider"
              placeholder="ANCC, a state’s board of nursing…"
            />
          )}
        />
        <Controller
          name="providerNumber"
          control={control}
          render={(c) => <TextField {...fieldPropsOf(c)} label="Provider’s number" mono spellCheck={false} />}
        />
        <Controller
          name="notes"
          control={control}
          render={(c) => <TextField {...fieldPropsOf(c)} label="Notes" multiline rows={3} />}
        />
      </div>
    </details>
  )
}

function OwnName({ form, name }: { form: EntryForm; name: string }) {
  const holder = useWatch({ control: form.control, name: 'holderName' })
  if (name.trim() === '' || holder) return null
  return (
    <div>
      <ChipButton isOn={false} onPress={() => form.setValue('holderName', name, { shouldDirty: true })}>
        {name}
      </ChipButton>
    </div>
  )
}

/** Named kindly, before the button, and never in its way. */
export function GapsNote({ form, hasFile }: { form: EntryForm; hasFile: boolean }) {
  const [holderName, approvedBy, providerNumber] = useWatch({
    control: form.control,
    name: ['holderName', 'approvedBy', 'providerNumber'],
  })
  const given = (text: string | null) => (text?.trim() ? text : null)
  const text = gapsText(
    certificateGaps({
      fileId: hasFile ? 'file' : null,
      holderName: given(holderName),
      approvedBy: given(approvedBy),
      providerNumber: given(providerNumber),
    }),
  )
  return text && <p className="max-w-[65ch] text-muted">{text}</p>
}
