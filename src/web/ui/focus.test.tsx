import { useState } from 'react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Problem } from '#shared/http/errors.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { Button } from './button.tsx'
import { TextField } from './fields/text-field.tsx'
import { ProblemNote } from './problem-note.tsx'
import { SaveBar } from './save-bar.tsx'

type Errors = { first?: string; folded?: string; group?: string; problem?: Problem }

/** A form that is longer than a phone, with a save bar. A submit is refused with `errors` after `delay`. */
function LongForm({ errors, delay }: { errors: Errors; delay: number }) {
  const [shown, setShown] = useState<Errors>({})
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTimeout(() => setShown(errors), delay)
      }}
    >
      {shown.problem && <ProblemNote problem={shown.problem} />}
      <TextField label="First" value="" errorMessage={shown.first ?? null} />
      <fieldset tabIndex={-1}>
        <legend>Group</legend>
        {shown.group && <p role="alert">{shown.group}</p>}
      </fieldset>
      <div className="h-[1500px]" />
      <details>
        <summary>More</summary>
        <TextField label="Folded" value="" errorMessage={shown.folded ?? null} />
      </details>
      <div className="h-[1500px]" />
      <TextField label="Other" value="" errorMessage={null} />
      <SaveBar>
        <Button type="submit" tone="primary">
          Save
        </Button>
      </SaveBar>
    </form>
  )
}

async function renderForm(errors: Errors, delay = 0) {
  await page.viewport(390, 700)
  onTestFinished(() => page.viewport(1280, 900))
  await renderInApp(<LongForm errors={errors} delay={delay} />)
  window.scrollTo({ top: 5000 })
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
}

/** Whether the element is in the window, above the save bar. */
function isInView(text: string): boolean {
  const { top, bottom } = page.getByText(text).element().getBoundingClientRect()
  const bar = document.querySelector('[data-save-bar]')?.getBoundingClientRect().top ?? innerHeight
  return top >= 0 && bottom <= bar
}

const field = (name: string) => page.getByRole('textbox', { name })

describe('after a failed save', () => {
  test.each([0, 600])('the first bad field has the focus and is in view, after %d ms', async (delay) => {
    await renderForm({ first: 'Enter the first.', folded: 'Enter the folded.' }, delay)
    await expect.element(field('First')).toHaveFocus()
    await expect.poll(() => isInView('Enter the first.')).toBe(true)
  })

  test('a collapsed part opens for its field', async () => {
    await renderForm({ folded: 'Enter the folded.' }, 300)
    await expect.element(field('Folded')).toHaveFocus()
    await expect.poll(() => isInView('Enter the folded.')).toBe(true)
  })

  test('the error of a group counts as a field', async () => {
    await renderForm({ group: 'Choose one.', folded: 'Enter the folded.' })
    await expect.element(page.getByRole('group', { name: 'Group' })).toHaveFocus()
    await expect.poll(() => isInView('Choose one.')).toBe(true)
  })

  test('a message about the whole form is in view, and the focus stays', async () => {
    await renderForm({ problem: new Problem('unavailable') }, 300)
    await expect.element(page.getByRole('alert')).toBeInTheDocument()
    await expect
      .poll(() => page.getByRole('alert').element().getBoundingClientRect().top)
      .toBeGreaterThanOrEqual(0)
    await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus()
  })

  test('the same error is shown again after the next try', async () => {
    await renderForm({ first: 'Enter the first.' })
    await expect.element(field('First')).toHaveFocus()
    window.scrollTo({ top: 5000 })
    await userEvent.click(page.getByRole('button', { name: 'Save' }))
    await expect.element(field('First')).toHaveFocus()
    await expect.poll(() => isInView('Enter the first.')).toBe(true)
  })

  test('the focus stays if the user moves on meanwhile', async () => {
    await renderForm({ first: 'Enter the first.' }, 600)
    await userEvent.click(field('Other'))
    await expect.element(page.getByText('Enter the first.')).toBeInTheDocument()
    await expect.element(field('Other')).toHaveFocus()
  })
})
