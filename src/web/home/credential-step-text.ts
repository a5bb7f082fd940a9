import type { Credential } from '#shared/credentials/credential.ts'
import { RENEWAL_WINDOW_DAYS } from '#shared/credentials/renewal-window.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { isDateMissing, lookOf } from '#shared/credentials/status.ts'
import { addDays } from '#shared/kernel/dates.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import type { DateContext } from '#web/ceu/cycle-text.ts'
import { expiryText } from '#web/credentials/credential-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import type { NextStep } from './next-step-props.ts'

export function credentialSteps(credential: Credential, { today, locale }: DateContext): NextStep[] {
  const { id, expiresAt } = credential
  const isMissing = isDateMissing(credential)
  const isFar = expiresAt === null || expiresAt > addDays(today, RENEWAL_WINDOW_DAYS)
  if (!isMissing && isFar) return []
  return [
    {
      id,
      due: expiresAt,
      title: shortTitle(credential),
      detail: isMissing
        ? t`You get no warning until its date is here.`
        : expiryText(credential, today, locale),
      look: lookOf(credential, today),
      label: isMissing ? t`Add the date` : t`Renew`,
      target: { kind: isMissing ? 'add_date' : 'renew', credentialId: id },
      notice: null,
    },
  ]
}

export function renewalStep(
  renewal: RenewalOverview,
  credentials: readonly Credential[],
  { today, locale }: DateContext,
): NextStep {
  const { id, credentialId, title } = renewal
  const credential = credentials.find((each) => each.id === credentialId)
  const end = credential?.expiresAt ? expiryText(credential, today, locale) : ''
  const underWay = underWayText(renewal, locale)
  return {
    id,
    due: credential?.expiresAt ?? null,
    title,
    detail: end === '' ? underWay : `${end}. ${underWay}`,
    look: credential?.expiresAt ? lookOf(credential, today) : null,
    label: t`Continue renewal`,
    target: { kind: 'renew', credentialId },
    notice: null,
  }
}

function underWayText({ kind, openedOn, submittedOn }: RenewalOverview, locale: string | null): string {
  if (submittedOn === null)
    return t`Renewal under way since ${formatDate(openedOn, locale)}, not submitted yet.`
  const date = formatDate(submittedOn, locale)
  return kind === 'license'
    ? t`Renewal under way: submitted on ${date}. Check with the board.`
    : t`Renewal under way: submitted on ${date}. Check with the issuer.`
}
