import { useBlocker } from '@tanstack/react-router'
import { Check, Copy, KeyRound, Share2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ShareMade } from '#shared/shares/share.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { canDoTexts, untilWords } from './share-form-text.ts'
import { useMinute } from './use-current-minute.ts'

type ShareMadeViewProps = {
  made: ShareMade
  /** Known only where it was typed a moment ago. */
  passcode?: string | null
}

/** The link, this once: to copy, to hand to another app, to be read off the screen. */
export function ShareMadeView({ made, passcode = null }: ShareMadeViewProps) {
  const [isTaken, setTaken] = useState(false)
  const { timeZone, locale } = useUser()
  const now = useMinute()
  const until = untilWords(made.expiresAt, { now, timeZone, locale })
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] sm:grid-rows-[auto_1fr]">
      <LinkField made={made} onTaken={() => setTaken(true)} />
      <figure className="grid justify-items-center gap-3 sm:col-start-2 sm:row-span-2 sm:row-start-1">
        <QrCode
          text={made.url}
          label="QR code of the link"
          className="w-full max-w-80 rounded-card border border-line"
        />
        <figcaption className="text-center text-muted">
          Face to face, let them point their phone’s camera at it.
        </figcaption>
      </figure>
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <p className="rounded-card bg-expiring-soft p-4">
          This link is shown only now: Lanyard keeps no copy of it. If it gets lost, make a new one for the
          same share from your links, at any time.
        </p>
        {made.hasPasscode && <PasscodeNote passcode={passcode} />}
        <dl className="divide-y divide-line border-line border-y">
          <Line name="For">{made.recipient ?? 'Whoever has the link'}</Line>
          <Line name="Open until">{until}</Line>
          <Line name="With it">
            <ul className="grid gap-1">
              {canDoTexts(made).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Line>
        </dl>
      </div>
      <LeavingGuard isTaken={isTaken} />
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

const canHandOver = (url: string) =>
  typeof navigator.share === 'function' && (navigator.canShare?.({ url }) ?? true)

function LinkField({ made, onTaken }: { made: ShareMade; onTaken(): void }) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<'copied' | 'refused' | null>(null)
  // By hand is a way too.
  useEffect(() => {
    const node = field.current
    node?.addEventListener('copy', onTaken)
    return () => node?.removeEventListener('copy', onTaken)
  }, [onTaken])
  async function copy() {
    try {
      await navigator.clipboard.writeText(made.url)
      setSaid('copied')
      onTaken()
    } catch {
      setSaid('refused')
      field.current?.select()
    }
  }
  async function handOver() {
    try {
      await navigator.share({ title: 'Credentials', url: made.url })
      onTaken()
    } catch {
      // She closed the sheet without a choice: the link is still here.
    }
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <TextField ref={field} label="Your link" value={made.url} isReadOnly mono />
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button tone="primary" onPress={() => void copy()}>
          {said === 'copied' ? (
            <Check aria-hidden className="size-5" />
          ) : (
            <Copy aria-hidden className="size-5" />
          )}
          {said === 'copied' ? 'Copied' : 'Copy the link'}
        </Button>
        {canHandOver(made.url) && (
          <Button onPress={() => void handOver()}>
            <Share2 aria-hidden className="size-5" />
            Send it…
          </Button>
        )}
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {said === 'copied' && 'The link is copied. Paste it where you write to them.'}
        {said === 'refused' && 'This browser did not allow it. The link above is selected: copy it by hand.'}
      </p>
    </div>
  )
}

function PasscodeNote({ passcode }: { passcode: string | null }) {
  return (
    <div className="flex gap-2.5 rounded-card bg-accent-soft p-4">
      <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-strong" />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {passcode === null ? (
          'It asks for the passcode. '
        ) : (
          <>
            The passcode is <strong className="font-mono">{passcode}</strong>.{' '}
          </>
        )}
        Tell it to them another way than the link, by phone for example. It is not in the link.
      </p>
    </div>
  )
}

/** Says once that the link would be gone; who then leaves, or stays and leaves later, is not asked again. */
function LeavingGuard({ isTaken }: { isTaken: boolean }) {
  const [wasAsked, setAsked] = useState(false)
  const isOpen = !isTaken && !wasAsked
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isOpen,
    enableBeforeUnload: isOpen,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title="Leave without the link?"
      body="You have not copied it, and it is not shown again. You can make a new one for the same share from your links, at any time."
      confirmLabel="Leave"
      cancelLabel="Stay here"
      isOpen={status === 'blocked'}
      onOpenChange={(opens) => {
        if (opens) return
        setAsked(true)
        reset?.()
      }}
      onConfirm={() => proceed?.()}
    />
  )
}
