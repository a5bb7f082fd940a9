import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '#shared/http/errors.ts'
import { MAX_ITEMS } from '#shared/requirements/item.ts'
import {
  type RequirementList,
  type RequirementListInput,
  requirementListInput,
} from '#shared/requirements/list.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { createList, listQuery, listsQuery, updateList } from './api.ts'
import { ContractFields } from './contract-fields.tsx'
import { ItemsField } from './items-field.tsx'
import type { ListDraft } from './list-draft.ts'

type ListFormProps = {
  initial: ListDraft
  /** Of a stored list. */
  listId?: string
  onSaved(list: RequirementList): void
}

export function ListForm({ initial, listId, onSaved }: ListFormProps) {
  const [first] = useState(initial)
  const [draft, setDraft] = useState(first)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const save = useListSave(listId, onSaved)
  const change = (fields: Partial<ListDraft>) => setDraft({ ...draft, ...fields })
  const isDirty = draft !== first && !save.isPending && !save.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    const parsed = requirementListInput.safeParse({ ...draft, items: [...draft.items] })
    setErrors(
      new Map(
        parsed.success
          ? []
          : fieldErrors(parsed.error).map(({ path, message }) => [path.split('.')[0] ?? '', t(message)]),
      ),
    )
    if (parsed.success) save.mutate(parsed.data)
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      <ContractFields draft={draft} errors={errors} onChange={change} />
      <TextField
        name="requestedBy"
        label={t`Who asks for it`}
        isRequired={false}
        value={draft.requestedBy}
        onChange={(requestedBy) => change({ requestedBy })}
        errorMessage={errors.get('requestedBy') ?? null}
        maxLength={200}
        placeholder={t`A person or a company`}
      />
      <ItemsField
        items={draft.items}
        max={MAX_ITEMS}
        errorMessage={errors.get('items') ?? null}
        onChange={(items) => change({ items })}
        onImport={(imported) => setDraft((now) => withImported(now, imported))}
      />
      {save.error && <ProblemNote problem={save.error} />}
      <div>
        <Button tone="primary" type="submit" isPending={save.isPending}>
          {listId ? t`Save changes` : t`Save the list`}
        </Button>
      </div>
      <UnsavedChangesGuard isDirty={isDirty} />
    </form>
  )
}

/** Typed values take precedence over those of a file or example. */
export function withImported(now: ListDraft, { items = [], ...imported }: Partial<ListDraft>): ListDraft {
  return {
    name: now.name || (imported.name ?? ''),
    startsOn: now.startsOn ?? imported.startsOn ?? null,
    endsOn: now.endsOn ?? imported.endsOn ?? null,
    requestedBy: now.requestedBy || (imported.requestedBy ?? null),
    items: [...now.items, ...items].slice(0, MAX_ITEMS),
  }
}

function useListSave(listId: string | undefined, onSaved: (list: RequirementList) => void) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (input: RequirementListInput) =>
      listId ? updateList(listId, input) : createList(input, idempotencyKey),
    onSuccess: (list) => {
      queryClient.setQueryData(listQuery(list.id).queryKey, list)
      void queryClient.invalidateQueries({ queryKey: listsQuery.queryKey })
      onSaved(list)
    },
  })
}
