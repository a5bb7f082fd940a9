import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type Ref, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from './button-class.ts'
import { dismissToast, firstToast, type QueuedToast, subscribeToToasts } from './toast-queue.ts'
import { useShortcut } from './use-shortcut.ts'

/** In ms. */
const SHOWN_FOR = 5_000
/** Time to reach the button from the keyboard. */
const SHOWN_FOR_ACTION = 10_000

const useToast = () => useSyncExternalStore(subscribeToToasts, firstToast, () => null)

/**
 * "One at a time, 5 seconds", and 10 with an action. The region is in the page before its first toast; otherwise the
 * toast would not be announced. F6 moves the focus into it, and Ctrl+Z or Cmd+Z takes its action.
 */
export function Toaster() {
  const toast = useToast()
  const region = useRef<HTMLElement>(null)
  useShortcut('F6', () => {
    region.current?.querySelector('button')?.focus()
    return toast !== null
  })
  useShortcut('Control+z', () => {
    if (!toast?.action) return false
    dismissToast(toast.id)
    toast.action.onAction()
    return true
  })
  return <ToastRegion ref={region} toast={toast} className="in-[:root:has(dialog:modal)]:invisible" />
}

/** The toasts over a modal dialog, which makes the region of the page inert. */
export function DialogToaster() {
  const toast = useToast()
  return toast && <ToastRegion toast={toast} />
}

type ToastRegionProps = { toast: QueuedToast | null; className?: string; ref?: Ref<HTMLElement> }

function ToastRegion({ toast, className, ref }: ToastRegionProps) {
  return (
    <section
      ref={ref}
      aria-label={t`Notifications`}
      className={clsx(
        'pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-stack-height,0px)+12px)] z-60 flex justify-center px-3 sm:justify-end sm:px-6',
        className,
      )}
    >
      <div role="status" className="contents">
        {toast && toast.tone !== 'destructive' && <ToastCard key={toast.id} toast={toast} />}
      </div>
      {toast?.tone === 'destructive' && (
        <div role="alert" className="contents">
          <ToastCard key={toast.id} toast={toast} />
        </div>
      )}
    </section>
  )
}

function ToastCard({ toast }: { toast: QueuedToast }) {
  const [isHeld, setHeld] = useState(false)
  const { id, title, description, tone, action } = toast
  const hasAction = action !== undefined
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), hasAction ? SHOWN_FOR_ACTION : SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [id, isHeld, hasAction])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing only holds the clock
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={clsx(
        'rise pointer-events-auto flex w-full max-w-md items-start gap-2 rounded-card border border-l-4 bg-surface py-2 pr-2 pl-4 shadow-card',
        tone === 'destructive' ? 'border-expired' : 'border-line border-l-accent',
      )}
    >
      <div className="min-w-0 flex-1 py-2">
        <p className={clsx('font-semibold', tone === 'destructive' && 'text-expired')}>{title}</p>
        {description && <p className="text-muted">{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className={buttonClass({ tone: 'quiet' })}
          onClick={() => {
            dismissToast(id)
            action.onAction()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t`Dismiss`}
        onClick={() => dismissToast(id)}
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <X className="size-5" aria-hidden />
      </button>
    </div>
  )
}
