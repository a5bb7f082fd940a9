import { type Control, useForm } from 'react-hook-form'
import { msg } from '#shared/i18n/translate.ts'
import { askedOf, MAX_REQUEST_ITEMS } from '#shared/requirements/item.ts'
import {
  MAX_FRAGMENT,
  type RequirementRequest,
  requirementRequest,
  writeRequestFragment,
} from '#shared/requirements/request-link.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, useField } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { schemaResolver } from '#web/ui/schema-resolver.ts'
import { ContractFields } from './contract-fields.tsx'
import { ItemsField } from './items-field.tsx'
import { emptyDraft, type ListDraft, withImported } from './list-draft.ts'

type RequestValues = ListDraft & { from: string; contact: string }

/** Creates the link in the browser. Nothing is sent. */
export function RequestForm({ onLink }: { onLink(link: string): void }) {
  const form = useForm<RequestValues, unknown, RequirementRequest>({
    defaultValues: { ...emptyDraft, from: '', contact: '' },
    resolver,
  })
  const { control, getValues, reset } = form
  const items = useField(control, 'items')
  const submit = form.handleSubmit((request) =>
    onLink(`${location.origin}/request#${writeRequestFragment(request)}`),
  )
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <Field
          control={control}
          name="from"
          as={TextField}
          label={t`Who asks`}
          isRequired
          maxLength={100}
          placeholder={t`A person or a company`}
          description={t`The nurse sees that Lanyard has not checked it.`}
        />
        <Field
          control={control}
          name="contact"
          as={TextField}
          label={t`How to reach you`}
          isRequired={false}
          maxLength={200}
          placeholder={t`Email or phone number`}
        />
      </div>
      <ContractFields control={control as unknown as Control<ListDraft>} />
      <ItemsField
        {...items}
        max={MAX_REQUEST_ITEMS}
        onImport={(imported) => reset(withImported(getValues(), imported), { keepDefaultValues: true })}
      />
      <SaveBar>
        <Button tone="primary" type="submit">{t`Make the link`}</Button>
      </SaveBar>
    </form>
  )
}

function requestOf({ from, contact, name, startsOn, endsOn, items }: RequestValues): RequirementRequest {
  return {
    ...{ from, contact: contact || null, name, startsOn, endsOn },
    items: items.map((item) => ({ ...askedOf(item), needsCheck: false })),
  }
}

const resolver = schemaResolver<RequestValues, RequirementRequest>({
  schema: requirementRequest,
  toInput: requestOf,
  required: {},
  check: (values) =>
    writeRequestFragment(requestOf(values)) === null
      ? [
          {
            path: 'items',
            message: msg`This is more than a link can hold (${MAX_FRAGMENT} characters). Shorten titles or notes.`,
          },
        ]
      : [],
})
