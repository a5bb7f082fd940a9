import { bytesText } from '#shared/kernel/bytes-text.ts'
import { t } from '#web/i18n/t.ts'

/** "3.4 MB". */
export function formatBytes(bytes: number): string {
  return bytesText(bytes, t)
}
