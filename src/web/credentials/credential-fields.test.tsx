import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { z } from 'zod'
import type { certificationInput } from '#shared/credentials/credential.ts'
import { certificationDisplay, initialValuesOf } from '#shared/credentials/field-display.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { button, field } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { MoreFields } from './credential-fields.tsx'
import { MoreCommonFields } from './more-common-fields.tsx'
import { commonControl } from './use-credential-save.ts'

type Refused = { wait: Promise<void>; path: 'tags' | 'reminderDays' | 'notes' }

function RefusedForm({ wait, path }: Refused) {
  const form = useForm<z.input<typeof certificationInput>>({
    defaultValues: {
      kind: 'certification',
      name: 'BLS',
      issuer: 'AHA',
      ...initialValuesOf(certificationDisplay),
    },
  })
  const refuse = form.handleSubmit(async () => {
    await wait
    form.setError(path, { message: 'Not like this' })
  })
  return (
    <form noValidate onSubmit={refuse}>
      <MoreFields control={form.control}>
        <MoreCommonFields control={commonControl(form.control)} />
      </MoreFields>
      <button type="submit">Save</button>
    </form>
  )
}

test.each([
  ['tags', 'Tags'],
  ['reminderDays', 'Remind me'],
  ['notes', 'Notes'],
] as const)(
  '%s that is refused opens the details, whatever the owner does meanwhile',
  async (path, label) => {
    stubCredentialNetwork()
    const { promise, resolve } = Promise.withResolvers<void>()
    await renderInApp(<RefusedForm wait={promise} path={path} />)
    await userEvent.click(button('Save'))
    await userEvent.keyboard('{Shift}')
    resolve()
    await expect.element(field(label)).toBeVisible()
    await expect.element(field(label)).toHaveFocus()
  },
)
