import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { trustedAuthority } from './authority.ts'
import { parseMail, type ReadMail } from './mime.ts'

/** A mail that was taken. */
interface SunkMail extends ReadMail {
  envelope: { from: string; to: string[] }
  raw: Buffer
  /** It came over TLS. */
  secure: boolean
  /** Who had logged in. */
  user: string | null
  /** The number of the connection, from 1. */
  connection: number
}

/** What to answer to a command instead of the usual: a reply line, silence, or the end of the connection. */
type Reply = string | 'hang' | 'drop'

export interface SmtpSinkOptions {
  /** `none`, STARTTLS offered, or TLS from the first byte. */
  tls?: 'none' | 'starttls' | 'implicit'
  /** Who may log in; without, no login is asked for. */
  login?: { user: string; password: string }
}

/** An SMTP server on loopback that keeps what it is given. */
export interface SmtpSink extends Pick<Arrivals<SunkMail>, 'all' | 'next'> {
  /** `smtp://127.0.0.1:<port>`, or `smtps://localhost:<port>`, with the login. */
  url: string
  /** Sets what commands are answered; `undefined` for the usual. `DATA.` is the end of a mail, `` the greeting. */
  reply(to: (command: string) => Reply | undefined): void
  /** Closes the connections there are, as servers do with idle ones. */
  dropConnections(): void
  close(): Promise<void>
}

/** Starts a sink whose certificate this process trusts. */
export async function startSmtpSink({ tls = 'none', login }: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const authority = tls === 'none' ? null : trustedAuthority()
  const secureContext = authority ? createSecureContext({ key: authority.key, cert: authority.cert }) : undefined
  const mails = createArrivals<SunkMail>('mail')
  const sockets = new Set<Socket>()
  let connections = 0
  let replyTo: (command: string) => Reply | undefined = () => undefined

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    const connection = ++connections
    const secured = () => new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => socket.destroy())
    if (tls === 'implicit') converse(secured(), connection, true, true)
    else converse(socket, connection, false, true)

    function converse(line: Socket, connection: number, secure: boolean, greet: boolean) {
      let buffered = ''
      let user: string | null = null
      let envelope = { from: '', to: [] as string[] }
      let inData = false

      const say = (reply: Reply) => {
        if (reply === 'drop') socket.destroy()
        else if (reply !== 'hang') line.write(`${reply}\r\n`)
      }
      const extensions = () =>
        [
          '250-sink',
          ...(tls === 'starttls' && !secure ? ['250-STARTTLS'] : []),
          ...(login ? ['250-AUTH PLAIN'] : []),
          '250 8BITMIME',
        ].join('\r\n')
      const perform = (command: string): Reply => {
        const [verb = ''] = command.toUpperCase().split(' ')
        if (verb === 'EHLO') return extensions()
        if (verb === 'AUTH') {
          const [, name = '', password] = Buffer.from(command.split(' ')[2] ?? '', 'base64')
            .toString()
            .split('\0')
          if (name !== login?.user || password !== login.password) return '535 5.7.8 wrong user or password'
          user = name
          return '235 2.7.0 welcome'
        }
        if (verb === 'MAIL') {
          if (login && user === null) return '530 5.7.0 log in first'
          envelope = { from: /<([^>]*)>/.exec(command)?.[1] ?? '', to: [] }
        }
        if (verb === 'RCPT') envelope.to.push(/<([^>]*)>/.exec(command)?.[1] ?? '')
        if (verb === 'DATA') {
          inData = true
          return '354 go on'
        }
        return '250 2.0.0 ok'
      }
      const hear = (chunk: string) => {
        buffered += chunk
        for (;;) {
          const terminator = inData ? '\r\n.\r\n' : '\r\n'
          const end = buffered.indexOf(terminator)
          if (end < 0) return
          const said = buffered.slice(0, end)
          buffered = buffered.slice(end + terminator.length)
          if (inData) {
            inData = false
            const other = replyTo('DATA.')
            if (other === undefined) {
              const raw = Buffer.from(`${said.replaceAll('\r\n..', '\r\n.')}\r\n`, 'latin1')
              mails.push({ ...parseMail(raw), envelope, raw, secure, user, connection })
            }
            say(other ?? '250 2.0.0 taken')
          } else if (said === 'STARTTLS' && tls === 'starttls') {
            line.off('data', hear)
            line.write('220 2.0.0 go on\r\n')
            return converse(secured(), connection, true, false)
          } else if (said === 'QUIT') {
            line.end('221 2.0.0 bye\r\n')
          } else say(replyTo(said) ?? perform(said))
        }
      }
      line.setEncoding('latin1').on('data', hear)
      if (greet) say(replyTo('') ?? '220 sink ESMTP')
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : ''
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: tls === 'implicit' ? `smtps://${credentials}localhost:${port}` : `smtp://${credentials}127.0.0.1:${port}`,
    all: mails.all,
    next: mails.next,
    reply(to) {
      replyTo = to
    },
    dropConnections,
    async close() {
      dropConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
