import { Duplex } from 'node:stream'
import type { EmbeddedServer, Send } from './server.ts'

const terminate = 0x58
const startup = 0x00

type Done = (error?: Error | null) => void

/** The socket for `pg`: writes go to the embedded database, and its responses are read back. */
export class EmbeddedStream extends Duplex {
  #server: EmbeddedServer
  #send: Send | null = null

  constructor(server: EmbeddedServer) {
    super()
    this.#server = server
  }

  connect(): this {
    this.#server
      .connect((reason) => this.destroy(reason))
      .then(
        (send) => {
          this.#send = send
          this.emit('connect')
        },
        (error) => this.destroy(error),
      )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.#exchange([chunk]).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#exchange(chunks.map(({ chunk }) => chunk)).then(() => done(), done)
  }

  /** Each chunk is one message of the protocol, because that is how `pg` writes. */
  async #exchange(chunks: Buffer[]): Promise<void> {
    if (!this.#send) throw new Error('The embedded database is not connected.')
    const end = chunks.findIndex((chunk) => chunk[0] === terminate)
    const messages = end === -1 ? chunks : chunks.slice(0, end)
    if (messages[0]?.[0] === startup) await this.#forgetLastClient(this.#send)
    if (messages.length > 0) this.push(await this.#send(Buffer.concat(messages)))
    if (end !== -1) this.push(null)
  }

  /** All clients share one session in turn. No client may inherit a transaction, a lock or a prepared statement. */
  async #forgetLastClient(send: Send): Promise<void> {
    await send(simpleQuery('rollback'))
    await send(simpleQuery('discard all'))
  }
}

function simpleQuery(sql: string): Buffer {
  const message = Buffer.alloc(1 + 4 + sql.length + 1)
  message.write('Q')
  message.writeInt32BE(message.length - 1, 1)
  message.write(sql, 5)
  return message
}
