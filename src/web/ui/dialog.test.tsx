import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInApp } from '#testing/web/render.tsx'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './fields/text-field.tsx'

const opener = page.getByRole('button', { name: 'Rename' })
const close = page.getByRole('button', { name: 'Close' })
const name = page.getByRole('textbox', { name: 'Name' })
const save = page.getByRole('button', { name: 'Save' })

function RenameScreen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Rename</Button>
      <Button>Behind</Button>
      <Dialog
        title="Rename this device"
        isOpen={isOpen}
        onOpenChange={setOpen}
        footer={<Button tone="primary">Save</Button>}
      >
        <TextField label="Name" />
      </Dialog>
    </>
  )
}

async function openWithKeyboard() {
  await renderInApp(<RenameScreen />)
  await userEvent.tab()
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
}

describe('a dialog on the keyboard', () => {
  test('takes the focus and is named by its title', async () => {
    await openWithKeyboard()
    await expect.element(page.getByRole('dialog', { name: 'Rename this device' })).toHaveFocus()
  })

  test('keeps the focus inside, in both directions', async () => {
    await openWithKeyboard()
    for (const next of [close, name, save, close]) {
      await userEvent.tab()
      await expect.element(next).toHaveFocus()
    }
    for (const previous of [save, name]) {
      await userEvent.tab({ shift: true })
      await expect.element(previous).toHaveFocus()
    }
  })

  test('hides what is behind it from a screen reader', async () => {
    await openWithKeyboard()
    await expect.element(save).toBeVisible()
    const behind = page.getByText('Behind').element()
    expect(behind.closest('[inert], [aria-hidden="true"]')).not.toBeNull()
    expect(save.element().closest('[inert], [aria-hidden="true"]')).toBeNull()
  })

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its Close button', () => userEvent.click(close)],
    ['a click beside it', () => userEvent.click(document.body, { position: { x: 5, y: 5 } })],
  ])('%s closes it and the focus returns to where it was', async (_how, closeIt) => {
    await openWithKeyboard()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await closeIt()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })
})

describe('a dialog for a final action', () => {
  const renderConfirm = async (isPending: boolean) => {
    const handlers = { onConfirm: vi.fn(), onOpenChange: vi.fn() }
    await renderInApp(
      <ConfirmDialog
        title="Delete this license?"
        body="Its files go with it."
        confirmLabel="Delete"
        isOpen
        isPending={isPending}
        {...handlers}
      />,
    )
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    return handlers
  }

  test('is not closed by a click outside it', async () => {
    const { onOpenChange } = await renderConfirm(false)
    await userEvent.click(document.body, { position: { x: 5, y: 5 } })
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    expect(onOpenChange).not.toHaveBeenCalled()
  })

  test('confirms with one button, and cancels with the other', async () => {
    const { onConfirm, onOpenChange } = await renderConfirm(false)
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
    expect(onConfirm).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: 'Delete' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  test('ignores a second confirmation while the first is pending', async () => {
    const { onConfirm } = await renderConfirm(true)
    await userEvent.click(page.getByRole('button', { name: 'Working' }), { force: true })
    expect(onConfirm).not.toHaveBeenCalled()
  })
})
