import pg from 'pg'

/** Reads the text of a value that is not null; `null` where the text is the value. */
export type Reader = ((text: string) => unknown) | null

/** How to make a row from the values of its columns. */
export type Columns = { readers: Reader[]; rowOf(values: unknown[]): unknown }

/** As PostgreSQL describes it. */
export type Field = { name: string; dataTypeID: number }

/** A prepared statement and what is known of its rows. */
export type Statement = {
  name: string
  text: string
  columnsOf(fields: Field[]): Columns
  /** Once it was run. */
  columns: Columns | null
}

/** One run of a prepared statement, with its values as the driver sends them. */
export type Run = {
  statement: Statement
  values: unknown[]
  done(error: Error | null, rows?: unknown[]): void
}

/** What the driver's connection offers to a query, of which its types name a part. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(bound: { statement: string; values: unknown[] }): void
  describe(portal: { type: 'P' }): void
  execute(portal: object): void
  sync(): void
  sendCopyFail(reason: string): void
}

/**
 * Prepared statements that are sent together, to be passed to `query` of a connection as `pg-cursor` and others are. The
 * driver's own query is one statement, asks for its columns each time, and reads each row twice.
 */
export class StatementBatch {
  readonly runs: Run[]
  /** Set by the driver; called when the connection is free, with the error after which it is not to be used. */
  callback?: (error?: Error) => void
  readonly #runAgain: (run: Run) => void
  readonly #isNamed: boolean
  readonly #results: { rows: unknown[]; failure: Error | null }[]
  /** The one whose response is arriving. */
  #at = 0

  /** `runAgain` gets those that PostgreSQL skipped because one before them failed. */
  constructor(runs: Run[], runAgain: (run: Run) => void, isNamed = true) {
    this.runs = runs
    this.#runAgain = runAgain
    this.#isNamed = isNamed
    this.#results = runs.map(() => ({ rows: [], failure: null }))
  }

  /** The same for a connection that keeps no statement. */
  unnamed(): StatementBatch {
    return new StatementBatch(this.runs, this.#runAgain, false)
  }

  /** By these two the driver remembers what is prepared. */
  get name(): string {
    return this.#isNamed ? (this.#current?.name ?? '') : ''
  }

  get text(): string {
    return this.#current?.text ?? ''
  }

  get #current(): Statement | undefined {
    return this.runs[this.#at]?.statement
  }

  submit(connection: Connection): void {
    const parsed = new Set<string>()
    connection.stream.cork()
    try {
      for (const run of this.runs) this.#send(connection, run, parsed)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  #send(connection: Connection, { statement, values }: Run, parsed: Set<string>): void {
    const { text } = statement
    const name = this.#isNamed ? statement.name : ''
    const isParsed = name !== '' && (connection.parsedStatements[name] === text || parsed.has(name))
    if (!isParsed) connection.parse({ name, text })
    parsed.add(name)
    connection.bind({ statement: name, values })
    if (!isParsed || statement.columns === null) connection.describe({ type: 'P' })
    connection.execute({})
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const statement = this.#current
    if (statement) statement.columns = statement.columnsOf(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const result = this.#results[this.#at]
    const columns = this.#current?.columns
    if (!columns || !result || result.failure) return
    try {
      result.rows.push(rowFrom(columns, fields))
    } catch (error) {
      result.failure = error as Error
    }
  }

  handleCommandComplete(): void {
    this.#at += 1
  }

  handleReadyForQuery(): void {
    this.callback?.()
    for (const index of this.runs.keys()) this.#settle(index)
  }

  #settle(index: number): void {
    const result = this.#results[index]
    this.runs[index]?.done(result?.failure ?? null, result?.rows)
  }

  handleError(error: Error): void {
    this.callback?.(error)
    // After the last statement: the commit failed, or the connection was lost and nobody knows.
    const isCommitFailure = this.#at === this.runs.length
    for (const [index, run] of this.runs.entries()) {
      if (index < this.#at && !isCommitFailure) this.#settle(index)
      else if (index > this.#at && error instanceof pg.DatabaseError) this.#runAgain(run)
      else run.done(error)
    }
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail('A prepared statement has nothing to copy')
  }
}

/** Changes `fields`, which nobody else has. */
function rowFrom({ readers, rowOf }: Columns, fields: (string | null)[]): unknown {
  const values: unknown[] = fields
  for (let column = 0; column < readers.length; column += 1) {
    const read = readers[column] ?? null
    const text = fields[column]
    if (read !== null && text != null) values[column] = read(text)
  }
  return rowOf(values)
}

export const noConnection = new Error('connection terminated')

/** Runs a statement by itself on a connection, or on any of the pool. */
export function runAlone(client: pg.Pool | pg.PoolClient, run: Run): void {
  const alone = new StatementBatch([run], () => {})
  if (client instanceof pg.Pool)
    client.connect((error, connection, release) => {
      if (connection) send(connection, alone, release)
      else run.done(error ?? noConnection)
    })
  else send(client, alone, () => {})
}

/** `release` is called when the connection is free, with the error after which it is not to be used. */
export function send(client: pg.PoolClient, batch: StatementBatch, release: (error?: Error) => void): void {
  Reflect.apply(client.query, client, [batch, undefined, release])
}
