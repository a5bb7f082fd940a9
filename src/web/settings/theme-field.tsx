import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'

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

/** Kept on this device only. `device`: as its system says. */
type Theme = 'device' | 'light' | 'dark'

/** `index.html` reads it before the first paint. */
const KEY = 'lanyard-theme'

function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'device'
}

export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  try {
    if (theme === 'device') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Without storage it lasts until the page is closed.
  }
  if (theme === 'device') delete dataset.theme
  else dataset.theme = theme
}
