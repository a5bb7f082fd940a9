import { useQuery } from '@tanstack/react-query'
import { KeyRound, LogIn, Mail } from 'lucide-react'
import type { SessionOptions } from '#shared/auth/sign-in-methods.ts'
import { passkeyOptionsToSignIn, providersQuery, signInByPasskey, signInByProvider } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import type { ProviderWindow } from '#web/auth/provider-window-api.ts'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { canUsePasskeys, getPasskeyResponse } from '#web/auth/use-passkey.ts'
import { useProviderWindow } from '#web/auth/use-provider-window.ts'
import { useCompleteSignIn } from '#web/auth/use-session-change.ts'
import { t } from '#web/i18n/t.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { encodeRedirectPath, safeRedirectPath } from './use-redirect-target.ts'

type ProviderPress = { id: string; name: string; opened: ProviderWindow | null }
type SignInMethodListProps = { sessionOptions: SessionOptions; next: string | undefined }

/** The sign-in methods besides the password; providers only where the operator has set some up. */
export function SignInMethodList({ sessionOptions, next }: SignInMethodListProps) {
  const completeSignIn = useCompleteSignIn(next)
  const { data: providers } = useQuery(providersQuery)
  const passkey = useAuthAction(null, () =>
    completeSignIn(async () =>
      signInByPasskey(await getPasskeyResponse(await passkeyOptionsToSignIn()), sessionOptions),
    ),
  )
  const providerWindow = useProviderWindow()
  const provider = useAuthAction(null, async ({ id, name, opened }: ProviderPress) => {
    const body = { provider: id, next: encodeRedirectPath(safeRedirectPath(next)), ...sessionOptions }
    const visit = () => providerWindow.visit(opened, name, (popup) => signInByProvider({ ...body, popup }))
    if (opened) await completeSignIn(visit)
    else await visit()
  })
  const problem = passkey.problem ?? provider.problem

  return (
    <section aria-labelledby="other-methods" className="grid gap-3">
      <h2 id="other-methods" className="flex items-center gap-4 font-normal text-base text-muted">
        <span className="h-px flex-1 bg-line" />
        {t`or without your password`}
        <span className="h-px flex-1 bg-line" />
      </h2>
      {problem?.code === 'cancelled' ? (
        <p role="status" className="text-muted">
          {problem.message}
        </p>
      ) : (
        problem && <AuthErrorCard title={problem.title} problem={problem} />
      )}
      {providerWindow.note && (
        <p role="status" className="text-muted">
          {providerWindow.note}
        </p>
      )}
      {canUsePasskeys() && (
        <Button
          wide
          isPending={passkey.isPending}
          onPress={() => {
            provider.reset()
            providerWindow.cancel()
            passkey.start()
          }}
        >
          <KeyRound className="size-4" aria-hidden />
          {t`Use a passkey`}
        </Button>
      )}
      {providers?.items.map(({ id, name }) => (
        <Button
          key={id}
          wide
          isPending={provider.isPending && !providerWindow.isOpen}
          onPress={() => {
            passkey.reset()
            provider.reset()
            provider.start({ id, name, opened: providerWindow.open(name) })
          }}
        >
          <LogIn className="size-4" aria-hidden />
          <span className="truncate">{t`Continue with ${name}`}</span>
        </Button>
      ))}
      <ButtonLink to="/login" search={{ mode: 'emailLink', next }} wide>
        <Mail className="size-4" aria-hidden />
        {t`Email me a link instead`}
      </ButtonLink>
    </section>
  )
}
