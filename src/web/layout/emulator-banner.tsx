import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'

/** "A fixed red banner at the bottom", word for word; in English on one line of a phone, because it takes the place of the page. */
export function EmulatorBanner() {
  if (!siteConfig.emulator) return null
  return (
    <aside
      aria-label={t`Emulator mode`}
      className="text-balance bg-[#b3261e] px-2 py-1 text-center font-semibold text-[#fff] text-[clamp(0.5625rem,2.8vw,0.875rem)]"
    >{t`Running in emulator mode. Do not use with production credentials.`}</aside>
  )
}
