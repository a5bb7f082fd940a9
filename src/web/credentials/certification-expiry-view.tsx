import { type Control, useFormState, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { certificationInput } from '#shared/credentials/credential.ts'
import { usualExpiry } from '#shared/credentials/known-certifications.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { ChipButton } from '#web/ui/button.tsx'

type CertificationExpiryProps = {
  control: Control<z.input<typeof certificationInput>, unknown, z.output<typeof certificationInput>>
  onChoose(date: string): void
}

/**
 * Suggests the usual end again if the issue date was changed but the end is still the one that the owner had entered.
 */
export function CertificationExpiryView({ control, onChoose }: CertificationExpiryProps) {
  const [code = null, issuer, issuedAt, expiresAt, neverExpires] = useWatch({
    control,
    name: ['code', 'issuer', 'issuedAt', 'expiresAt', 'neverExpires'],
  })
  const { dirtyFields } = useFormState({ control, name: 'issuedAt' })
  const { user } = useSession()
  // While a year is typed it passes through 2, 20 and 202.
  if (!issuedAt || issuedAt < '1900' || neverExpires || !dirtyFields.issuedAt) return null
  const usual = usualExpiry(code, issuedAt, issuer)
  if (usual === null || usual === expiresAt) return null
  const day = formatDate(usual, user?.locale ?? null)
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="text-muted text-sm">{t`Usual end`}</span>
      <ChipButton label={t`Usual end: ${day}`} isOn={false} onPress={() => onChoose(usual)}>
        {day}
      </ChipButton>
    </p>
  )
}
