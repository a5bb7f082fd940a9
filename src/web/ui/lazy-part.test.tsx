import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { lazyPart } from './lazy-part.tsx'

test('a part whose file is missing keeps what was typed, and loads when tried again', async () => {
  let isGone = true
  const Part = lazyPart(async () => {
    if (isGone) throw new TypeError('Failed to fetch dynamically imported module')
    return { PartOf: ({ name }: { name: string }) => <p>{`The part of ${name}`}</p> }
  }, 'PartOf')
  function Form() {
    const [isOpen, setOpen] = useState(false)
    return (
      <form>
        <input aria-label="Title" />
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <div style={{ height: '200vh' }} />
        {isOpen && <Part name="Ann" />}
      </form>
    )
  }
  await render(<Form />)
  await page.getByLabelText('Title').fill('Wound care')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('could not be loaded')
  await expect.element(page.getByRole('alert')).toBeInViewport()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  isGone = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The part of Ann')).toBeVisible()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Wound care')
})
