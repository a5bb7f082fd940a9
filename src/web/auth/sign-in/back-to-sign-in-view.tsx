import { signInHref } from '#web/auth/use-sign-in-search.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonRow } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { PageLink } from '#web/ui/navigation/page-link.tsx'

export function BackToSignIn({ next }: { next: string | undefined }) {
  const { state } = useSession()
  return (
    <ButtonRow>
      {state === 'signed-in' ? (
        <PageLink href="/" className={buttonClass()}>{t`Go to the dashboard`}</PageLink>
      ) : (
        <PageLink href={signInHref({ next })} className={buttonClass()}>{t`Go to sign in`}</PageLink>
      )}
    </ButtonRow>
  )
}
