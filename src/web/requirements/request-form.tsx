import { type FormEvent, useRef, useState } from 'react'
import { fieldErrors } from '#shared/http/errors.ts'
import { askedOf, MAX_REQUEST_ITEMS } from '#shared/requirements/item.ts'
import { MAX_FRAGMENT, requirementRequest, writeRequestFragment } from '#shared/requirements/request-link.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/fields/copy-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ContractFields } from './contract-fields.tsx'
import { ItemsField } from './items-field.tsx'
import { emptyDraft, type ListDraft } from './list-draft.ts'
import { withImported } from './list-form.tsx'

type Sender = { from: string; contact: string }

/** Creates the link in the browser. Nothing is sent. */
export function RequestForm() {
  const [sender, setSender] = useState<Sender>({ from: '', contact: '' })
  const [draft, setDraft] = useState<ListDraft>(emptyDraft)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [link, setLink] = useState<string | null>(null)
  const result = useRef<HTMLDivElement>(null)
  const change = (fields: Partial<ListDraft>) => {
    setDraft({ ...draft, ...fields })
    setLink(null)
  }
  const changeSender = (fields: Partial<Sender>) => {
    setSender({ ...sender, ...fields })
    setLink(null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const made = linkOf(sender, draft)
    setErrors('errors' in made ? made.errors : new Map())
    setLink('link' in made ? made.link : null)
    if ('link' in made) requestAnimationFrame(() => result.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <TextField
          name="from"
          label={t`Who asks`}
          value={sender.from}
          onChange={(from) => changeSender({ from })}
          errorMessage={errors.get('from') ?? null}
          maxLength={100}
          placeholder={t`A person or a company`}
          description={t`The nurse sees that Lanyard has not checked it.`}
        />
        <TextField
          name="contact"
          label={t`How to reach you`}
          isRequired={false}
          value={sender.contact}
          onChange={(contact) => changeSender({ contact })}
          errorMessage={errors.get('contact') ?? null}
          maxLength={200}
          placeholder={t`Email or phone number`}
        />
      </div>
      <ContractFields draft={draft} errors={errors} onChange={change} />
      <ItemsField
        items={draft.items}
        max={MAX_REQUEST_ITEMS}
        errorMessage={errors.get('items') ?? null}
        onChange={(items) => change({ items })}
        onImport={(imported) => {
          setDraft((now) => withImported(now, imported))
          setLink(null)
        }}
      />
      <div>
        <Button tone="primary" type="submit">{t`Make the link`}</Button>
      </div>
      {link && (
        <div ref={result}>
          <CopyField
            label={t`Link to send`}
            value={link}
            description={t`The link contains the whole list. To change the list, create a new link.`}
          />
        </div>
      )}
    </form>
  )
}

type MadeLink = { link: string } | { errors: ReadonlyMap<string, string> }

function linkOf({ from, contact }: Sender, { name, startsOn, endsOn, items }: ListDraft): MadeLink {
  const parsed = requirementRequest.safeParse({
    ...{ from, contact: contact || null, name, startsOn, endsOn },
    items: items.map((item) => ({ ...askedOf(item), needsCheck: false })),
  })
  if (!parsed.success)
    return {
      errors: new Map(
        fieldErrors(parsed.error).map(({ path, message }) => [path.split('.')[0] ?? '', t(message)]),
      ),
    }
  const fragment = writeRequestFragment(parsed.data)
  if (fragment === null)
    return {
      errors: new Map([
        [
          'items',
          t`This is more than a link can hold (${MAX_FRAGMENT} characters). Shorten titles or notes.`,
        ],
      ]),
    }
  return { link: `${location.origin}/request#${fragment}` }
}
