import { siteConfig } from '#web/config/site.ts'

/** "A fixed red banner at the bottom", word for word. */
export function EmulatorBanner() {
  if (!siteConfig.emulator) return null
  return (
    <aside
      aria-label="Emulator mode"
      className="bg-[#b3261e] px-4 py-1.5 text-center font-semibold text-[#fff] text-sm"
    >
      Running in emulator mode. Do not use with production credentials.
    </aside>
  )
}
