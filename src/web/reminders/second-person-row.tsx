import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondPerson } from '#shared/reminders/second-person.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { SecondPersonForm } from './second-person-form.tsx'
import { inviteSecondPersonAgain, removeSecondPerson, secondPersonQuery } from './settings-api.ts'
import { secondPersonState } from './settings-summary-text.ts'

/** Somebody else who is told by mail when something expires and the owner does not react. */
export function SecondPersonRow() {
  const { data, error, refetch } = useQuery(secondPersonQuery)
  return (
    <Disclosure
      id="reminder-second-person"
      title={t`A second person`}
      summary={data ? secondPersonState(data) : error ? t`Could not be loaded` : t`Loading…`}
    >
      <div className="grid grid-cols-1 gap-2 text-muted">
        <p>
          {t`They get an email when a license or certification expires within 7 days and you have not reacted to its reminders, and again after it has expired. They see titles and dates, never numbers or health records.`}
        </p>
        <p>
          {t`You have reacted when, since the last reminder, you read, snoozed or dismissed it, started the renewal, or changed the record. You have about a day for it.`}
        </p>
      </div>
      {data && <StateOfPerson person={data} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {!data && error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
    </Disclosure>
  )
}

function StateOfPerson({ person }: { person: SecondPerson }) {
  const { state, isMailSetUp } = person
  const hasForm = state === 'none' || state === 'ended'
  return (
    <>
      {state !== 'none' && <PersonNamed person={person} />}
      {hasForm && isMailSetUp && <SecondPersonForm />}
      {!isMailSetUp && (
        <p>{t`Whoever runs this server has to set up email. Until then, nobody can be named, and nobody is told.`}</p>
      )}
    </>
  )
}

function PersonNamed({ person }: { person: SecondPerson }) {
  const { state, email, isMailSetUp } = person
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: secondPersonQuery.queryKey })
  const again = useMutation({
    mutationFn: inviteSecondPersonAgain,
    onSuccess: () => showToast({ title: t`Invitation sent` }),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: removeSecondPerson,
    onSuccess: () => showToast({ title: t`Second person removed` }),
    onSettled: () => {
      setConfirming(false)
      return refresh()
    },
  })
  const isOpen = state === 'invited' || state === 'expired'
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">{person.name}</p>
        <p className="text-muted">{email}</p>
      </div>
      <p>
        <Progress person={person} />
      </p>
      <div className="flex flex-wrap gap-2">
        {isOpen && isMailSetUp && (
          <Button
            isPending={again.isPending}
            onPress={() => again.mutate()}
          >{t`Send invitation again`}</Button>
        )}
        <Button
          tone="quiet"
          isPending={remove.isPending}
          onPress={() => (state === 'confirmed' ? setConfirming(true) : remove.mutate())}
        >
          {state === 'invited' ? t`Cancel invitation` : t`Remove`}
        </Button>
      </div>
      {again.error && <ProblemNote problem={again.error} />}
      {remove.error && <ProblemNote problem={remove.error} />}
      <ConfirmDialog
        title={t`Remove the second person?`}
        body={t`They are no longer told. To name them again, they have to confirm again.`}
        confirmLabel={t`Remove`}
        tone="danger"
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
      />
    </div>
  )
}

function Progress({ person }: { person: SecondPerson }) {
  const user = useUser()
  const { state, invitedAt, confirmedAt, endedAt, lastToldAt } = person
  const at = (instant: string | null) => (instant === null ? '' : formatInstant(instant, user))
  if (state === 'invited')
    return t`Asked ${at(invitedAt)}. They have to confirm with the link in that email, which works for 7 days.`
  if (state === 'expired')
    return t`Asked ${at(invitedAt)}. They did not confirm within 7 days, so the link no longer works.`
  if (state === 'ended') return t`They ended it ${at(endedAt)}. You can name somebody else.`
  const told = lastToldAt === null ? t`Not told anything yet.` : t`Last told ${at(lastToldAt)}.`
  return `${t`Confirmed ${at(confirmedAt)}.`} ${told}`
}
