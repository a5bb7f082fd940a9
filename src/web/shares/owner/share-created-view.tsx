import { useBlocker } from '@tanstack/react-router'
import { Check, Copy, KeyRound, Share2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CreatedShare } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { canDoTexts, expiryText } from '#web/shares/form/share-form-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/fields/copy-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { useCurrentMinute } from './share-status.ts'

type ShareCreatedViewProps = {
  share: CreatedShare
  /** Known only right after the owner typed it. */
  passcode?: string | null
}

/** The link, shown only once: to copy, send or scan. */
export function ShareCreatedView({ share, passcode = null }: ShareCreatedViewProps) {
  const [isCopied, setCopied] = useState(false)
  const { timeZone, locale } = useUser()
  const now = useCurrentMinute()
  const until = expiryText(share.expiresAt, { now, timeZone, locale })
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] sm:grid-rows-[auto_1fr]">
      <LinkField share={share} onCopied={() => setCopied(true)} />
      <figure className="grid justify-items-center gap-3 sm:col-start-2 sm:row-span-2 sm:row-start-1">
        <QrCode
          text={share.url}
          label={t`QR code of the link`}
          className="w-full max-w-80 rounded-card border border-line"
        />
        <figcaption className="text-center text-muted">{t`In person, let them scan this code with their phone.`}</figcaption>
      </figure>
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <p className="rounded-card bg-expiring-soft p-4">
          <Trans>
            We show this link only once and keep no copy. If you lose it, you can create a new one for the
            same share at any time from your links.
          </Trans>
        </p>
        {share.hasPasscode && <PasscodeNote passcode={passcode} />}
        <dl className="divide-y divide-line border-line border-y">
          <Line name={t`For`}>{share.recipient ?? t`Anyone with the link`}</Line>
          <Line name={t`Open until`}>{until}</Line>
          <Line name={t`Visitors`}>
            <ul className="grid gap-1">
              {canDoTexts(share).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Line>
        </dl>
      </div>
      <LeavingGuard isCopied={isCopied} />
    </div>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

const canSend = (url: string) =>
  typeof navigator.share === 'function' && (navigator.canShare?.({ url }) ?? true)

function LinkField({ share, onCopied }: { share: CreatedShare; onCopied(): void }) {
  const field = useRef<HTMLInputElement>(null)
  const [copyResult, setCopyResult] = useState<'copied' | 'refused' | null>(null)
  const isPhone = useMedia('(pointer: coarse)')
  const isSent = canSend(share.url)
  // The owner may also copy the link by hand.
  useEffect(() => {
    const node = field.current
    node?.addEventListener('copy', onCopied)
    return () => node?.removeEventListener('copy', onCopied)
  }, [onCopied])
  async function copy() {
    try {
      await navigator.clipboard.writeText(share.url)
      setCopyResult('copied')
      onCopied()
    } catch {
      setCopyResult('refused')
      field.current?.select()
    }
  }
  async function sendLink() {
    try {
      await navigator.share({ title: t`Credentials`, url: share.url })
      onCopied()
    } catch {
      // The share sheet was closed without a choice. The link is still shown.
    }
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <TextField ref={field} label={t`Your link`} value={share.url} isReadOnly mono />
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        {isSent && (
          <Button
            tone={isPhone ? 'primary' : 'secondary'}
            className={isPhone ? '' : 'order-last'}
            onPress={() => void sendLink()}
          >
            <Share2 aria-hidden className="size-5" />
            {t`Send…`}
          </Button>
        )}
        <Button tone={isSent && isPhone ? 'secondary' : 'primary'} onPress={() => void copy()}>
          {copyResult === 'copied' ? (
            <Check aria-hidden className="size-5" />
          ) : (
            <Copy aria-hidden className="size-5" />
          )}
          {copyResult === 'copied' ? t`Copied` : t`Copy link`}
        </Button>
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {copyResult === 'copied' && t`Link copied. Paste it into your message.`}
        {copyResult === 'refused' &&
          t`Your browser did not allow copying. The link above is selected: copy it yourself.`}
      </p>
    </div>
  )
}

function PasscodeNote({ passcode }: { passcode: string | null }) {
  return (
    <div className="flex gap-2.5 rounded-card bg-accent-soft p-4">
      <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-strong" />
      <div className="min-w-0 flex-1">
        {passcode === null ? (
          <p>
            {t`This link asks for its passcode.`}{' '}
            {t`Send it to them separately from the link, for example by phone. The link does not contain it.`}
          </p>
        ) : (
          <CopyField
            label={t`Passcode`}
            value={passcode}
            description={t`Send it to them separately from the link, for example by phone. The link does not contain it.`}
          />
        )}
      </div>
    </div>
  )
}

/** Asks once before the owner leaves the page without having copied the link. */
function LeavingGuard({ isCopied }: { isCopied: boolean }) {
  const [wasAsked, setAsked] = useState(false)
  const isOpen = !isCopied && !wasAsked
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isOpen,
    enableBeforeUnload: isOpen,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title={t`Leave without the link?`}
      body={t`You have not copied it, and we cannot show it again. You can create a new one for the same share at any time from your links.`}
      confirmLabel={t`Leave`}
      cancelLabel={t`Stay here`}
      isOpen={status === 'blocked'}
      onClose={() => {
        setAsked(true)
        reset?.()
      }}
      onConfirm={() => proceed?.()}
    />
  )
}
