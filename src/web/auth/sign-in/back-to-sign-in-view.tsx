import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonRow } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

export function BackToSignIn({ next }: { next: string | undefined }) {
  const { state } = useSession()
  return (
    <ButtonRow>
      {state === 'signed-in' ? (
        <Link to="/" className={buttonClass()}>{t`Go to the dashboard`}</Link>
      ) : (
        <Link to="/login" search={{ next }} className={buttonClass()}>{t`Go to sign in`}</Link>
      )}
    </ButtonRow>
  )
}
