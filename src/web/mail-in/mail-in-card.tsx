import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#shared/account/profile.ts'
import { MAX_SENDERS, type MailInState } from '#shared/mail-in/mail-in.ts'
import { siteConfig } from '#web/config/site.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/fields/copy-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { createMailAddress, mailInQuery, removeMailAddress, saveSenders } from './api.ts'

/** The owner's address for documents by mail, and who may send to it. */
export function MailInCard({ user }: { user: User }) {
  return (
    <section aria-labelledby="mail-in-title" className="grid grid-cols-1 gap-4">
      <div className="grid max-w-[62ch] gap-1">
        <h3 id="mail-in-title" className="text-lg">{t`Add by email`}</h3>
        <p className="text-muted">
          {siteConfig.hasMailIn ? (
            <Trans>
              Forward an email with a certificate to an address of your own. Its files wait in “Add a
              credential” until you review them. Nothing is filed without you.
            </Trans>
          ) : (
            <Trans>
              This lets you forward certificates to an address of your own. The operator of this installation
              has not set it up.
            </Trans>
          )}
        </p>
      </div>
      {siteConfig.hasMailIn && <Address user={user} />}
    </section>
  )
}

function Address({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(mailInQuery)
  if (data) return <LoadedAddress state={data} user={user} />
  if (error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  return <Skeleton className="h-28" />
}

function LoadedAddress({ state, user }: { state: MailInState; user: User }) {
  const queryClient = useQueryClient()
  const [confirming, setConfirming] = useState<'replace' | 'remove' | null>(null)
  const refresh = () => {
    setConfirming(null)
    return queryClient.invalidateQueries({ queryKey: mailInQuery.queryKey })
  }
  const create = useMutation({ mutationFn: createMailAddress, onSettled: refresh })
  const remove = useMutation({
    mutationFn: removeMailAddress,
    onSuccess: () => showToast({ title: t`Your address for documents is off` }),
    onSettled: refresh,
  })
  const isOn = state.createdAt !== null
  return (
    <>
      {state.address !== null && (
        <CopyField
          label={t`Your address`}
          value={state.address}
          wraps
          description={t`Send PDFs and photos, or forward an email that has them. Save it as a contact. Keep it private.`}
        />
      )}
      {isOn && state.address === null && <p>{t`Your address cannot be shown anymore. Create a new one.`}</p>}
      {state.createdAt !== null && (
        <p className="text-muted">{t`On since ${formatInstant(state.createdAt, user.settings)}.`}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={create.isPending}
          onPress={() => (isOn ? setConfirming('replace') : create.mutate())}
        >
          {isOn ? t`Create a new address` : t`Create your address`}
        </Button>
        {isOn && <Button tone="quiet" onPress={() => setConfirming('remove')}>{t`Turn off`}</Button>}
      </div>
      {(create.error ?? remove.error) && <ProblemNote problem={create.error ?? remove.error} />}
      {isOn && <Senders state={state} email={user.email} />}
      <ConfirmDialog
        title={confirming === 'replace' ? t`Create a new address?` : t`Turn off your address?`}
        body={t`Email to the current address will no longer be accepted. Files that already arrived stay.`}
        confirmLabel={confirming === 'replace' ? t`Create new address` : t`Turn off`}
        tone={confirming === 'replace' ? 'primary' : 'danger'}
        isOpen={confirming !== null}
        onClose={() => setConfirming(null)}
        onConfirm={() => (confirming === 'replace' ? create.mutate() : remove.mutate())}
        isPending={create.isPending || remove.isPending}
      />
    </>
  )
}

function Senders({ state, email }: { state: MailInState; email: string }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const save = useMutation({
    mutationFn: saveSenders,
    onSuccess: (saved) => {
      queryClient.setQueryData(mailInQuery.queryKey, saved)
      setTyped('')
    },
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <h4 className="font-semibold">{t`Allowed senders`}</h4>
      <p className="max-w-[62ch] text-muted">
        {t`Email from other senders is held in “Add a credential” until you allow or delete it.`}
      </p>
      <ul className="divide-y divide-line border-line border-y">
        <li className="flex min-h-11 items-center gap-2 py-1">
          <span className="min-w-0 flex-1 break-words">{email}</span>
          <span className="text-muted text-sm">{t`Your account`}</span>
        </li>
        {state.senders.map((sender) => (
          <li key={sender} className="flex min-h-11 items-center gap-2 py-1">
            <span className="min-w-0 flex-1 break-words">{sender}</span>
            <IconButton
              label={t`Remove ${sender}`}
              icon={X}
              onPress={() => save.mutate(state.senders.filter((each) => each !== sender))}
            />
          </li>
        ))}
      </ul>
      {state.senders.length < MAX_SENDERS && (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '') save.mutate([...state.senders, typed])
          }}
        >
          <div className="min-w-60 flex-1">
            <TextField label={t`Another sender`} type="email" value={typed} onChange={setTyped} />
          </div>
          <Button type="submit" isPending={save.isPending}>{t`Allow`}</Button>
        </form>
      )}
      {save.error && <ProblemNote problem={save.error} />}
    </div>
  )
}
