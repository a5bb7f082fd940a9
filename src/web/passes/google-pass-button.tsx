import { buttonClass } from '#web/ui/button-class.ts'
import { createGooglePass } from './api.ts'
import { PassButton } from './pass-button.tsx'
import { type PassButtonProps, usePass } from './use-pass.ts'

const openTab = (url: string) => void window.open(url, '_blank', 'noopener,noreferrer')

export function GooglePassButton({ id, showNumber, pass, onOpen = openTab }: PassButtonProps) {
  const creation = usePass(id, () => createGooglePass(id, showNumber), onOpen)
  return (
    <>
      <PassButton label="Add to Google Wallet" creation={creation} />
      {/* Browsers that block the tab do not say so. */}
      {creation.data && (
        <p>
          <a
            className={buttonClass({ tone: 'quiet' })}
            href={creation.data.url}
            target="_blank"
            rel="noopener noreferrer"
          >
            Open Google Wallet in a new tab
          </a>
        </p>
      )}
      <p className="max-w-[60ch] text-muted">
        Google Wallet keeps what the pass shows on Google’s servers. An Apple Wallet pass goes only to the
        phone.
        {pass && ' You made a pass for Google Wallet before: what you choose here changes that one.'}
      </p>
    </>
  )
}
