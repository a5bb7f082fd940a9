import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, LogIn } from 'lucide-react'
import { useState } from 'react'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import {
  passkeyOptionsToSignIn,
  reauthenticateByPasskey,
  reauthenticateByProvider,
  requestSignInLink,
} from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { OutboxLinkView } from '#web/auth/outbox-link-view.tsx'
import { type ProviderWindow, prefersProviderWindow } from '#web/auth/provider-window-api.ts'
import { sessionsQuery } from '#web/auth/sign-in-methods-api.ts'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { canUsePasskeys, getPasskeyResponse } from '#web/auth/use-passkey.ts'
import { useProviderWindow } from '#web/auth/use-provider-window.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'

type ReauthenticationMethodListProps = {
  signInMethods: SignInMethods
  email: string
  isOnly: boolean
  onReauthenticated: () => void
}

/** The methods besides a password or a code. An account with none of them signs in again by an emailed link. */
export function ReauthenticationMethodList({
  signInMethods,
  email,
  isOnly,
  onReauthenticated,
}: ReauthenticationMethodListProps) {
  const { linkedAccounts, secondFactor, passkeys } = signInMethods
  // With two-factor authentication on, a provider alone is not enough, as a password is not.
  const providers = secondFactor.isOn ? [] : linkedAccounts
  const hasPasskey = passkeys.length > 0 && canUsePasskeys()
  if (!hasPasskey && providers.length === 0)
    return isOnly ? <EmailedLink email={email} onReauthenticated={onReauthenticated} /> : null
  return (
    <section aria-label={t`Other methods`} className="grid grid-cols-1 gap-3 border-line border-t pt-4">
      {hasPasskey && <ByPasskey onReauthenticated={onReauthenticated} />}
      {providers.map(({ id, provider, providerName }) => (
        <ByProvider key={id} provider={provider} name={providerName} onReauthenticated={onReauthenticated} />
      ))}
    </section>
  )
}

function ByPasskey({ onReauthenticated }: { onReauthenticated: () => void }) {
  const ask = useAuthAction(null, async () => {
    await reauthenticateByPasskey(await getPasskeyResponse(await passkeyOptionsToSignIn()))
    onReauthenticated()
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button wide isPending={ask.isPending} onPress={() => ask.start()}>
        <KeyRound aria-hidden className="size-4" />
        {t`Use a passkey`}
      </Button>
      {ask.problem?.code === 'cancelled' ? (
        <p role="status" className="text-muted">
          {ask.problem.message}
        </p>
      ) : (
        ask.problem && <AuthErrorCard title={t`Not confirmed`} problem={ask.problem} />
      )}
    </div>
  )
}

/** The current path, as far as the server accepts it as a path to return to. */
function currentPath(): string {
  const { pathname, search } = location
  return /^[\w\-./~?=&%]*$/.test(search) ? `${pathname}${search}` : pathname
}

type ByProviderProps = { provider: string; name: string; onReauthenticated: () => void }

/**
 * Leaving this page would lose unsaved input, so it never replaces a blocked window automatically, but only when the
 * user asks for it.
 */
function ByProvider({ provider, name, onReauthenticated }: ByProviderProps) {
  const providerWindow = useProviderWindow()
  const [isBlocked, setBlocked] = useState(false)
  const ask = useAuthAction(null, async (opened: ProviderWindow | null) => {
    const begin = (popup?: string) => reauthenticateByProvider(provider, currentPath(), popup)
    if (await providerWindow.visit(opened, name, begin)) onReauthenticated()
  })
  const usesWindow = prefersProviderWindow() && !isBlocked
  const press = () => {
    const opened = usesWindow ? providerWindow.open(name) : null
    ask.reset()
    if (usesWindow && !opened) return setBlocked(true)
    ask.start(opened)
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button wide isPending={ask.isPending && !providerWindow.isOpen} onPress={press}>
        <LogIn aria-hidden className="size-4" />
        {t`Sign in again with ${name}`}
      </Button>
      {isBlocked && (
        <p role="status">{t`Your browser blocked the window. Press again to continue on this page.`}</p>
      )}
      {providerWindow.note && !isBlocked && (
        <p role="status" className="text-muted">
          {providerWindow.note}
        </p>
      )}
      {!usesWindow && (
        <p className="text-muted text-sm">
          <Trans>You’ll leave this page and come back to it. Anything you haven’t saved will be lost.</Trans>
        </p>
      )}
      {ask.problem && <AuthErrorCard title={t`Not confirmed`} problem={ask.problem} />}
    </div>
  )
}

/** Signing in again is enough: then this browser has another session. */
function EmailedLink({ email, onReauthenticated }: { email: string; onReauthenticated: () => void }) {
  const queryClient = useQueryClient()
  const [before, setBefore] = useState<string | null>(null)
  const [isEarly, setEarly] = useState(false)
  const currentSession = async () => {
    const { items } = await queryClient.fetchQuery({ ...sessionsQuery, retry: false })
    return items.find(({ isCurrent }) => isCurrent)?.id ?? ''
  }
  const send = useAuthAction(null, async () => {
    const session = await currentSession()
    await requestSignInLink(email)
    setBefore(session)
  })
  const check = useAuthAction(null, async () => {
    if ((await currentSession()) === before) setEarly(true)
    else onReauthenticated()
  })
  const problem = send.problem ?? check.problem
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">
        {before !== null ? (
          <Trans>
            We sent a link to <strong className="break-all">{[email]}</strong>. Open it in this browser, sign
            in there, and come back to this page.
          </Trans>
        ) : (
          t`Your vault has no password and no passkey, so we’ll email you a link.`
        )}
      </p>
      {isEarly && (
        <p role="alert" className="rounded-card bg-expiring-soft p-4">
          <Trans>You haven’t signed in with the link in this browser yet. Open the link here first.</Trans>
        </p>
      )}
      {before !== null && <OutboxLinkView email={email} />}
      {problem && (
        <AuthErrorCard title={send.problem ? t`The link was not sent` : t`Not confirmed`} problem={problem} />
      )}
      {before !== null ? (
        <Button
          tone="primary"
          isPending={check.isPending}
          onPress={() => {
            setEarly(false)
            check.start()
          }}
        >{t`I signed in, continue`}</Button>
      ) : (
        <Button
          tone="primary"
          isPending={send.isPending}
          onPress={() => send.start()}
        >{t`Email me a link`}</Button>
      )}
    </div>
  )
}
