import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { StartError } from '#server/kernel/config.ts'
import type { Services } from '#server/services.ts'
import { MAX_MAIL_BYTES } from '#shared/mail-in/mail-in.ts'
import { tokensIn } from './address-service.ts'
import { receiveMail } from './receive-service.ts'

/** Each may hold a whole mail in memory. */
const MAX_CLIENTS = 8
const MAX_RECIPIENTS = 5
const IDLE_MS = 60_000

export type MailListener = { port: number; close(): Promise<void> }

/** Listens for mail from the operator's mail server; `null` without the setting. */
export async function listenForMail(services: Services): Promise<MailListener | null> {
  const { MAIL_IN_ADDRESS: mailbox, MAIL_IN_SMTP_PORT: port, MAIL_IN_SMTP_HOST: host } = services.config
  if (mailbox === undefined || port === undefined) return null
  const server = createServer(services, mailbox)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartError(
          `Lanyard cannot listen for mail on ${host}:${port} (${error.code}): correct MAIL_IN_SMTP_HOST or MAIL_IN_SMTP_PORT.`,
        ),
      ),
    )
    server.listen(port, host, resolve)
  })
  // A client that hangs up or speaks nonsense. Without a listener it would end the process.
  server.on('error', () => {})
  const bound = server.server.address()
  return {
    port: bound !== null && typeof bound === 'object' ? bound.port : port,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function createServer(services: Services, mailbox: string): SMTPServer {
  // One mail after the other: reading one takes memory and time that requests need, too.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  return new SMTPServer({
    name: mailbox.slice(mailbox.lastIndexOf('@') + 1),
    banner: 'Lanyard',
    size: MAX_MAIL_BYTES,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: 2000,
    onRcptTo({ address }, { envelope }, done) {
      // An unknown token is accepted and dropped: a refusal would make the sending server write to a stranger.
      if (tokensIn(mailbox, address).length === 0) return done(refusal(550, 'No such mailbox'))
      if (envelope.rcptTo.length >= MAX_RECIPIENTS) return done(refusal(452, 'Too many recipients'))
      done()
    },
    onData(stream, { envelope }, done) {
      const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
      const recipients = envelope.rcptTo.map(({ address }) => address)
      readMail(stream)
        .then((raw) =>
          raw === null ? null : inTurn(() => receiveMail(services, raw, { sender, recipients })),
        )
        .then((outcomes) => done(outcomes === null ? refusal(552, 'Too large') : null, 'Received'))
        .catch((err: unknown) => {
          services.log.error({ err }, 'a mail could not be stored')
          done(refusal(451, 'Try again later'))
        })
    },
  })
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** `null` if it is too large: the rest is read without keeping it. */
async function readMail(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= MAX_MAIL_BYTES) parts.push(part)
  }
  return size > MAX_MAIL_BYTES ? null : Buffer.concat(parts)
}
