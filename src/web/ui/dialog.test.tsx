import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInApp } from '#testing/web/render.tsx'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './fields/text-field.tsx'
import { Menu } from './menu.tsx'
import { showToast } from './toast-queue.ts'

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
        onClose={() => setOpen(false)}
        footer={<Button tone="primary">Save</Button>}
      >
        <TextField label="Name" />
      </Dialog>
    </>
  )
}

/** Text for screen readers is absolutely positioned. */
test('only the content of a long dialog scrolls', async () => {
  const sources = Array.from({ length: 60 }, (_, at) => `Source ${at + 1}`)
  await renderInApp(
    <Dialog title="Sources" onClose={() => {}}>
      {sources.map((source) => (
        <p key={source}>
          {source}
          <span className="sr-only"> (opens in a new tab)</span>
        </p>
      ))}
    </Dialog>,
  )
  const dialog = page.getByRole('dialog', { name: 'Sources' })
  await expect.element(dialog).toBeVisible()
  const { scrollHeight, clientHeight } = dialog.element()
  expect(scrollHeight).toBe(clientHeight)
})

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
    for (const next of [close, name, save]) {
      await userEvent.tab()
      await expect.element(next).toHaveFocus()
    }
    for (const previous of [name, close]) {
      await userEvent.tab({ shift: true })
      await expect.element(previous).toHaveFocus()
    }
    // The browser's own bar may be among them, but nothing behind the dialog.
    for (let stop = 0; stop < 8; stop += 1) {
      await userEvent.tab()
      const { activeElement } = document
      expect(activeElement === document.body || activeElement?.closest('dialog')).toBeTruthy()
    }
  })

  test('covers what is behind it, which cannot be pressed', async () => {
    await openWithKeyboard()
    await expect.element(save).toBeVisible()
    const { left, top } = opener.element().getBoundingClientRect()
    expect(document.elementFromPoint(left + 5, top + 5)).toBe(page.getByRole('dialog').element())
  })

  test('gives the focus to a field that asks for it', async () => {
    await renderInApp(
      <Dialog title="Name it" onClose={() => {}}>
        <TextField label="Name" autoFocus />
      </Dialog>,
    )
    await expect.element(name).toHaveFocus()
  })

  test('stays open when a selection is dragged out of it', async () => {
    await openWithKeyboard()
    await userEvent.fill(name, 'phone')
    await userEvent.dragAndDrop(name, document.body, { targetPosition: { x: 5, y: 5 } })
    await expect.element(save).toBeVisible()
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

describe('a dialog in a dialog', () => {
  function NestedScreen() {
    const [isOpen, setOpen] = useState(false)
    const [isAsking, setAsking] = useState(false)
    return (
      <>
        <Button onPress={() => setOpen(true)}>Rename</Button>
        <Dialog title="Rename this device" isOpen={isOpen} onClose={() => setOpen(false)}>
          <Button onPress={() => setAsking(true)}>Delete it</Button>
          <ConfirmDialog
            title="Delete this device?"
            body="It is signed out."
            confirmLabel="Delete"
            isOpen={isAsking}
            onClose={() => setAsking(false)}
            onConfirm={() => showToast({ title: 'Not possible now', tone: 'destructive' })}
          />
        </Dialog>
      </>
    )
  }

  test('closes alone, and the focus goes back one step at a time', async () => {
    await renderInApp(<NestedScreen />)
    await userEvent.click(opener)
    await userEvent.click(page.getByRole('button', { name: 'Delete it' }))
    await expect.element(page.getByRole('alertdialog')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Delete it' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  test('shows a toast that can be dismissed', async () => {
    await renderInApp(<NestedScreen />)
    await userEvent.click(opener)
    await userEvent.click(page.getByRole('button', { name: 'Delete it' }))
    const question = page.getByRole('alertdialog')
    await userEvent.click(question.getByRole('button', { name: 'Delete', exact: true }))
    await expect.element(question.getByRole('alert')).toHaveTextContent('Not possible now')
    await userEvent.click(question.getByRole('button', { name: 'Dismiss' }))
    await expect.element(page.getByText('Not possible now')).not.toBeInTheDocument()
  })
})

describe('a menu', () => {
  const more = page.getByRole('button', { name: 'More' })
  const item = (label: string) => page.getByRole('menuitem', { name: label })
  const renderMenu = async () => {
    const actions = { rename: vi.fn(), remove: vi.fn() }
    await renderInApp(
      <>
        <Menu
          aria-label="More"
          trigger={<Button>More</Button>}
          items={[
            { id: 'rename', label: 'Rename', onAction: actions.rename },
            { id: 'open', label: 'Open', href: '/credentials' },
            { id: 'remove', label: 'Delete', onAction: actions.remove },
          ]}
        />
        <Button>Behind</Button>
      </>,
    )
    return actions
  }

  test('opens with a press, and its first item has the focus', async () => {
    const { rename } = await renderMenu()
    await userEvent.click(more)
    await expect.element(item('Rename')).toHaveFocus()
    await userEvent.click(item('Rename'))
    expect(rename).toHaveBeenCalledOnce()
    await expect.element(item('Rename')).not.toBeInTheDocument()
    await expect.element(more).toHaveFocus()
  })

  test('is used with the keyboard: arrows, End, first letters, Enter', async () => {
    const { remove } = await renderMenu()
    more.element().focus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(item('Delete')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(item('Open')).toHaveFocus()
    await userEvent.keyboard('r')
    await expect.element(item('Rename')).toHaveFocus()
    await userEvent.keyboard('{End}{Enter}')
    expect(remove).toHaveBeenCalledOnce()
  })

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its button', () => userEvent.click(more)],
    ['Tab', () => userEvent.tab()],
    ['a press beside it', () => userEvent.click(document.body, { position: { x: 5, y: 500 } })],
  ])('%s closes it', async (_how, closeIt) => {
    await renderMenu()
    await userEvent.click(more)
    await expect.element(item('Rename')).toHaveFocus()
    await closeIt()
    await expect.element(item('Rename')).not.toBeInTheDocument()
  })

  test('follows a link in the app', async () => {
    const { path } = await renderAndOpen()
    await userEvent.click(item('Open'))
    expect(path()).toBe('/credentials')
  })
  async function renderAndOpen() {
    const app = await renderInApp(
      <Menu
        aria-label="More"
        trigger={<Button>More</Button>}
        items={[{ id: 'open', label: 'Open', href: '/credentials' }]}
      />,
    )
    await userEvent.click(more)
    return app
  }
})

describe('a dialog for a final action', () => {
  const renderConfirm = async (isPending: boolean) => {
    const handlers = { onConfirm: vi.fn(), onClose: vi.fn() }
    await renderInApp(
      <ConfirmDialog
        title="Delete this license?"
        body="Its files go with it."
        confirmLabel="Delete"
        isPending={isPending}
        {...handlers}
      />,
    )
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    return handlers
  }

  test('is not closed by a click outside it', async () => {
    const { onClose } = await renderConfirm(false)
    await userEvent.click(document.body, { position: { x: 5, y: 5 } })
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  })

  test('confirms with one button, and cancels with the other', async () => {
    const { onConfirm, onClose } = await renderConfirm(false)
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledOnce()
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
