import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { MAX_ITEMS } from '#shared/requirements/item.ts'
import {
  type RequirementList,
  type RequirementListInput,
  requirementListInput,
} from '#shared/requirements/list.ts'
import { t } from '#web/i18n/t.ts'
import { NotFoundPage } from '#web/layout/not-found-page.tsx'
import { Field, useField } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { FormEnd } from '#web/ui/save-bar.tsx'
import { schemaResolver } from '#web/ui/schema-resolver.ts'
import { Skeleton } from '#web/ui/spinner.tsx'
import { changedOf, useSave } from '#web/ui/use-save.ts'
import { createList, listQuery, updateList } from './api.ts'
import { ContractFields } from './contract-fields.tsx'
import { ItemsField } from './items-field.tsx'
import { draftOf, emptyDraft, type ListDraft, withImported } from './list-draft.ts'

const route = getRouteApi('/credentials/lists/$listId/edit')

export function ListNewPage() {
  const onSaved = useOpenList()
  return (
    <Page
      title={t`New requirement list`}
      eyebrow={<BackToLists />}
      heading={t`What does the job ask for?`}
      width="form"
    >
      <ListForm onSaved={onSaved} />
    </Page>
  )
}

export function ListEditPage() {
  const { listId } = route.useParams()
  const { data, error, refetch } = useQuery(listQuery(listId))
  const onSaved = useOpenList()
  if (data === null) return <NotFoundPage />
  return (
    <Page title={t`Edit requirement list`} eyebrow={<BackToLists />} width="form">
      {data && <ListForm stored={data} onSaved={onSaved} />}
      {!data && error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-80 w-full" />}
    </Page>
  )
}

function useOpenList() {
  const navigate = useNavigate()
  return ({ id }: { id: string }) =>
    void navigate({ to: '/credentials/lists/$listId', params: { listId: id }, replace: true })
}

function BackToLists() {
  return <Link to="/credentials/lists" className="underline">{t`Requirement lists`}</Link>
}

type ListFormProps = { stored?: RequirementList; onSaved(list: RequirementList): void }

function ListForm({ stored, onSaved }: ListFormProps) {
  // As it was opened: what another device changes meanwhile is not in the form.
  const [initial] = useState(stored)
  const form = useForm<ListDraft, unknown, RequirementListInput>({
    defaultValues: initial ? draftOf(initial) : emptyDraft,
    resolver: schemaResolver({ schema: requirementListInput, required: {} }),
  })
  const { control } = form
  const items = useField(control, 'items')
  const { submit, isSaving, isDirty, problem } = useSave(form, {
    ...{ initial, onSaved },
    send: (values, { idempotencyKey }) =>
      initial
        ? updateList(initial.id, changedOf(draftOf(initial), values))
        : createList(values, idempotencyKey),
    queryOf: ({ id }) => listQuery(id),
  })
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      <ContractFields control={control} />
      <Field
        control={control}
        name="requestedBy"
        as={TextField}
        label={t`Who asks for it`}
        isRequired={false}
        maxLength={200}
        placeholder={t`A person or a company`}
      />
      <ItemsField
        {...items}
        max={MAX_ITEMS}
        onImport={(imported) =>
          form.reset(withImported(form.getValues(), imported), { keepDefaultValues: true })
        }
      />
      <FormEnd label={initial ? t`Save changes` : t`Save the list`} {...{ problem, isSaving, isDirty }} />
    </form>
  )
}
