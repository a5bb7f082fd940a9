import { t } from '#web/i18n/t.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { createGooglePass } from './api.ts'
import { PassCreationView } from './pass-creation-view.tsx'
import { type PassViewProps, usePass } from './use-pass.ts'

const openTab = (url: string) => void window.open(url, '_blank', 'noopener,noreferrer')

export function GooglePassView({ id, showNumber, pass, onOpen = openTab }: PassViewProps) {
  const creation = usePass(id, () => createGooglePass(id, showNumber), onOpen)
  return (
    <>
      <PassCreationView label={t`Add to Google Wallet`} creation={creation} />
      {/* Browsers do not report that they blocked the tab. */}
      {creation.data && (
        <p>
          <a
            className={buttonClass({ tone: 'quiet' })}
            href={creation.data.url}
            target="_blank"
            rel="noopener noreferrer"
          >{t`Open Google Wallet in a new tab`}</a>
        </p>
      )}
      <p className="max-w-[60ch] text-muted">
        {pass
          ? t`Unlike with Apple Wallet, what this pass shows is kept on Google’s servers. You made a pass for Google Wallet before: what you choose here changes that one.`
          : t`Unlike with Apple Wallet, what this pass shows is kept on Google’s servers.`}
      </p>
    </>
  )
}
