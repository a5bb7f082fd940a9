import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { chooseTheme, readTheme } from './theme.ts'

/** Applies at once, and on this device only. */
export function ThemeField() {
  const [theme, setTheme] = useState(readTheme)
  return (
    <RadioField
      label={t`Appearance`}
      description={t`Automatic follows your device. Your choice stays on this device.`}
      items={[
        { id: 'device', label: t`Automatic` },
        { id: 'light', label: t`Light` },
        { id: 'dark', label: t`Dark` },
      ]}
      value={theme}
      onChange={(next) => {
        chooseTheme(next)
        setTheme(next)
      }}
    />
  )
}
