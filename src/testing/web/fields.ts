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

/** Month, day and year in typing order, such as `03312027`. */
export async function typeDate(label: string, digits: string): Promise<void> {
  await userEvent.click(page.getByRole('group', { name: label }).getByRole('spinbutton').first())
  await userEvent.keyboard(digits)
}

/** Leaves the field afterward: its open list covers the content below, and a number is accepted only then. */
export async function fillIn(label: string | RegExp, text: string): Promise<void> {
  await userEvent.fill(field(label), text)
  await userEvent.tab()
}
