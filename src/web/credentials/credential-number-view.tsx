import { Copy, Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

type CredentialNumberViewProps = { number: string; of: string; canCopy?: boolean }

/**
 * A license number, hidden until the owner shows it, because others may see the screen. It is hidden again when the
 * window or the tab loses focus.
 */
export function CredentialNumberView({ number, of, canCopy = false }: CredentialNumberViewProps) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const hide = () => setShown(false)
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [isShown])
  const copy = () => {
    void navigator.clipboard.writeText(number).then(
      () => showToast({ title: t`Number copied` }),
      () => setShown(true),
    )
  }
  return (
    <span className="-my-2 inline-flex max-w-full items-center">
      <span className={`min-w-0 font-mono ${isShown ? 'break-all text-ink' : ''}`}>
        {isShown ? (
          number
        ) : (
          <>
            <span aria-hidden className="whitespace-nowrap">
              ••••••
            </span>
            <span className="sr-only">{t`Number hidden`}</span>
          </>
        )}
      </span>
      <IconButton
        label={isShown ? t`Hide the number of ${of}` : t`Show the number of ${of}`}
        icon={isShown ? EyeOff : Eye}
        onPress={() => setShown(!isShown)}
      />
      {canCopy && <IconButton label={t`Copy the number of ${of}`} icon={Copy} onPress={copy} />}
    </span>
  )
}
