import pg from 'pg'

/** Reads the text of a value that is not null; `null` where the text is the value. */
export type Reader = ((text: string) => unknown) | null

/** A prepared statement and what is known of its rows. */
export type Statement = {
  name: string
  text: string
  readerOf(column: number, type: number): Reader
  /** Of its columns, once it was run. */
  readers: Reader[] | null
  rowOf(values: unknown[]): unknown
}

/** One run of a prepared statement, with its values as the driver sends them. */
export type Read = {
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
export class ReadBatch {
  readonly reads: Read[]
  /** Set by the driver; called when the connection is free, with the error after which it is not to be used. */
  callback?: (error?: Error) => void
  readonly #runAgain: (read: Read) => void
  readonly #isNamed: boolean
  readonly #results: { rows: unknown[]; failure: Error | null }[]
  /** The one whose response is arriving. */
  #at = 0

  /** `runAgain` gets those that PostgreSQL skipped because one before them failed. */
  constructor(reads: Read[], runAgain: (read: Read) => void, isNamed = true) {
    this.reads = reads
    this.#runAgain = runAgain
    this.#isNamed = isNamed
    this.#results = reads.map(() => ({ rows: [], failure: null }))
  }

  /** The same for a connection that keeps no statement. */
  unnamed(): ReadBatch {
    return new ReadBatch(this.reads, this.#runAgain, false)
  }

  /** By these two the driver remembers what is prepared. */
  get name(): string {
    return this.#isNamed ? (this.#current?.name ?? '') : ''
  }

  get text(): string {
    return this.#current?.text ?? ''
  }

  get #current(): Statement | undefined {
    return this.reads[this.#at]?.statement
  }

  submit(connection: Connection): void {
    const parsed = new Set<string>()
    connection.stream.cork()
    try {
      for (const read of this.reads) this.#send(connection, read, parsed)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  #send(connection: Connection, { statement, values }: Read, parsed: Set<string>): void {
    const { text } = statement
    const name = this.#isNamed ? statement.name : ''
    const isParsed = name !== '' && (connection.parsedStatements[name] === text || parsed.has(name))
    if (!isParsed) connection.parse({ name, text })
    parsed.add(name)
    connection.bind({ statement: name, values })
    if (!isParsed || statement.readers === null) connection.describe({ type: 'P' })
    connection.execute({})
  }

  handleRowDescription({ fields }: { fields: { dataTypeID: number }[] }): void {
    const statement = this.#current
    if (statement)
      statement.readers = fields.map(({ dataTypeID }, column) => statement.readerOf(column, dataTypeID))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const result = this.#results[this.#at]
    const statement = this.#current
    if (!statement || !result || result.failure) return
    try {
      result.rows.push(rowFrom(statement, fields))
    } catch (error) {
      result.failure = error as Error
    }
  }

  handleCommandComplete(): void {
    this.#at += 1
  }

  handleReadyForQuery(): void {
    this.callback?.()
    for (const index of this.reads.keys()) this.#settle(index)
  }

  #settle(index: number): void {
    const result = this.#results[index]
    this.reads[index]?.done(result?.failure ?? null, result?.rows)
  }

  handleError(error: Error): void {
    this.callback?.(error)
    for (const [index, read] of this.reads.entries()) {
      if (index < this.#at) this.#settle(index)
      else if (index > this.#at && error instanceof pg.DatabaseError) this.#runAgain(read)
      else read.done(error)
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
function rowFrom({ readers, rowOf }: Statement, fields: (string | null)[]): unknown {
  const values: unknown[] = fields
  const count = readers?.length ?? 0
  for (let column = 0; column < count; column += 1) {
    const read = readers?.[column] ?? null
    const text = fields[column]
    if (read !== null && text != null) values[column] = read(text)
  }
  return rowOf(values)
}

const MOST_TOGETHER = 8
/** So few are not divided among free connections: a message takes longer than a small statement. */
const FEW = 4
const noConnection = new Error('connection terminated')
const queues = new WeakMap<pg.Pool, (read: Read) => void>()

/**
 * Runs a statement on any connection of the pool. Those of all requests that have arrived, and those that wait for a connection,
 * are sent together, which takes less of both sides than one message for each; a free connection gets its share of many. They
 * must only read and lock nothing: together they are one transaction. If one fails, those after it are run again by
 * themselves.
 */
export function readFrom(pool: pg.Pool, read: Read): void {
  const queue = queues.get(pool) ?? createQueue(pool)
  queues.set(pool, queue)
  queue(read)
}

function createQueue(pool: pg.Pool): (read: Read) => void {
  const waiting: Read[] = []
  let asked = 0
  let isGathering = false
  const share = () => Math.min(MOST_TOGETHER, Math.max(FEW, Math.ceil(waiting.length / (1 + pool.idleCount))))
  const ask = () => {
    asked += 1
    const last = waiting.at(-1) as Read
    pool.connect((error, client, release) => {
      asked -= 1
      // No connection: those that waited for it as long as this call did.
      const reads = waiting.splice(0, client ? share() : waiting.indexOf(last) + 1)
      if (waiting.length > 0 && asked === 0) ask()
      if (!client) for (const { done } of reads) done(error ?? noConnection)
      else if (reads.length === 0) release()
      else send(client, new ReadBatch(reads, (read) => readAlone(pool, read)), release)
    })
  }
  const askForAll = () => {
    isGathering = false
    while (asked < pool.options.max && asked * FEW < waiting.length) ask()
  }
  return (read) => {
    waiting.push(read)
    if (isGathering) return
    isGathering = true
    // After the requests that have already arrived.
    setImmediate(askForAll)
  }
}

/** Runs a statement by itself on a connection, or on any of the pool. */
export function readAlone(client: pg.Pool | pg.PoolClient, read: Read): void {
  const alone = new ReadBatch([read], () => {})
  if (client instanceof pg.Pool)
    client.connect((error, connection, release) => {
      if (connection) send(connection, alone, release)
      else read.done(error ?? noConnection)
    })
  else send(client, alone, () => {})
}

function send(client: pg.PoolClient, batch: ReadBatch, release: (error?: Error) => void): void {
  Reflect.apply(client.query, client, [batch, undefined, release])
}
