import type { Logger } from './log.ts'

const EVERY_MS = 60_000
/** Beyond so many kinds in a minute they are counted together: a stranger chooses what is in them. */
const MAX_KINDS = 20

type Fields = Record<string, string>

/**
 * For what a stranger can cause by the thousand: the first of a kind is logged at once, the others of the minute in one
 * line with their count. Returns the function that logs.
 */
export function createGatheredLog(log: Pick<Logger, 'info' | 'warn'>, level: 'info' | 'warn') {
  const counts = new Map<string, { fields: Fields; message: string; count: number }>()
  const flush = () => {
    for (const { fields, message, count } of counts.values())
      if (count > 0) log[level]({ ...fields, count }, message)
    counts.clear()
  }
  return (fields: Fields, message: string): void => {
    if (counts.size === 0) setTimeout(flush, EVERY_MS).unref()
    const isFull = counts.size >= MAX_KINDS
    const kind = JSON.stringify([message, fields])
    const known = counts.get(kind) ?? (isFull ? counts.get(message) : undefined)
    if (known) known.count += 1
    else if (isFull) counts.set(message, { fields: {}, message, count: 1 })
    else {
      counts.set(kind, { fields, message, count: 0 })
      log[level](fields, message)
    }
  }
}
