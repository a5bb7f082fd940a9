import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { IconButton } from './button.tsx'

type DialogProps = {
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  size?: 'sm' | 'md' | 'lg'
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

const sizes = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-4xl' }

/** Centered on wide screens; a bottom sheet on phones. */
export function Dialog({
  title,
  isOpen,
  onOpenChange,
  size = 'md',
  footer,
  role = 'dialog',
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={role === 'dialog'}
      className="fade fixed inset-0 z-50 flex h-(--visual-viewport-height) items-end justify-center bg-[rgb(8_18_24/55%)] sm:items-center sm:p-6"
    >
      <Modal
        className={clsx(
          'sheet flex max-h-[92%] w-full flex-col overflow-hidden rounded-t-card bg-surface shadow-card sm:rounded-card',
          sizes[size],
        )}
      >
        <AriaDialog role={role} className="flex min-h-0 flex-col outline-none">
          <header className="flex items-start gap-2 border-line border-t-3 border-t-accent pt-3 pr-2 pb-1 pl-5">
            <Heading slot="title" className="flex-1 py-2 text-lg">
              {title}
            </Heading>
            <IconButton label={t`Close`} icon={X} onPress={() => onOpenChange(false)} />
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pb-5">{children}</div>
          {footer && (
            <footer className="flex flex-col-reverse gap-2 border-line border-t px-5 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:flex-row sm:justify-end">
              {footer}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
