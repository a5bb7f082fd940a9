import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = { to: string; subject: string; messageId: string; text: string; raw: string }

/**
 * The server's reaction to a message: accepts it, responds to its recipient with this number, sends nothing after the
 * last line, or accepts it and hangs up without a response. The last reaction leaves the sender uncertain.
 */
export type MailAnswer = 'accept' | 'stall' | 'hang up' | number

export type MailServer = {
  url: string
  /** Every message that arrived completely, with or without a response to the sender. */
  received: ReceivedMail[]
  /** How many recipients were named so far. */
  tries(): number
  /** Takes effect immediately. A function decides for each message by its recipient, and may delay it. */
  answer(how: MailAnswer | ((to: string) => MailAnswer | Promise<MailAnswer>)): void
  close(): Promise<void>
}

/** A real SMTP server on its own loopback port. It accepts everything until told otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const sockets = new Map<number, Socket>()
  let decide: (to: string) => MailAnswer | Promise<MailAnswer> = () => 'accept'
  let tries = 0
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    ...options,
    onRcptTo({ address }, _session, done) {
      tries += 1
      const answer = decide(address)
      if (typeof answer !== 'number') return done()
      done(Object.assign(new Error(`<${address}> is not for us`), { responseCode: answer }))
    },
    onData(stream, { envelope, remotePort }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const to = envelope.rcptTo[0]?.address ?? ''
        received.push(readMail(to, Buffer.concat(parts).toString()))
        const answer = await decide(to)
        if (answer === 'accept') done()
        if (answer === 'hang up') sockets.get(remotePort)?.destroy()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`,
    received,
    tries: () => tries,
    answer(how) {
      decide = typeof how === 'function' ? how : () => how
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function readMail(to: string, raw: string): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n')
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? ''
  return {
    to,
    raw,
    subject: header('Subject'),
    messageId: header('Message-ID').trim(),
    text: raw.slice(head.length + 4),
  }
}

/** Decodes quoted-printable text. */
export function plainText({ text }: ReceivedMail): string {
  return text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
