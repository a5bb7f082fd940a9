import { type ComponentType, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, field } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { ComboFieldStart } from './combo-field.tsx'
import { DateFieldStart } from './date-field.tsx'
import { FullComboField } from './full-combo-field.tsx'
import { FullDateField } from './full-date-field.tsx'
import { FullSelectField } from './full-select-field.tsx'
import { laterField } from './later-field.tsx'
import { SelectFieldStart } from './select-field.tsx'

const states = [
  { id: 'TX', label: 'Texas' },
  { id: 'FL', label: 'Florida' },
]

/** A loader that waits for `finish`. */
function heldBack<T>(loaded: T) {
  const { promise, resolve } = Promise.withResolvers<T>()
  return { load: () => promise, finish: () => resolve(loaded) }
}

type ValueProps<V> = { label: string; value: V; onChange: (value: V) => void }

async function renderField<V>(Field: ComponentType<ValueProps<V>>, initial: V) {
  let last = initial
  function Screen() {
    const [value, setValue] = useState(initial)
    const change = (next: V) => {
      last = next
      setValue(next)
    }
    return (
      <>
        <Field label="Field" value={value} onChange={change} />
        <button type="button">Elsewhere</button>
      </>
    )
  }
  await renderInApp(<Screen />)
  return { last: () => last }
}

const StateField = (load: () => Promise<typeof FullComboField>) => {
  const Field = laterField(load, ComboFieldStart)
  return (props: ValueProps<string>) => <Field {...props} items={states} allowsCustom />
}
const parts = page.getByRole('group', { name: 'Field' }).getByRole('spinbutton')

test('text that is typed before the list is there stays, with the focus, and is found in the list', async () => {
  const { load, finish } = heldBack(FullComboField)
  const { last } = await renderField<string>(StateField(load), '')
  await userEvent.click(field('Field'))
  await userEvent.keyboard('flo')
  finish()
  await expect.element(page.getByRole('option', { name: 'Florida' })).toBeVisible()
  await expect.element(field('Field')).toHaveFocus()
  await userEvent.keyboard('rida')
  await userEvent.tab()
  await expect.poll(last).toBe('FL')
  await expect.element(field('Field')).toHaveValue('Florida')
})

test('a text that was selected before the list is loaded is replaced by the next typed text', async () => {
  const { load, finish } = heldBack(FullComboField)
  const { last } = await renderField<string>(StateField(load), 'Ontario')
  await userEvent.click(field('Field'))
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  finish()
  await expect.poll(() => field('Field').element().closest('[data-rac]')).not.toBeNull()
  await userEvent.keyboard('Quebec')
  await userEvent.tab()
  await expect.poll(last).toBe('Quebec')
})

test('a text that was left while several options match it is loaded with its error', async () => {
  const { load, finish } = heldBack(FullComboField)
  const { last } = await renderField<string>(StateField(load), '')
  await userEvent.fill(field('Field'), 'a')
  await userEvent.click(button('Elsewhere'))
  const isMarked = async () => {
    await expect.element(field('Field')).toHaveValue('a')
    await expect.element(field('Field')).toHaveAccessibleDescription(/use “a” as written/)
  }
  await isMarked()
  finish()
  await expect.poll(() => field('Field').element().closest('[data-rac]')).not.toBeNull()
  await isMarked()
  expect(last()).toBe('')
})

test('a field that was left is loaded without taking the focus back', async () => {
  const { load, finish } = heldBack(FullComboField)
  const { last } = await renderField<string>(StateField(load), '')
  await userEvent.fill(field('Field'), 'Ontario')
  await userEvent.click(button('Elsewhere'))
  finish()
  await expect.poll(() => field('Field').element().closest('[data-rac]')).not.toBeNull()
  await expect.element(button('Elsewhere')).toHaveFocus()
  await expect.element(field('Field')).toHaveValue('Ontario')
  expect(last()).toBe('Ontario')
})

test('a date that is typed before its parts are loaded is complete once they are', async () => {
  const { load, finish } = heldBack(FullDateField)
  const { last } = await renderField<string | null>(laterField(load, DateFieldStart), null)
  await expect.element(parts.first()).toHaveAccessibleName(/^month.*Field$/)
  await userEvent.click(parts.first())
  await userEvent.keyboard('0331')
  finish()
  await expect.element(parts.nth(2)).toHaveFocus()
  await userEvent.keyboard('2027')
  await expect.poll(last).toBe('2027-03-31')
})

