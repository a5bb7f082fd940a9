import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'

/** Replaces a screen that requires the server. The screen opens automatically once there is a connection. */
export function NeedsConnectionPage() {
  return (
    <Page
      title={t`This needs a connection`}
      intro={t`Your vault, your CE and the documents that you keep on this device can be read without one.`}
    >
      <Link
        to="/credentials"
        className={`w-fit ${buttonClass({ tone: 'primary' })}`}
      >{t`Go to My Vault`}</Link>
    </Page>
  )
}
