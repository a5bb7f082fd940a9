import type { ReactNode } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/renewal-window.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { isRenewable } from '#shared/renewals/window.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DutyTitle, StandingDutyList } from './renewal-duty-row.tsx'
import { type Authority, stepTitles } from './renewal-text.ts'
import { useRenewalChanges } from './use-renewal-changes.ts'
import type { RenewalSteps } from './use-renewal-steps.ts'

/** Shown before a renewal: its requirements, or why it is too early. */
export function RenewalStartView({ credential, steps }: { credential: Credential; steps: RenewalSteps }) {
  const { today, locale } = useDateContext()
  const { start } = useRenewalChanges(credential)
  const { id, expiresAt, neverExpires, archivedAt } = credential
  if (archivedAt !== null)
    return (
      <Reason
        id={id}
        text={t`It is archived, so it does not count and is not renewed here. Unarchive it first.`}
      />
    )
  if (expiresAt === null)
    return neverExpires ? (
      <Reason id={id} text={t`There is nothing to renew.`} />
    ) : (
      <Reason
        id={id}
        text={t`Add the expiration date first, so that the new term has something to follow.`}
        canEdit
      />
    )
  const { authority, facts, isClassOnly } = steps
  const opens = facts?.opens ?? null
  const isTime = isRenewable(credential, opens, today)
  const offeredFrom = formatDate(addDays(expiresAt, -RENEWAL_WINDOW_DAYS), locale)
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="max-w-[62ch]">
        {isTime
          ? isClassOnly
            ? t`Book the class, then enter the new card. The old card stays in the history.`
            : t`Lanyard keeps track of the steps, the fee and the receipt. The old card stays in the history.`
          : opens === null
            ? offerText(authority.who, offeredFrom)
            : t`The board accepts renewals from ${formatDate(opens, locale)}. Start now to keep track of the steps.`}
      </p>
      <div>
        <ol aria-label={t`Steps`} className="border-line border-t">
          {namesOf(steps).map(({ key, name }, index) => (
            <li key={key} className="flex items-center gap-3 border-line border-b py-3">
              <span aria-hidden className="w-5 shrink-0 text-muted tabular-nums">
                {index + 1}
              </span>
              {name}
            </li>
          ))}
        </ol>
        <StandingDutyList duties={facts?.duties.filter(({ isStanding }) => isStanding) ?? []} />
      </div>
      <Button isPending={start.isPending} onPress={() => start.mutate()} className="max-sm:w-full sm:w-fit">
        {isTime ? t`Start the renewal` : t`Start now`}
      </Button>
    </div>
  )
}

function namesOf({ education, duties, isClassOnly }: RenewalSteps): { key: string; name: ReactNode }[] {
  const own = (key: keyof typeof stepTitles) => ({ key, name: t(stepTitles[key]) })
  return [
    own(education.ask === 'class' ? 'class' : 'education'),
    ...duties.map(({ duty }) => ({ key: duty.key, name: <DutyTitle duty={duty} /> })),
    ...(isClassOnly ? [] : (['apply', 'pay', 'submit'] as const).map(own)),
    own('card'),
  ]
}

function Reason({ id, text, canEdit = false }: { id: string; text: string; canEdit?: boolean }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-4">
      <p className="max-w-[62ch]">{text}</p>
      <ButtonLink to={canEdit ? '/credentials/$id/edit' : '/credentials/$id'} params={{ id }} tone="primary">
        {canEdit ? t`Add the date` : t`Open the credential`}
      </ButtonLink>
    </div>
  )
}

function offerText(who: Authority['who'], opens: string): string {
  return who === 'board'
    ? t`Lanyard offers to renew it from ${opens}, ${RENEWAL_WINDOW_DAYS} days before the end. Start now if your board accepts renewals already.`
    : t`Lanyard offers to renew it from ${opens}, ${RENEWAL_WINDOW_DAYS} days before the end. Start now if your issuer accepts renewals already.`
}
