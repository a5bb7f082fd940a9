const EVERY_MS = 60_000
/** Kinds beyond this number are counted together, because a stranger chooses their content. */
const MAX_KINDS = 20

type Fields = Record<string, unknown>
type Log = { warn(fields: object, message: string): void }
type Line = { fields: Fields; message: string; count: number }

/**
 * For events that a stranger can cause by the thousand: the first of a kind is logged immediately, then at most one
 * line a minute, whose `count` is the number since the previous line. `common` is in every line.
 */
export function createGatheredLog(log: Log, common: Fields = {}) {
  const lines = new Map<string, Line>()
  const write = ({ fields, message, count }: Line) => log.warn({ ...common, ...fields, count }, message)
  const flushLater = () => void setTimeout(flush, EVERY_MS).unref()

  function flush(): void {
    for (const [kind, line] of lines) {
      if (line.count === 0) lines.delete(kind)
      else write(line)
      line.count = 0
    }
    if (lines.size > 0) flushLater()
  }

  return (fields: Fields, message: string, kind = JSON.stringify([message, fields])): void => {
    if (lines.size === 0) flushLater()
    if (lines.has(kind) || lines.size < MAX_KINDS) {
      const known = lines.get(kind)
      if (!known) write({ fields, message, count: 1 })
      lines.set(kind, { fields, message, count: known ? known.count + 1 : 0 })
    } else {
      const others = lines.get(message)?.count ?? 0
      lines.set(message, { fields: {}, message, count: others + 1 })
    }
  }
}
