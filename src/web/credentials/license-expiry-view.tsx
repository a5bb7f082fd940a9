import { type Control, useFormState, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { licenseInput } from '#shared/credentials/credential.ts'
import { plural } from '#shared/i18n/translate.ts'
import { addYears } from '#shared/kernel/dates.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { ChipButton } from '#web/ui/button.tsx'

/** For how many years boards renew. The date on the card decides. */
const usualYears = [1, 2, 3]

type LicenseExpiryProps = {
  control: Control<z.input<typeof licenseInput>, unknown, z.output<typeof licenseInput>>
  onChoose(date: string): void
}

/** Offers the end of a term computed from its issue date, if there is no date yet or the issue date was changed. */
export function LicenseExpiryView({ control, onChoose }: LicenseExpiryProps) {
  const [issuedAt, expiresAt, neverExpires, renewalCycle] = useWatch({
    control,
    name: ['issuedAt', 'expiresAt', 'neverExpires', 'renewalCycle'],
  })
  const { dirtyFields } = useFormState({ control, name: ['issuedAt', 'expiresAt'] })
  const { user } = useSession()
  // While a year is typed it passes through 2, 20 and 202.
  if (!issuedAt || issuedAt < '1900' || neverExpires) return null
  if (expiresAt && !dirtyFields.issuedAt) return null
  const years = Number.isInteger(renewalCycle) ? [Number(renewalCycle)] : usualYears
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="contents">
        <span className="text-muted text-sm">{t`Issued for`}</span>
      </legend>
      {years.map((count) => {
        const date = addYears(issuedAt, count)
        const length = t`${plural(count, { one: '# year', other: '# years' })}`
        return (
          <ChipButton
            key={count}
            label={t`${length}: expires ${formatDate(date, user?.locale ?? null)}`}
            isOn={expiresAt === date}
            onPress={() => onChoose(date)}
          >
            {length}
          </ChipButton>
        )
      })}
    </fieldset>
  )
}
