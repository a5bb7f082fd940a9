import { Unzip, UnzipInflate } from 'fflate'
import {
  isReadPart,
  MAX_SHEET_ROWS,
  readWorkbook,
  type Sheet,
  TOO_MANY_ROWS,
} from '#shared/files/workbook-read.ts'
import { t } from '#web/i18n/t.ts'

/** The maximum total size of a workbook's parts, unpacked: a small file may claim to be gigabytes. */
const MAX_UNPACKED = 60_000_000
const STEP = 65_536

/** Whether these bytes are a ZIP with a workbook in it. */
export function isWorkbook(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false
  return new TextDecoder('latin1').decode(bytes).includes('xl/workbook.xml')
}

/** The sheets of an XLSX file that have rows. Throws an `Error` with a message for the user. */
export function sheetsOf(bytes: Uint8Array): Sheet[] {
  const parts = unpack(bytes)
  try {
    return readWorkbook(parts).filter(({ rows }) =>
      rows.some((row) => row.some((cell) => cell.trim() !== '')),
    )
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const isTooLong = error.message === TOO_MANY_ROWS
    const most = MAX_SHEET_ROWS.toLocaleString(t.locale)
    const message = isTooLong
      ? t`This workbook has more than ${most} rows. Split it.`
      : t`This workbook could not be read. Save it as XLSX or CSV again.`
    throw new Error(message)
  }
}

function unpack(bytes: Uint8Array): Map<string, string> {
  const parts = new Map<string, string>()
  let left = MAX_UNPACKED
  let failure: string | null = null
  const unzip = new Unzip((file) => {
    if (!isReadPart(file.name)) return
    const decoder = new TextDecoder()
    let text = ''
    file.ondata = (error, chunk, isLast) => {
      if (error) failure ??= t`This workbook is damaged or protected with a password.`
      if (failure !== null) return
      left -= chunk.length
      if (left < 0) {
        failure = t`This workbook is too large. Split it.`
        file.terminate()
        return
      }
      text += decoder.decode(chunk, { stream: !isLast })
      if (isLast) parts.set(file.name, text)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && failure === null; at += STEP)
      unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
  } catch {
    failure ??= t`This workbook is damaged or protected with a password.`
  }
  if (failure !== null) throw new Error(failure)
  return parts
}
