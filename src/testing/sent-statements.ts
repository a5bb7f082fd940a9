import pg from 'pg'
import { vi } from 'vitest'

/** `name`: the name of a prepared statement, or empty. */
export type SentStatement = { name: string; text: string; values: unknown[] }

/** The statements that are sent to the database during `work`. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.map(([sent, values]) => statementOf(sent, values))
  } finally {
    query.mockRestore()
  }
}

function statementOf(sent: unknown, values: unknown): SentStatement {
  const given = Array.isArray(values) ? values : []
  if (typeof sent === 'string') return { name: '', text: sent, values: given }
  const { name = '', text, values: own = given } = sent as Partial<SentStatement> & { text: string }
  return { name, text, values: own }
}
