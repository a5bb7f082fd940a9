import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { certificationInput, checkDates, licenseInput } from '#shared/credentials/credential.ts'
import { isDateMissing } from '#shared/credentials/status.ts'
import { t } from '#web/i18n/t.ts'

type Dates = Parameters<typeof isDateMissing>[0]

/** Stricter than the API: without a date nobody can tell whether a credential is valid. */
const askForDate = (mayMissDate: () => boolean) => (dates: Dates, context: z.RefinementCtx) => {
  if (!isDateMissing(dates) || mayMissDate()) return
  const message = t`Enter the date on the card, or choose “Does not expire”.`
  context.addIssue({ code: 'custom', path: ['expiresAt'], message })
}

export const licenseResolver = (mayMissDate: () => boolean) =>
  zodResolver(licenseInput.superRefine(checkDates).superRefine(askForDate(mayMissDate)))

export const certificationResolver = (mayMissDate: () => boolean) =>
  zodResolver(certificationInput.superRefine(checkDates).superRefine(askForDate(mayMissDate)))
