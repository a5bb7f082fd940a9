import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from './button.tsx'
import { restoreFocus } from './focus.ts'
import { DialogToaster } from './toast.tsx'

type DialogProps = {
  title: string
  /** A dialog that is rendered only while it is open leaves it out. */
  isOpen?: boolean
  onClose: () => void
  size?: 'sm' | 'md' | 'lg'
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

const sizes = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-4xl' }

/** Centered on wide screens; a bottom sheet on phones. */
export function Dialog({ isOpen = true, ...props }: DialogProps) {
  return isOpen && <OpenDialog {...props} />
}

function OpenDialog(props: Omit<DialogProps, 'isOpen'>) {
  const { title, onClose, size = 'md', footer, role = 'dialog', children } = props
  const id = useId()
  return (
    <ModalDialog
      role={role}
      aria-labelledby={id}
      onClose={onClose}
      className={clsx(
        'sheet m-auto max-h-[calc(92%-var(--keyboard-height,0px))] w-full max-w-none flex-col rounded-t-card bg-surface text-ink shadow-card open:flex',
        // In a low window the buttons would leave no room to read.
        'short:overflow-y-auto',
        'backdrop:bg-[rgb(8_18_24/55%)] max-sm:mb-(--keyboard-height,0px) sm:rounded-card',
        sizes[size],
      )}
    >
      <div className="flex items-start gap-2 border-line border-t-3 border-t-accent pt-3 pr-2 pb-1 pl-5">
        <h2 id={id} className="flex-1 py-2 text-lg">
          {title}
        </h2>
        <IconButton label={t`Close`} icon={X} onPress={onClose} />
      </div>
      <div className="relative min-h-0 overflow-y-auto px-5 pb-5 short:shrink-0 short:overflow-visible">
        {children}
      </div>
      {footer && (
        <div className="flex flex-col-reverse gap-2 border-line border-t px-5 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:flex-row sm:justify-end">
          {footer}
        </div>
      )}
    </ModalDialog>
  )
}

type ModalDialogProps = {
  role?: 'dialog' | 'alertdialog'
  'aria-label'?: string
  'aria-labelledby'?: string
  className: string
  /** After Escape, or a press beside a `dialog`. The caller stops rendering it. */
  onClose: () => void
  children: ReactNode
}

/** The browser's modal dialog while it is rendered: focus, Escape, backdrop and the return of the focus are its own. */
export function ModalDialog({ role = 'dialog', onClose, children, ...props }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isShown, setShown] = useState(false)
  /** A selection that is dragged out of the dialog is not a press beside it. */
  const isPressedBeside = useRef(false)
  useLayoutEffect(() => {
    const node = dialog.current
    node?.showModal()
    // Only now, because in a closed dialog no field can take the focus. Without such a field the dialog has it.
    setShown(true)
    return () => {
      node?.close()
      // The button that opened it may be gone. Then the focus is still inside.
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && node?.contains(activeElement)) activeElement.blur()
      restoreFocus()
    }
  }, [])
  useKeyboardHeight(dialog)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape, which the browser handles
    <dialog
      {...props}
      ref={dialog}
      role={role}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // The browser also reports it after the dialog is gone.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      onPointerDown={({ target, currentTarget }) => {
        isPressedBeside.current = target === currentTarget
      }}
      onClick={({ target, currentTarget }) => {
        if (role === 'dialog' && isPressedBeside.current && target === currentTarget) onClose()
      }}
    >
      {isShown && children}
      <DialogToaster />
    </dialog>
  )
}

/** How much of the window the on-screen keyboard covers, on phones that do not make the page smaller. */
function useKeyboardHeight(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const measure = () => {
      const height = viewport.scale === 1 ? innerHeight - viewport.height - viewport.offsetTop : 0
      dialog.current?.style.setProperty('--keyboard-height', `${Math.max(0, height)}px`)
    }
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
    }
  }, [dialog])
}
