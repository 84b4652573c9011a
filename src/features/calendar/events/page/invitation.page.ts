import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '#core/errors/answer'
import { nobodyAt } from '#core/http/credentials'
import { mountPage } from '#core/http/page'
import type { Context } from '#core/operation/context'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { root } from '#core/runtime/root'
import { type Language, preferredLanguage } from '#core/text/language'
import { answerInvitation, followInvitation, showInvitation } from '../answer-invitation.ts'
import { InvitationAnswer } from '../invitation.resolver.ts'
import { gonePage, invitationPage } from './invitation.html.ts'

const asset = (folder: string, name: string) => () => readFile(join(root, 'assets', folder, name))

/** Mounts `/invitation/{token}`: an event, to be accepted or declined. To open it changes nothing: mail servers open links too. */
export function mountInvitationPage(app: FastifyInstance, services: Services) {
  const send = mountPage(app, {
    path: '/invitation/files',
    title: 'Kontor',
    policy: ["style-src 'self'", "form-action 'self'", 'img-src data:'],
    body: '',
    files: {
      'guide.css': { type: 'css', read: asset('guide', 'guide.css') },
      'sign.css': { type: 'css', read: asset('sign', 'sign.css') },
    },
  })
  const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token
  const run = <Result>(
    request: FastifyRequest,
    mode: 'read' | 'write',
    work: (context: Context, token: string) => Promise<Result>,
  ) => operate(services, nobodyAt(request), mode, (context) => work(context, tokenOf(request)))
  const preferred = (request: FastifyRequest): Language => preferredLanguage(request.headers['accept-language']) ?? 'de'
  const answer = (reply: FastifyReply, page: { title: string; body: string; language: Language }) =>
    send(
      reply
        .header('cache-control', 'private, no-store')
        .header('x-robots-tag', 'noindex')
        .header('vary', 'accept-language'),
      page,
    )

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      async (_request: FastifyRequest, text: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(text.toString())),
    )
    scope.setErrorHandler((error, request, reply) => {
      const { problem, fault } = problemOf(error, services.constraints)
      if (fault)
        services.log.error({ request_id: request.id, route: '/invitation/:token', err: fault }, 'request failed')
      if (problem.status === 503) reply.header('retry-after', '1')
      return answer(reply.code(problem.status), gonePage(preferred(request), problem.status))
    })
    scope.get('/invitation/:token', async (request, reply) => {
      const invitation = await run(request, 'read', async (context, token) =>
        showInvitation(context, await followInvitation(context, token)),
      )
      return answer(reply, invitationPage(invitation, tokenOf(request), preferred(request)))
    })
    scope.post('/invitation/:token', async (request, reply) => {
      const { answer: given } = (request.body ?? {}) as Record<string, string>
      const known = Object.values(InvitationAnswer).find((each) => each === given)
      if (known) await run(request, 'write', (context, token) => answerInvitation(context, token, known))
      // What is shown next can be asked for again without answering twice.
      return reply.redirect(`/invitation/${tokenOf(request)}`, 303)
    })
  })
}
