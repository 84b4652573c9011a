import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Problem } from '#core/errors/problem'
import { anonymousCredentials } from '#core/http/credentials'
import { type FormPage, mountFormPage, requestedLanguage, toFormProblem } from '#core/http/form-page'
import { createPageFiles } from '#core/http/html-page'
import type { Context } from '#core/operation/context'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { renderErrorPage, renderGuestPage } from '#features/people/guest-page/guest-page.html'
import { type LinkOrigin, readLinkOrigin, readPagePublisher } from '#features/people/guest-page/page-publisher'
import { readLinkLanguage } from '#features/people/organizations/organization.reads'
import { answerInvitation, resolveInvitation, toInvitation } from './answer-invitation.ts'
import { invitationErrorMessages, invitationPage } from './invitation.html.ts'
import { InvitationAnswer } from './invitation.resolver.ts'

/** Mounts `/invitation/{token}`. GET changes nothing, because mail servers open links too. */
export function mountInvitationPage(app: FastifyInstance, services: Services) {
  const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token
  const run = <Result>(
    request: FastifyRequest,
    mode: 'read' | 'write',
    work: (context: Context, token: string) => Promise<Result>,
  ) => operate(services, anonymousCredentials(request), mode, (context) => work(context, tokenOf(request)))
  const page: FormPage<LinkOrigin> = {
    policy: ["style-src 'self'", "form-action 'self'", "img-src 'self' data:"],
    files: createPageFiles('guest/guest.css'),
    mostBytes: 16 * 1024,
    refused: ({ status }, language, from) =>
      renderErrorPage(language, invitationErrorMessages(language, status), from?.publisher ?? null, 'invitation'),
    fromOf: readLinkOrigin,
  }

  mountFormPage(app, services, page, (scope, send) => {
    const show = async (request: FastifyRequest, amiss?: Problem) => {
      const { invitation, language, sender } = await run(request, 'read', async (context, token) => ({
        invitation: await toInvitation(context, await resolveInvitation(context, token)),
        language: requestedLanguage(request) ?? (await readLinkLanguage(context, token)),
        sender: await readPagePublisher(context),
      }))
      return renderGuestPage(invitationPage(invitation, tokenOf(request), language, amiss), sender, 'invitation')
    }
    scope.get('/invitation/:token', async (request, reply) => send(reply, await show(request)))
    scope.post('/invitation/:token', async (request, reply) => {
      const { answer: given, sequence: seen = '' } = (request.body ?? {}) as Record<string, string>
      const known = Object.values(InvitationAnswer).find((each) => each === given)
      const sequence = /^\d{1,9}$/.test(seen) ? Number(seen) : null
      try {
        if (known)
          await run(request, 'write', (context, token) => answerInvitation(context, token, { answer: known, sequence }))
      } catch (error) {
        const problem = toFormProblem(services, error)
        return send(reply.code(problem.status), await show(request, problem))
      }
      // Post/redirect/get, so that reloading does not answer twice.
      return reply.redirect(`/invitation/${tokenOf(request)}`, 303)
    })
  })
}
