import { createServer, type Socket } from 'node:net'

export type StoredMail = { uid: number; raw: Buffer; isSeen: boolean }

export type ImapMailbox = {
  url: string
  mails: StoredMail[]
  /** Hangs up before a mail is marked as read, like a connection that breaks. */
  breaksAtMark: boolean
  /** Answers without the text of a mail, as a server does while it moves one. */
  leavesOutText: boolean
  close(): Promise<void>
}

/** A mailbox on loopback that answers the commands of `imap-service.ts`, and refuses all others. */
export async function openImapMailbox(): Promise<ImapMailbox> {
  const sockets = new Set<Socket>()
  const mailbox: Omit<ImapMailbox, 'url' | 'close'> = {
    mails: [],
    breaksAtMark: false,
    leavesOutText: false,
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    let typed = ''
    socket.on('data', (part) => {
      typed += part.toString('latin1')
      for (let end = typed.indexOf('\r\n'); end !== -1; end = typed.indexOf('\r\n')) {
        answer(mailbox, socket, typed.slice(0, end))
        typed = typed.slice(end + 2)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return Object.assign(mailbox, {
    url: `imap://in%40lanyard.example:secret@127.0.0.1:${port}/INBOX`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  })
}

function answer(mailbox: Omit<ImapMailbox, 'url' | 'close'>, socket: Socket, line: string): void {
  const [tag = '*', ...words] = line.split(' ')
  const command = (words[0]?.toUpperCase() === 'UID' ? words.slice(0, 2) : words.slice(0, 1))
    .join(' ')
    .toUpperCase()
  const done = (...lines: string[]) =>
    socket.write(Buffer.from([...lines, `${tag} OK done`, ''].join('\r\n'), 'latin1'))
  const named = mailbox.mails.find(({ uid }) => String(uid) === words[2])
  const number = named ? mailbox.mails.indexOf(named) + 1 : 0
  if (command === 'CAPABILITY') return void done('* CAPABILITY IMAP4rev1')
  if (command === 'LOGIN' && !line.includes('secret'))
    return void socket.write(`${tag} NO [AUTHENTICATIONFAILED] refused\r\n`)
  if (command === 'LOGIN' || command === 'NOOP' || command === 'CLOSE') return void done()
  if (command === 'LIST' || command === 'LSUB') return void done(`* ${command} (\\HasNoChildren) "/" "INBOX"`)
  if (command === 'SELECT')
    return void done(
      '* FLAGS (\\Seen \\Deleted)',
      '* OK [PERMANENTFLAGS (\\Seen \\Deleted)] ok',
      `* ${mailbox.mails.length} EXISTS`,
      '* OK [UIDVALIDITY 1] ok',
    )
  if (command === 'UID SEARCH') {
    const unseen = mailbox.mails.filter(({ isSeen }) => !isSeen).map(({ uid }) => uid)
    return void done(`* SEARCH ${unseen.join(' ')}`.trim())
  }
  if (command === 'UID FETCH' && named) {
    const { uid, raw } = named
    const size = `UID ${uid} RFC822.SIZE ${raw.length}`
    const isBody = line.toUpperCase().includes('BODY.PEEK[]') && !mailbox.leavesOutText
    const [, most] = /BODY\.PEEK\[\]<0\.(\d+)>/i.exec(line) ?? []
    const part = raw.subarray(0, most === undefined ? raw.length : Number(most))
    const name = most === undefined ? 'BODY[]' : 'BODY[]<0>'
    return void done(
      isBody
        ? `* ${number} FETCH (${size} ${name} {${part.length}}\r\n${part.toString('latin1')})`
        : `* ${number} FETCH (${size})`,
    )
  }
  if (command === 'UID STORE' && named) {
    if (mailbox.breaksAtMark) return void socket.destroy()
    named.isSeen = line.includes('\\Seen')
    return void done(`* ${number} FETCH (UID ${named.uid} FLAGS (\\Seen))`)
  }
  if (command === 'LOGOUT') return void socket.end(`* BYE\r\n${tag} OK done\r\n`)
  socket.write(`${tag} BAD not here\r\n`)
}
