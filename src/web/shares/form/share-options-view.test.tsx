import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ShareInput } from '#shared/shares/share.ts'
import { button, field } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { ShareOptionsView } from './share-options-view.tsx'
import { emptyValues, type ShareValues } from './share-values.ts'

type Refused = { wait: Promise<void>; path: 'passcode' | 'viewLimit' }

function RefusedForm({ wait, path }: Refused) {
  const form = useForm<ShareValues, unknown, ShareInput>({ defaultValues: emptyValues([]) })
  const refuse = form.handleSubmit(async () => {
    await wait
    form.setError(path, { message: 'Not like this' })
  })
  return (
    <form noValidate onSubmit={refuse}>
      <ShareOptionsView form={form} />
      <button type="submit">Save</button>
    </form>
  )
}

test.each([
  ['passcode', /^Passcode/],
  ['viewLimit', /^Number of views/],
] as const)(
  '%s that is refused opens the options, whatever the owner does meanwhile',
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
