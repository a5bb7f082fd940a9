import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { providersQuery } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import type { ProviderWindow } from '#web/auth/provider-window-api.ts'
import { linkProvider, removeLinkedAccount } from '#web/auth/sign-in-methods-api.ts'
import { useProviderWindow } from '#web/auth/use-provider-window.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { ConfirmChangeDialog } from './confirm-change-dialog.tsx'
import { SecuritySection } from './security-section-view.tsx'
import { useSignInMethodChange } from './use-sign-in-method-change.ts'

type Linked = SignInMethods['linkedAccounts'][number]

/** Accounts at providers. Renders nothing where the operator has set none up and none is linked. */
export function LinkedAccountList({ linkedAccounts }: { linkedAccounts: Linked[] }) {
  const { data } = useQuery(providersQuery)
  const [removed, setRemoved] = useState<Linked | null>(null)
  const isLinked = (id: string) => linkedAccounts.some(({ provider }) => provider === id)
  const unlinked = data?.items.filter(({ id }) => !isLinked(id)) ?? []
  if (linkedAccounts.length + unlinked.length === 0) return null
  return (
    <SecuritySection
      title={t`Linked accounts`}
      summary={t`Sign in with an account you have elsewhere. Lanyard stores neither its password nor its tokens.`}
    >
      <ul className="divide-y divide-line">
        {linkedAccounts.map((linked) => (
          <LinkedRow key={linked.id} linked={linked} onRemove={() => setRemoved(linked)} />
        ))}
        {unlinked.map(({ id, name }) => (
          <UnlinkedRow key={id} provider={id} name={name} />
        ))}
      </ul>
      {removed && (
        <ConfirmChangeDialog
          title={t`Remove ${removed.providerName}?`}
          body={t`You can no longer sign in with ${removed.providerName}. Your account there does not change, and you can link it again.`}
          confirmLabel={t`Remove`}
          failedTitle={t`Not removed`}
          change={() => removeLinkedAccount(removed.id)}
          onDone={() => showToast({ title: t`${removed.providerName} removed` })}
          onClose={() => setRemoved(null)}
        />
      )}
    </SecuritySection>
  )
}

const row = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3'

function LinkedRow({ linked, onRemove }: { linked: Linked; onRemove: () => void }) {
  const user = useUser()
  const { providerName, createdAt } = linked
  return (
    <li className={row}>
      <div className="min-w-0">
        <p className="font-semibold">{providerName}</p>
        <p className="text-muted text-sm">{t`Linked ${formatInstant(createdAt, user)}`}</p>
      </div>
      <Button aria-label={t`Remove ${providerName}`} onPress={onRemove}>{t`Remove`}</Button>
    </li>
  )
}

/** The path to return to names the provider, so that the page can confirm the link. */
const returnPathFor = (provider: string) =>
  `/settings?section=security&linked=${encodeURIComponent(provider)}`

function UnlinkedRow({ provider, name }: { provider: string; name: string }) {
  const navigate = useNavigate()
  const providerWindow = useProviderWindow()
  const link = useSignInMethodChange(async (opened: ProviderWindow | null) => {
    const begin = (popup?: string) => linkProvider(provider, returnPathFor(provider), popup)
    if (await providerWindow.visit(opened, name, begin)) await navigate({ href: returnPathFor(provider) })
  })
  return (
    <li className="grid grid-cols-1 gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold">{name}</p>
          <p className="text-muted text-sm">{t`Not linked. You’ll go there and come back here.`}</p>
        </div>
        <Button
          aria-label={t`Link ${name}`}
          isPending={link.isPending && !providerWindow.isOpen}
          onPress={() => {
            link.reset()
            link.start(providerWindow.open(name))
          }}
        >{t`Link`}</Button>
      </div>
      {providerWindow.note && (
        <p role="status" className="text-muted">
          {providerWindow.note}
        </p>
      )}
      {link.problem && <AuthErrorCard title={t`Not linked`} problem={link.problem} />}
    </li>
  )
}
