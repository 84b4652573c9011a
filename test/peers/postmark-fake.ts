import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Arrivals, createArrivals } from './arrivals.ts'

/** A mail as Postmark's API takes it: the fields Kontor sends. */
interface PostmarkMail {
  From: string
  To: string
  Cc?: string
  ReplyTo?: string
  Subject: string
  TextBody: string
  HtmlBody: string
  MessageStream: string
  Headers: { Name: string; Value: string }[]
  Metadata: Record<string, string>
  Attachments: { Name: string; Content: string; ContentType: string }[]
}

/** An answer in place of the usual; `ErrorCode` and `Message` as in Postmark's documentation. */
type PostmarkAnswer = { status: number; ErrorCode?: number; Message?: string } | 'hang' | 'drop'

/** What answers at POSTMARK_API_URL in tests: the two calls Kontor makes, with Postmark's checks of token and fields. */
export interface PostmarkFake extends Pick<Arrivals<PostmarkMail>, 'all' | 'next'> {
  url: string
  token: string
  /** Sets what comes in place of the usual answer from now on; `null` for the usual. */
  answer(how: PostmarkAnswer | null): void
  close(): Promise<void>
}

export async function startPostmarkFake(): Promise<PostmarkFake> {
  const token = 'POSTMARK-TOKEN-OF-THE-TEST'
  const mails = createArrivals<PostmarkMail>('mail')
  let how: PostmarkAnswer | null = null
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const say = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    const refuse = (status: number, ErrorCode: number, Message: string) => say(status, { ErrorCode, Message })
    if (how === 'hang') return
    if (how === 'drop') return request.socket.destroy()
    if (request.headers['x-postmark-server-token'] !== token)
      return refuse(401, 10, 'Request does not contain a valid Server token.')
    if (how) return refuse(how.status, how.ErrorCode ?? 0, how.Message ?? '')
    if (request.url === '/server' && request.method === 'GET') return say(200, { ID: 1, Name: 'Test' })
    if (request.url !== '/email' || request.method !== 'POST') return refuse(404, 0, 'No such call.')
    const mail = JSON.parse(body) as PostmarkMail
    if (!mail.From || !mail.To) return refuse(422, 300, "Zero recipients specified or no 'From'.")
    mails.push(mail)
    say(200, { ErrorCode: 0, Message: 'OK', MessageID: 'b7bc2f4a', To: mail.To, SubmittedAt: new Date().toISOString() })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    all: mails.all,
    next: mails.next,
    answer(next) {
      how = next
    },
    async close() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
