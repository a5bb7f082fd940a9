import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, field } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { FilterForm, FilterToggle } from './credential-filter-form.tsx'
import type { CredentialSearch } from './use-credential-filter.ts'

function Screen({ initial }: { initial: CredentialSearch }) {
  const [search, setSearch] = useState(initial)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <FilterToggle isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <FilterForm
        search={search}
        tags={['travel']}
        isFolded={!isOpen}
        onChange={(next) => setSearch({ ...search, ...next })}
        {...unused}
      />
    </>
  )
}

const unused = {
  ...{ isSought: false, onSought: () => {}, isSelecting: false, onSelect: null },
}

const searchField = page.getByRole('searchbox', { name: 'Search' })
const filters = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
const textOf = () => filters.elements().map((each) => each.textContent)

test('the collapsed filter shows what it filters by, and each part can be removed', async () => {
  await renderInApp(<Screen initial={{ q: 'rn', status: 'expiring', tag: 'travel' }} />)
  await expect.poll(textOf).toEqual(['“rn”', 'Expiring soon', 'travel'])
  await userEvent.click(button('Remove filter Expiring soon'))
  await userEvent.click(button('Remove filter “rn”'))
  await expect.poll(textOf).toEqual(['travel'])
  await userEvent.click(button('Remove filter travel'))
  await expect.element(filters).not.toBeInTheDocument()
})

test('one button opens the search, the tag, the order, and every status', async () => {
  await renderInApp(<Screen initial={{}} />)
  const toggle = button('Search and filter')
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect.element(searchField).not.toBeInTheDocument()
  await userEvent.click(toggle)
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  for (const name of ['Expired', 'Expiring soon', 'Renewal due', 'Date missing', 'Active', 'Archived'])
    await expect.element(button(name)).toBeInTheDocument()
  await expect.element(field('Tag')).toBeVisible()
  await expect.element(searchField).toHaveFocus()
  await userEvent.click(button('Archived'))
  await userEvent.click(toggle)
  await expect.poll(textOf).toEqual(['Archived'])
})
