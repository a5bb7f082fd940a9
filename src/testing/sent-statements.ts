import pg from 'pg'
import { vi } from 'vitest'
import { StatementBatch } from '#server/db/statement-batch.ts'

/** `name`: of one that is prepared, or empty. */
export type SentStatement = { name: string; text: string; values: unknown[] }

/** What is sent to the database during `work`: each message with the statements in it. */
export async function messagesDuring(work: () => Promise<unknown>): Promise<SentStatement[][]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.map(([sent, values]) => statementsIn(sent, values))
  } finally {
    query.mockRestore()
  }
}

/** The statements of all messages. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<SentStatement[]> {
  return (await messagesDuring(work)).flat()
}

function statementsIn(sent: unknown, values: unknown): SentStatement[] {
  if (sent instanceof StatementBatch)
    return sent.runs.map(({ statement: { name, text }, values }) => ({ name, text, values }))
  const given = Array.isArray(values) ? values : []
  if (typeof sent === 'string') return [{ name: '', text: sent, values: given }]
  const { name = '', text, values: own = given } = sent as Partial<SentStatement> & { text: string }
  return [{ name, text, values: own }]
}
