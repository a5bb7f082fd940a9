import { plural, type Translate } from '#shared/i18n/translate.ts'

/** "3.4 MB": powers of 1,024, named as people name them. */
export function bytesText(bytes: number, t: Translate): string {
  if (bytes < 1024) return t`${plural(bytes, { one: '# byte', other: '# bytes' })}`
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.round(kilobytes)} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}
