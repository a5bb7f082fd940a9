import { msg } from '#shared/i18n/translate.ts'
import { DEFAULT_LIFETIME_MS, MAX_LIFETIME_MS, MIN_LIFETIME_MS } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'

const DAY_MS = 24 * 3_600_000

/** How long a link stays open. No link is open forever. `custom` lasts until a chosen day and time. */
export const lifetimes = [
  { id: 'hour', label: msg`1 hour`, ms: MIN_LIFETIME_MS },
  { id: 'day', label: msg`1 day`, ms: DAY_MS },
  { id: 'week', label: msg`7 days`, ms: DEFAULT_LIFETIME_MS },
  { id: 'fortnight', label: msg`14 days`, ms: 2 * DEFAULT_LIFETIME_MS },
  { id: 'month', label: msg`30 days`, ms: MAX_LIFETIME_MS },
  { id: 'custom', label: msg`Until a date`, ms: null },
] as const

export type PickedLifetime = Exclude<Lifetime, 'custom'>

const items = lifetimes.filter(
  (one): one is Exclude<(typeof lifetimes)[number], { id: 'custom' }> => one.id !== 'custom',
)

export const pickedMs = (lifetime: PickedLifetime) => lifetimeMs(lifetime) ?? 0

type LifetimePickerProps = {
  label: string
  value: PickedLifetime
  onChange: (lifetime: PickedLifetime) => void
}

/** From 1 hour to 30 days, without a custom end. */
export function LifetimePicker({ label, value, onChange }: LifetimePickerProps) {
  return (
    <RadioField
      label={label}
      items={items.map((one) => ({ ...one, label: t(one.label) }))}
      value={value}
      onChange={onChange}
    />
  )
}

export type Lifetime = (typeof lifetimes)[number]['id']

/** `null` for `custom`. */
export function lifetimeMs(lifetime: Lifetime): number | null {
  return lifetimes.find(({ id }) => id === lifetime)?.ms ?? null
}
