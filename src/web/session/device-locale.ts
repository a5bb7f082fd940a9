import { isTimeZone } from '#shared/kernel/dates.ts'

/** For a new account: the zone whose days end first in the 48 states: with a wrong guess a reminder is early, never late. */
export const GUESSED_ZONE = 'America/New_York'

/** This device's time zone; `null` if it has none that is known, such as `Etc/Unknown`. */
export function deviceZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone && isTimeZone(timeZone) ? timeZone : null
}

/** This browser's language; `null` if it is not one, such as `C`. */
export function deviceLanguage(): string | null {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? null
  } catch {
    return null
  }
}
