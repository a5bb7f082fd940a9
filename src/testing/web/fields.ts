import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

/** A text field by its label. Includes hidden fields, because fields in a closed `details` count as hidden. */
export const field = (name: string | RegExp) =>
  page
    .getByRole('textbox', { name, exact: true, includeHidden: true })
    .or(page.getByRole('combobox', { name, exact: true, includeHidden: true }))

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const alert = page.getByRole('alert')
/** The toast that confirms an action. */
export const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('status')

/** A date by its label. */
export const dateField = (label: string) => page.getByLabelText(label, { exact: true })

/** Month, day and year in the order of an American browser, such as `03312027`. */
export async function typeDate(label: string, digits: string): Promise<void> {
  await expect.element(dateField(label)).toBeEnabled()
  dateField(label).element().focus()
  await userEvent.keyboard(digits)
}

/** Chooses an option of a select, by its text. */
export const choose = (label: string | RegExp, option: string) =>
  userEvent.selectOptions(field(label), option)

/** Leaves the field afterward, which accepts what was typed. */
export async function fillIn(label: string | RegExp, text: string): Promise<void> {
  await userEvent.fill(field(label), text)
  await userEvent.tab()
}
