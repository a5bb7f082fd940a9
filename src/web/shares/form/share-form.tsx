import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { SharedResource, ShareInput } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { previewShare } from '#web/shares/owner/api.ts'
import { lifetimes } from '#web/shares/owner/share-lifetime-picker.tsx'
import { useUploadedPictures } from '#web/shares/redaction/use-redaction.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FoldedFields } from '#web/ui/fields/folded-fields.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { useMedia, WIDE } from '#web/ui/use-media.ts'
import type { ResourceOption } from './resource-options.ts'
import { ShareDraftCard } from './share-draft-card.tsx'
import { NumberMaskingField, ShareNoteField } from './share-fields.tsx'
import { ShareHealthField } from './share-health-field.tsx'
import { ShareLifetimeField } from './share-lifetime-field.tsx'
import { ShareOptionsView } from './share-options-view.tsx'
import { draftOf, emptyValues, type ShareForm as Form } from './share-values.ts'
import { SharedResourcesField } from './shared-resources-field.tsx'
import { type ShareResult, useShareDraft } from './use-share-draft.ts'

const Preview = lazyPart(() => import('./share-preview-dialog.tsx'), 'SharePreviewDialog')

type ShareFormProps = {
  options: { credentials: ResourceOption[]; cycles: ResourceOption[] }
  /** Preselected: the record that the user came from. */
  first: ResourceOption[]
  onCreated(result: ShareResult): void
}

export function ShareForm({ options, first, onCreated }: ShareFormProps) {
  const queryClient = useQueryClient()
  const pictures = useUploadedPictures()
  const [previewed, setPreviewed] = useState<ShareInput | null>(null)
  const draft = useShareDraft(first.map(toResource), pictures, (result, input) => {
    pictures.keep(input.redactions.flatMap(({ pictureIds }) => pictureIds))
    void queryClient.invalidateQueries({ queryKey: ['files'] })
    onCreated(result)
  })
  const { form, withheld, earlierBoxes, problem, isSaving, isDirty, submit } = draft
  const isWide = useMedia(WIDE)
  const problemNote = problem && <ProblemNote problem={problem} />
  const buttons = (
    <>
      <Button tone="primary" type="submit" isPending={isSaving}>{t`Create link`}</Button>
      <Button onPress={() => void draft.check(setPreviewed)}>{t`Preview`}</Button>
    </>
  )
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-1 items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid grid-cols-1 gap-10">
        <Field
          control={form.control}
          name="resources"
          as={SharedResourcesField}
          options={options}
          first={first}
        />
        <ShareHealthField form={form} />
        <Part title={t`Recipient`}>
          <RecipientName form={form} />
        </Part>
        <Part title={t`Files and numbers`}>
          <NumberMaskingField
            form={form}
            withheld={withheld}
            earlierBoxes={earlierBoxes}
            pictures={pictures}
          />
        </Part>
        <div className="border-line border-t">
          <Lifetimes form={form} />
          <RecipientNote form={form} />
          <ShareOptionsView form={form} />
        </div>
        <UndrawnNote form={form} />
        {!isWide && problemNote}
      </div>
      {isWide ? (
        <aside aria-label={t`Your link`} className="sticky top-20 grid gap-4">
          <ShareDraftCard form={form} options={[...options.credentials, ...options.cycles, ...first]} />
          {problemNote}
          <div className="grid grid-cols-2 gap-3">{buttons}</div>
        </aside>
      ) : (
        <SaveBar>{buttons}</SaveBar>
      )}
      {previewed && (
        <Preview
          draft={previewed}
          isSaving={isSaving}
          onClose={() => setPreviewed(null)}
          onSubmit={() => {
            void submit().then(() => setPreviewed(null))
          }}
        />
      )}
      <UnsavedChangesGuard isDirty={isDirty && !isSaving} />
    </form>
  )
}

/** What the PDF of the link will leave out of the names and texts in it. */
function UndrawnNote({ form: { control } }: { form: Form }) {
  const [recipient, note, resources, includeFiles] = useWatch({
    control,
    name: ['recipient', 'note', 'resources', 'includeFiles'],
  })
  // Ordinary letters always have a font, so that typing them asks nothing.
  const typed = [...new Set(`${recipient ?? ''}${note ?? ''}`.match(/\P{ASCII}/gu))].join('')
  const draft = draftOf({ ...emptyValues(resources), includeFiles, note: typed || null }, new Date(0))
  const { data: undrawn = [], isError } = useQuery({
    queryKey: ['share-undrawn', draft],
    queryFn: async ({ signal }) => (await previewShare({ ...draft, expiresAt: null }, signal)).undrawn,
    enabled: resources.length > 0,
    placeholderData: keepPreviousData,
  })
  return (
    <p role="status" className="text-expiring empty:hidden">
      {isError && t`We could not check whether the PDF can show every letter.`}
      {!isError &&
        undrawn.length > 0 &&
        t`The PDF will leave out ${undrawn.join(' ')}, because its fonts do not have them. The page of the link shows them.`}
    </p>
  )
}

const toResource = ({ resourceType, resourceId }: ResourceOption): SharedResource => ({
  resourceType,
  resourceId,
})

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

function RecipientName({ form: { control } }: { form: Form }) {
  return (
    <Field
      control={control}
      name="recipient"
      as={TextField}
      label={t`Recipient’s name`}
      isRequired={false}
      autoComplete="off"
      placeholder={t`A person or a company`}
      description={t`They see it, and it helps you find this link later.`}
    />
  )
}

/** Of the summary of a part, in characters. */
const MAX_SUMMARY = 120

function RecipientNote({ form }: { form: Form }) {
  const note = useWatch({ control: form.control, name: 'note' })
  return (
    <FoldedFields
      control={form.control}
      id="share-note"
      title={t`Note to the recipient`}
      summary={note ? note.slice(0, MAX_SUMMARY) : t`No note`}
    >
      <Field control={form.control} name="note" as={ShareNoteField} />
    </FoldedFields>
  )
}

function Lifetimes({ form }: { form: Form }) {
  const lifetime = useWatch({ control: form.control, name: 'lifetime' })
  const label = lifetimes.find(({ id }) => id === lifetime)?.label ?? ''
  return (
    <FoldedFields control={form.control} id="share-lifetime" title={t`How long`} summary={t(label)}>
      <Field
        control={form.control}
        name="expiresAt"
        as={ShareLifetimeField}
        lifetime={lifetime}
        onLifetime={(next) => {
          form.clearErrors('expiresAt')
          form.setValue('lifetime', next, { shouldDirty: true })
        }}
      />
    </FoldedFields>
  )
}
