import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaysIn } from '#shared/auth/sign-in-methods.ts'
import { linkProvider, providersQuery, removeLinkedAccount } from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { formatInstant } from '#web/format/dates.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showToast } from '#web/ui/toast-queue.ts'
import { SecurityGroup } from './security-section-view.tsx'
import { useWayInChange } from './use-sign-in-method-change.ts'

type Linked = WaysIn['linkedAccounts'][number]

/** Accounts elsewhere that open her vault. Nothing where the operator has set none up and none is linked. */
export function LinkedAccountList({ linkedAccounts }: { linkedAccounts: Linked[] }) {
  const { data } = useQuery(providersQuery)
  const [asked, setAsked] = useState<Linked | null>(null)
  const isLinked = (id: string) => linkedAccounts.some(({ provider }) => provider === id)
  const free = data?.items.filter(({ id }) => !isLinked(id)) ?? []
  if (linkedAccounts.length + free.length === 0) return null
  return (
    <SecurityGroup
      title="Linked accounts"
      state="Sign in with an account that you have elsewhere. Lanyard keeps no password and no token of it."
    >
      <ul className="divide-y divide-line">
        {linkedAccounts.map((linked) => (
          <LinkedRow key={linked.id} linked={linked} onRemove={() => setAsked(linked)} />
        ))}
        {free.map(({ id, name }) => (
          <FreeRow key={id} provider={id} name={name} />
        ))}
      </ul>
      {asked && <RemoveDialog linked={asked} onClose={() => setAsked(null)} />}
    </SecurityGroup>
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
        <p className="text-muted text-sm">{`Linked ${formatInstant(createdAt, user)}`}</p>
      </div>
      <Button aria-label={`Remove ${providerName}`} onPress={onRemove}>
        Remove
      </Button>
    </li>
  )
}

/** The address to come back to says which one, so that the page can tell that it is done. */
const backWith = (provider: string) => `/settings?section=security&linked=${encodeURIComponent(provider)}`

function FreeRow({ provider, name }: { provider: string; name: string }) {
  const link = useWayInChange(async () => {
    const { url } = await linkProvider(provider, backWith(provider))
    location.assign(url)
  })
  return (
    <li className="grid grid-cols-1 gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold">{name}</p>
          <p className="text-muted text-sm">Not linked. You go there, and come back here.</p>
        </div>
        <Button aria-label={`Link ${name}`} isPending={link.isPending} onPress={() => link.start(undefined)}>
          Link
        </Button>
      </div>
      {link.problem && <RefusalCard title="Not linked" problem={link.problem} />}
    </li>
  )
}

function RemoveDialog({ linked, onClose }: { linked: Linked; onClose: () => void }) {
  const { id, providerName } = linked
  const remove = useWayInChange(removeLinkedAccount)
  return (
    <ConfirmDialog
      title={`Remove ${providerName}?`}
      body={
        <div className="grid gap-4">
          <p>{`You no longer sign in with ${providerName}. Your account there stays as it is, and you can link it again.`}</p>
          {remove.problem && <RefusalCard title="Not removed" problem={remove.problem} />}
        </div>
      }
      confirmLabel="Remove it"
      tone="danger"
      isOpen
      onOpenChange={(opens) => !opens && onClose()}
      onConfirm={() =>
        remove.start(id, {
          onSuccess: () => {
            onClose()
            showToast({ title: `${providerName} removed` })
            setTimeout(restoreFocus, 250)
          },
        })
      }
      isPending={remove.isPending}
    />
  )
}
