import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { Shared, ShareInput } from '#shared/shares/share.ts'
import { useSentPictures } from '#web/shares/redaction/use-redaction.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { ShareNumbersField } from './number-masking-field.tsx'
import { ShareLifetimeField } from './share-lifetime-field.tsx'
import { ShareMoreView } from './share-options-view.tsx'
import { ShareThingsField } from './shared-resources-field.tsx'
import { type ShareForm as Form, type Made, useShareDraft } from './use-share-draft.ts'
import type { Thing } from './use-shared-resources.ts'

const Preview = lazy(() =>
  import('./share-preview-dialog.tsx').then((module) => ({ default: module.SharePreviewDialog })),
)

type ShareFormProps = {
  things: { credentials: Thing[]; cycles: Thing[] }
  /** What she came from; chosen already. */
  first: Thing[]
  onMade(made: Made): void
}

/** What, for whom, with or without numbers, how long: on a break, with one thumb. */
export function ShareForm({ things, first, onMade }: ShareFormProps) {
  const queryClient = useQueryClient()
  const pictures = useSentPictures()
  const [previewed, setPreviewed] = useState<ShareInput | null>(null)
  const draft = useShareDraft(first.map(idOf), (made, input) => {
    pictures.keep(input.redactions.flatMap(({ pictureIds }) => pictureIds))
    void queryClient.invalidateQueries({ queryKey: ['files'] })
    onMade(made)
  })
  const { form, withheld, problem, isSaving, isDirty, submit } = draft
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-10">
      <Controller
        name="resources"
        control={form.control}
        render={({ field: { value, onChange, ref }, fieldState }) => (
          <ShareThingsField
            things={things}
            first={first}
            value={value}
            onChange={onChange}
            ref={ref}
            errorMessage={fieldState.error?.message ?? fieldState.error?.root?.message ?? null}
          />
        )}
      />
      <Part title="For whom">
        <Recipient form={form} />
      </Part>
      <Part title="Files and numbers">
        <ShareNumbersField form={form} withheld={withheld} pictures={pictures} />
      </Part>
      <Part title="How long">
        <Lifetimes form={form} />
      </Part>
      <ShareMoreView form={form} />
      <div className="grid grid-cols-1 gap-4">
        {problem && <ProblemNote problem={problem} />}
        <div className="flex flex-col gap-2 sm:flex-row-reverse sm:justify-end">
          <Button tone="primary" type="submit" isPending={isSaving}>
            Make the link
          </Button>
          <Button onPress={() => void draft.check(setPreviewed)}>See what they will see</Button>
        </div>
      </div>
      {previewed && (
        <Suspense fallback={null}>
          <Preview
            draft={previewed}
            isSaving={isSaving}
            onClose={() => setPreviewed(null)}
            onMake={() => {
              void submit().then(() => setPreviewed(null))
            }}
          />
        </Suspense>
      )}
      <UnsavedChangesGuard isDirty={isDirty && !isSaving} />
    </form>
  )
}

const idOf = ({ resourceType, resourceId }: Thing): Shared => ({ resourceType, resourceId })

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Recipient({ form: { control } }: { form: Form }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Controller
        name="recipient"
        control={control}
        render={(c) => (
          <TextField
            {...fieldPropsOf(c)}
            label="Their name"
            isRequired={false}
            autoComplete="off"
            placeholder="Dana Cole, Lone Star Staffing"
            description="They see it, and you find the link again by it."
          />
        )}
      />
      <Controller
        name="note"
        control={control}
        render={(c) => (
          <TextField {...fieldPropsOf(c)} label="A note to them" isRequired={false} multiline rows={3} />
        )}
      />
    </div>
  )
}

function Lifetimes({ form }: { form: Form }) {
  const lifetime = useWatch({ control: form.control, name: 'lifetime' })
  return (
    <Controller
      name="expiresAt"
      control={form.control}
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <ShareLifetimeField
          ref={ref}
          lifetime={lifetime}
          expiresAt={value ?? null}
          onExpiresAt={onChange}
          onLifetime={(next) => {
            form.clearErrors('expiresAt')
            form.setValue('lifetime', next, { shouldDirty: true })
          }}
          errorMessage={fieldState.error?.message ?? null}
        />
      )}
    />
  )
}
