import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { certificationInput, checkDates, licenseInput } from '#shared/credentials/credential.ts'
import { isDateMissing } from '#shared/credentials/status.ts'
import { addYears } from '#shared/kernel/dates.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

type Dates = Parameters<typeof isDateMissing>[0]

/** Stricter than the API: without a date nobody can tell whether a credential is valid. */
const askForDate = (mayMissDate: () => boolean) => (dates: Dates, context: z.RefinementCtx) => {
  if (!isDateMissing(dates) || mayMissDate()) return
  const message = t`Enter the date on the card, or choose “Does not expire”.`
  context.addIssue({ code: 'custom', path: ['expiresAt'], message })
}

/** Nobody who works now has such a card. */
const EARLIEST = '1940-01-01'

/** Asks once about an expiration that is likely a typo. `settled`: the date that is meant. */
const askOfDate =
  (settled: { date: string | null }, today: () => string) =>
  ({ expiresAt = null }: Dates, context: z.RefinementCtx) => {
    if (expiresAt === null || settled.date === expiresAt) return
    if (expiresAt >= EARLIEST && expiresAt <= addYears(today(), 20)) return
    settled.date = expiresAt
    const date = formatDate(expiresAt, t.locale)
    context.addIssue({
      code: 'custom',
      path: ['expiresAt'],
      message: t`Is it ${date}? If it is, save again.`,
    })
  }

type Asked = { mayMissDate: () => boolean; settled: { date: string | null }; today: () => string }

export const licenseResolver = ({ mayMissDate, settled, today }: Asked) =>
  zodResolver(
    licenseInput
      .superRefine(checkDates)
      .superRefine(askForDate(mayMissDate))
      .superRefine(askOfDate(settled, today)),
  )

export const certificationResolver = ({ mayMissDate, settled, today }: Asked) =>
  zodResolver(
    certificationInput
      .superRefine(checkDates)
      .superRefine(askForDate(mayMissDate))
      .superRefine(askOfDate(settled, today)),
  )
