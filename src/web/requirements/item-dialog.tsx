import { type FormEvent, useId, useState } from 'react'
import { msg } from '#shared/i18n/translate.ts'
import { type ItemKind, type ListItem, listItem } from '#shared/requirements/item.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { AgeFields } from './age-fields.tsx'
import { type ItemDraft, itemErrors, ofKind, textOf } from './item-draft.ts'
import { KindFields } from './kind-fields.tsx'

type ItemDialogProps = {
  /** `null`: a new one. */
  item: ListItem | null
  onClose(): void
  onSave(item: ListItem): void
}

const kinds: readonly { id: ItemKind; label: string }[] = [
  { id: 'license', label: msg`License` },
  { id: 'certification', label: msg`Certification` },
  { id: 'ce', label: msg`CE hours` },
  { id: 'health', label: msg`Health or personal record` },
  { id: 'document', label: msg`Document` },
  { id: 'form', label: msg`Signed form` },
]

export function ItemDialog({ item, onClose, onSave }: ItemDialogProps) {
  const [draft, setDraft] = useState<ItemDraft>(
    item ?? { kind: 'certification', title: '', validThrough: 'last_day' },
  )
  const [isTried, setTried] = useState(false)
  const errors = isTried ? itemErrors(ofKind(draft)) : new Map<string, string>()
  const change = (fields: Partial<ItemDraft>) => setDraft({ ...draft, ...fields })
  const formId = useId()
  const save = (event: FormEvent) => {
    event.preventDefault()
    // In React's tree, this dialog is inside the form of the list.
    event.stopPropagation()
    const parsed = listItem.safeParse(ofKind(draft))
    setTried(true)
    if (parsed.success) onSave({ ...parsed.data, needsCheck: false })
  }
  return (
    <Dialog
      title={item ? t`Change the item` : t`Add an item`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button tone="primary" type="submit" form={formId}>
            {item ? t`Change it` : t`Add it`}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="grid grid-cols-1 gap-5">
        <SelectField
          label={t`What it is`}
          items={kinds.map((one) => ({ ...one, label: t(one.label) }))}
          value={draft.kind}
          onChange={(id) => {
            const kind = kinds.find((each) => each.id === id)?.id
            if (kind) change({ kind })
          }}
        />
        <TextField
          label={t`In their words`}
          value={draft.title}
          onChange={(title) => change({ title })}
          errorMessage={errors.get('title') ?? null}
          maxLength={200}
          placeholder={t`For example: ${t(examples[draft.kind])}`}
        />
        <KindFields draft={draft} errors={errors} onChange={change} />
        <AgeFields draft={draft} errors={errors} onChange={change} />
        <TextField
          label={t`Note`}
          isRequired={false}
          value={textOf(draft.note)}
          onChange={(note) => change({ note })}
          errorMessage={errors.get('note') ?? null}
          multiline
          rows={2}
        />
      </form>
    </Dialog>
  )
}

const examples: Record<ItemKind, string> = {
  license: msg`RN license - CA or compact`,
  certification: 'BLS (AHA)',
  ce: msg`2 hours of ethics`,
  health: msg`TB within 12 months`,
  document: msg`Resume`,
  form: msg`Form W-4`,
}
