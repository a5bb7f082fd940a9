import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { type Lifetime, lifetimeMs, lifetimes } from './share-lifetime-options.ts'

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