test('a date that is typed and left before the field is loaded is complete immediately', async () => {
  const { load, finish } = heldBack(FullDateField)
  const { last } = await renderField<string | null>(laterField(load, DateFieldStart), null)
  await userEvent.click(parts.first())
  await userEvent.keyboard('03312027')
  await expect.poll(last).toBe('2027-03-31')
  await userEvent.click(button('Elsewhere'))
  finish()
  await expect.poll(() => document.querySelector('[role=group][data-rac]')).not.toBeNull()
  await expect.element(button('Elsewhere')).toHaveFocus()
  expect(parts.elements().map(({ textContent }) => textContent)).toEqual(['03', '31', '2027'])
})

test.each([
  ['1', '2052027'],
  ['12', '052027'],
  ['120', '52027'],
  ['1205202', '7'],
])('a date whose field comes after %s has no other digit', async (before, after) => {
  const { load, finish } = heldBack(FullDateField)
  const { last } = await renderField<string | null>(laterField(load, DateFieldStart), '2026-11-24')
  await userEvent.click(parts.first())
  await userEvent.keyboard(before)
  finish()
  await expect.poll(() => document.querySelector('[role=group][data-rac]')).not.toBeNull()
  await userEvent.keyboard(after)
  await expect.poll(last).toBe('2027-12-05')
})

test('a year of two digits is in this century, also before the date is loaded', async () => {
  const { last } = await renderField<string | null>(
    laterField(heldBack(FullDateField).load, DateFieldStart),
    '2026-03-31',
  )
  await userEvent.click(parts.nth(2))
  await userEvent.keyboard('27')
  await userEvent.click(button('Elsewhere'))
  await expect.poll(last).toBe('2027-03-31')
})

test('a date looks the same before and after it is loaded', async () => {
  const { load, finish } = heldBack(FullDateField)
  await renderField<string | null>(laterField(load, DateFieldStart), '2027-03-31')
  const box = () => {
    const { width, height } = page.getByRole('group', { name: 'Field' }).element().getBoundingClientRect()
    const places = parts.elements().map((part) => Math.round(part.getBoundingClientRect().left))
    return { width, height, places, text: parts.elements().map(({ textContent }) => textContent) }
  }
  const before = box()
  await userEvent.hover(page.getByRole('group', { name: 'Field' }))
  finish()
  await expect.poll(() => document.querySelector('[role=group][data-rac]')).not.toBeNull()
  expect(box()).toEqual(before)
})

test('a calendar or list that was requested opens once it is loaded', async () => {
  const date = heldBack(FullDateField)
  await renderField<string | null>(laterField(date.load, DateFieldStart), null)
  await userEvent.click(button(/^Open calendar/))
  date.finish()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
})

test('a select that was pressed opens once its list is loaded', async () => {
  const { load, finish } = heldBack(FullSelectField)
  const Field = laterField(load, SelectFieldStart)
  const { last } = await renderField<string>((props) => <Field {...props} items={states} />, 'TX')
  await userEvent.click(button(/Texas/))
  finish()
  await expect.element(page.getByRole('option', { name: 'Texas' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(last).toBe('FL')
})

test('a select looks the same before and after it is loaded', async () => {
  const { load, finish } = heldBack(FullSelectField)
  const Field = laterField(load, SelectFieldStart)
  await renderField<string>((props) => <Field {...props} items={states} />, 'TX')
  const background = () => getComputedStyle(button(/Texas/).element()).backgroundColor
  const before = background()
  await userEvent.hover(button(/Texas/))
  finish()
  await expect.poll(() => button(/Texas/).element().closest('[data-rac]')).not.toBeNull()
  await expect.poll(background).toBe(before)
})

test('a field that cannot be loaded keeps its text and says so; the next approach tries again', async () => {
  let isConnected = false
  const load = async () => {
    if (!isConnected) throw new Error('no connection')
    return FullComboField
  }
  const { last } = await renderField<string>(StateField(load), '')
  await userEvent.fill(field('Field'), 'Ontario')
  await userEvent.tab()
  await expect.element(page.getByText('This field could not be loaded')).toBeVisible()
  expect(last()).toBe('Ontario')
  isConnected = true
  await userEvent.click(field('Field'))
  await expect.poll(() => document.querySelector('input[data-rac]')).not.toBeNull()
  await expect.element(field('Field')).toHaveValue('Ontario')
})
