import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CeuEntryInput } from '#shared/ceu/entry.ts'
import { button, field } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { EntryAuditDetailsView } from './entry-audit-details-view.tsx'
import type { EntryValues } from './entry-values.ts'

type Refused = { wait: Promise<void>; path: 'holderName' | 'approvedBy' | 'providerNumber' | 'notes' }

function RefusedForm({ wait, path }: Refused) {
  const form = useForm<EntryValues, unknown, CeuEntryInput>()
  const refuse = form.handleSubmit(async () => {
    await wait
    form.setError(path, { message: 'Not like this' })
  })
  return (
    <form noValidate onSubmit={refuse}>
      <EntryAuditDetailsView form={form} />
      <button type="submit">Save</button>
    </form>
  )
}

test.each([
  ['holderName', 'Name on the certificate'],
  ['approvedBy', 'Provider approved by'],
  ['providerNumber', 'Provider number'],
  ['notes', 'Notes'],
] as const)(
  '%s that is refused opens the details, whatever the owner does meanwhile',
  async (path, label) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await renderInApp(<RefusedForm wait={promise} path={path} />)
    await userEvent.click(button('Save'))
    await userEvent.keyboard('{Shift}')
    resolve()
    await expect.element(field(label)).toBeVisible()
    await expect.element(field(label)).toHaveFocus()
  },
)
