import pg from 'pg'
import { vi } from 'vitest'

/**
 * Watches every transaction until `stop`. `stop` returns the writing statements that were sent before `begin` was
 * answered: if PostgreSQL refuses `begin`, they are stored by themselves.
 */
export function watchFirstStatements(): { stop(): string[] } {
  const { query } = pg.Client.prototype
  const begins = new WeakSet<pg.Client>()
  const writes = new Set<string>()
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  spy.mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
    const [config] = sent
    const text = typeof config === 'string' ? config : (config as { text: string }).text
    if (begins.has(this) && !/^[\s(]*(select|commit|rollback)\b/i.test(text)) writes.add(text)
    const answer = Reflect.apply(query, this, sent)
    if (/^\s*begin\b/i.test(text)) {
      begins.add(this)
      const answered = () => begins.delete(this)
      answer.then(answered, answered)
    }
    return answer
  })
  return {
    stop() {
      spy.mockRestore()
      return [...writes]
    },
  }
}
