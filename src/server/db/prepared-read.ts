// @ts-expect-error: the types of the driver have no place for it; `pg-cursor` takes it from here too
import { prepareValue } from 'pg/lib/utils.js'

/** Reads the text of a value that is not null; `null` where the text is the value. */
export type Reader = ((text: string) => unknown) | null

/** A prepared statement and what is known of its rows. */
export type Statement = {
  name: string
  text: string
  /** The columns are not known before it was first run. */
  readerOf(column: number, type: number): Reader
  readers: Reader[] | null
  rowOf(values: unknown[]): unknown
}

/** What the driver's connection offers to a query, of which its types name a part. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(bound: { statement: string; values: unknown[]; valueMapper(value: unknown): unknown }): void
  describe(portal: { type: 'P' }): void
  execute(portal: object): void
  sync(): void
  sendCopyFail(reason: string): void
}

type Done = (error: Error | null, rows?: unknown[]) => void

/**
 * One run of a prepared statement, to be passed to `query` of a connection as `pg-cursor` and others are. The driver's own
 * query asks for the columns each time, and reads each row twice.
 */
export class PreparedRead {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  /** Set by the driver. */
  callback?: Done
  #statement: Statement
  #rows: unknown[] = []
  #failure: Error | null = null

  constructor(statement: Statement, values: unknown[], name = statement.name) {
    this.name = name
    this.text = statement.text
    this.values = values
    this.#statement = statement
  }

  /** The same for a connection that keeps no statement. */
  unnamed(): PreparedRead {
    return new PreparedRead(this.#statement, this.values, '')
  }

  submit(connection: Connection): void {
    const { name, text, values } = this
    const isParsed = name !== '' && connection.parsedStatements[name] === text
    connection.stream.cork()
    try {
      if (!isParsed) connection.parse({ name, text })
      connection.bind({ statement: name, values, valueMapper: prepareValue })
      if (!isParsed || this.#statement.readers === null) connection.describe({ type: 'P' })
      connection.execute({})
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription({ fields }: { fields: { dataTypeID: number }[] }): void {
    this.#statement.readers = fields.map(({ dataTypeID }, column) =>
      this.#statement.readerOf(column, dataTypeID),
    )
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure) return
    try {
      this.#rows.push(this.#read(fields))
    } catch (error) {
      this.#failure = error as Error
    }
  }

  /** Changes `fields`, which nobody else has. */
  #read(fields: (string | null)[]): unknown {
    const values: unknown[] = fields
    const { rowOf } = this.#statement
    const readers = this.#statement.readers ?? []
    for (let column = 0; column < readers.length; column += 1) {
      const read = readers[column] ?? null
      const text = fields[column]
      if (read !== null && text != null) values[column] = read(text)
    }
    return rowOf(values)
  }

  handleReadyForQuery(): void {
    this.callback?.(this.#failure, this.#rows)
  }

  handleError(error: Error): void {
    this.callback?.(error)
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail('A prepared statement has nothing to copy')
  }
}
