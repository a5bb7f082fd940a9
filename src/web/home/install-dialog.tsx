import { EllipsisVertical, Share } from 'lucide-react'
import { phoneBrowser } from '#web/http/phone-browser.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useInstall } from '#web/layout/install-prompt.ts'
import { useNoticeChanges } from '#web/notices/use-notices.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'

/** How to install Lanyard on a phone if the browser offers no prompt. Only the owner knows whether it is installed. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  const { isPhone } = useInstall()
  const { markInstalled } = useNoticeChanges()
  const address = location.origin
  const browser = isPhone ? phoneBrowser(navigator) : null
  return (
    <Dialog
      title={t`Put Lanyard on your phone`}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t`Not now`}</Button>
          <Button
            tone="primary"
            onPress={() => {
              markInstalled()
              onClose()
            }}
          >{t`It is on my phone`}</Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {!isPhone && (
          <div className="flex flex-wrap items-center gap-4">
            <QrCode text={address} label={t`QR code of ${address}`} className="size-32 rounded-card" />
            <p className="min-w-40 flex-1">
              <Trans>
                On the phone, open <span className="break-all font-semibold">{[address]}</span> and sign in.
              </Trans>
            </p>
          </div>
        )}
        <dl className="grid gap-3">
          {browser !== 'android' && (
            <div>
              <dt className="font-semibold">{t`iPhone or iPad, in Safari`}</dt>
              <dd>
                {browser === 'other-ios' && `${t`Open this page in Safari first.`} `}
                <Trans>
                  Tap <Share aria-hidden className="mx-0.5 inline size-5 align-[-0.25em] text-accent" />{' '}
                  Share, then “Add to Home Screen”.
                </Trans>
              </dd>
            </div>
          )}
          {(browser === null || browser === 'android') && (
            <div>
              <dt className="font-semibold">{t`Android, in Chrome`}</dt>
              <dd>
                <Trans>
                  Tap the menu{' '}
                  <EllipsisVertical aria-hidden className="inline size-5 align-[-0.25em] text-accent" /> with
                  three dots, then “Add to Home screen”.
                </Trans>
              </dd>
            </div>
          )}
        </dl>
      </div>
    </Dialog>
  )
}
