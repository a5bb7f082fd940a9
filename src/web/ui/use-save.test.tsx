import { useForm } from 'react-hook-form'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { alert, button, field, fillIn } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { Field } from './fields/field.tsx'
import { TextField } from './fields/text-field.tsx'
import { ProblemNote } from './problem-note.tsx'
import { isSameFiles, useSave } from './use-save.ts'

type Saved = { id: string; name: string }
type Send = (values: { name: string; notes: string }, sent: { idempotencyKey: string }) => Promise<Saved>
type FormProps = { send: Send; isNew?: boolean; stays?: boolean; onSaved?(saved: Saved): void }

function SampleForm({ send, isNew = false, stays = false, onSaved }: FormProps) {
  const form = useForm({ defaultValues: { name: '', notes: '' } })
  const save = useSave(form, {
    ...{ initial: isNew ? undefined : { id: '1' }, stays, send },
    ...(onSaved && { onSaved }),
  })
  return (
    <form noValidate onSubmit={save.submit}>
      <Field control={form.control} name="name" as={TextField} label="Name" />
      <Field control={form.control} name="notes" as={TextField} label="Notes" />
      {save.problem && <ProblemNote problem={save.problem} />}
      <button type="submit">Save</button>
      <p>{save.isDirty ? 'Unsaved' : 'Nothing to save'}</p>
    </form>
  )
}

const saved: Saved = { id: '1', name: 'Ann' }
const refusal = (code: ProblemCode, errors: { path: string; message: string }[] = []) =>
  vi.fn<Send>().mockRejectedValueOnce(new Problem(code, { errors })).mockResolvedValue(saved)

describe('a save that is refused', () => {
  test('shows each error at its field, with the focus on the first', async () => {
    const send = refusal('invalid', [
      { path: 'name', message: 'Not this name' },
      { path: 'notes', message: 'Not these notes' },
    ])
    await renderInApp(<SampleForm send={send} />)
    await userEvent.click(button('Save'))
    await expect.element(field('Name')).toHaveAccessibleDescription('Not this name')
    await expect.element(field('Notes')).toHaveAccessibleDescription('Not these notes')
    await expect.element(field('Name')).toHaveFocus()
    await expect.element(alert).not.toBeInTheDocument()
  })

  test('shows an error that is at no field next to the button', async () => {
    await renderInApp(<SampleForm send={refusal('invalid', [{ path: 'other', message: 'Not that' }])} />)
    await userEvent.click(button('Save'))
    await expect.element(alert).toMatchTextContent('Not that')
  })

  test.each<[ProblemCode, RegExp]>([
    ['not_authenticated', /Your session ended. Your changes are still here: sign in again/],
    ['idempotency_mismatch', /Your first version was already saved/],
    [
      'changed_meanwhile',
      /was changed in the meantime, perhaps on another device. Your changes are still here/,
    ],
    [
      'health_record_not_found',
      /was deleted in the meantime, perhaps in another window. Your changes are still here/,
    ],
    ['unavailable', /cannot reach its database/],
  ])('keeps what was typed (%s), and can be tried again', async (code, sentence) => {
    const send = refusal(code)
    const onSaved = vi.fn()
    await renderInApp(<SampleForm send={send} onSaved={onSaved} />)
    await fillIn('Name', 'Ann')
    await userEvent.click(button('Save'))
    await expect.element(alert).toMatchTextContent(sentence)
    await expect.element(field('Name')).toHaveValue('Ann')
    await userEvent.click(button('Save'))
    await expect.poll(() => onSaved.mock.calls).toEqual([[saved]])
    await expect.element(alert).not.toBeInTheDocument()
    const keys = send.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey)
    expect(new Set(keys).size).toBe(1)
  })

  test('does not call a new record deleted', async () => {
    await renderInApp(<SampleForm isNew send={refusal('license_not_found')} />)
    await userEvent.click(button('Save'))
    await expect.element(alert).toMatchTextContent('License not found')
  })
})

test('a second press while a save runs is ignored', async () => {
  const send = vi.fn<Send>().mockReturnValue(new Promise(() => {}))
  await renderInApp(<SampleForm send={send} />)
  await userEvent.dblClick(button('Save'))
  expect(send).toHaveBeenCalledOnce()
})

test('what is typed into a form that stays, while it is saved, stays and is unsaved', async () => {
  let answer = (_saved: Saved) => {}
  const send = vi.fn<Send>().mockReturnValue(new Promise((resolve) => (answer = resolve)))
  await renderInApp(<SampleForm stays send={send} />)
  await fillIn('Name', 'Ann')
  await userEvent.click(button('Save'))
  await fillIn('Name', 'Anna')
  answer(saved)
  await expect.element(page.getByText('Unsaved')).toBeVisible()
  await expect.element(field('Name')).toHaveValue('Anna')
})

test('documents are the same in any order of those after the first', () => {
  expect(isSameFiles(['front', 'back', 'note'], ['front', 'note', 'back'])).toBe(true)
  expect(isSameFiles(['front', 'back'], ['back', 'front'])).toBe(false)
  expect(isSameFiles(['front'], ['front', 'back'])).toBe(false)
  expect(isSameFiles(['front'], [])).toBe(false)
  expect(isSameFiles([], [])).toBe(true)
})
