import { zodResolver } from '@hookform/resolvers/zod'
import { certificationInput, checkDates, licenseInput } from '#shared/credentials/credential.ts'
import { isDateMissing } from '#shared/credentials/status.ts'
import { t } from '#web/i18n/t.ts'

/** Stricter than the API: without a date nobody can tell whether a license is valid. */
export const licenseResolver = zodResolver(
  licenseInput.superRefine(checkDates).superRefine((license, context) => {
    if (!isDateMissing(license)) return
    const message = t`Enter the date on the card, or choose “Does not expire”.`
    context.addIssue({ code: 'custom', path: ['expiresAt'], message })
  }),
)

export const certificationResolver = zodResolver(certificationInput.superRefine(checkDates))
