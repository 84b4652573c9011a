import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#core/errors/problem'
import { toProblem } from '#core/errors/problem-response'
import type { Context } from '#core/operation/context'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { type Language, preferredLanguage } from '#core/text/language'
import { addFormParser } from './body-parsers.ts'
import { anonymousCredentials } from './credentials.ts'
import { prepareErrorResponse } from './error-handler.ts'
import { type HtmlPage, mountPage, type PageContent } from './html-page.ts'

/** Pages with forms for people without an account, all of the same files. Forms are all that their routes take. */
export interface FormPage<From extends { language: Language }> extends Pick<HtmlPage, 'policy' | 'files'> {
  /** Bytes of a form; 413 for more. */
  mostBytes: number
  /** The page instead of one that cannot be shown, for whatever its routes throw; `from` is null where nobody is known. */
  refused(problem: Problem, language: Language, from: From | null): PageContent
  /** Whom an address (its parameters) is from, with their language for a reader who asks for none of ours. */
  fromOf(context: Context, address: RouteParams, problem: Problem): Promise<From>
}

export type RouteParams = Readonly<Record<string, string | undefined>>

/** The language that a reader asks for; null where they ask for none of ours. */
export const requestedLanguage = (request: FastifyRequest) => preferredLanguage(request.headers['accept-language'])

/** What a form was refused with, to be shown beside it; what whoever filled it in cannot mend is thrown on. */
export function toFormProblem({ constraints }: Pick<Services, 'constraints'>, error: unknown): Problem {
  const { problem } = toProblem(error, constraints)
  if (![400, 409, 422].includes(problem.status)) throw error
  return problem
}

/** Sends a page to its reader. */
type SendPage = (reply: FastifyReply, shown: PageContent) => FastifyReply

/** Mounts such pages: `mount` declares their routes in a scope of their own, in which nothing is answered but by a page. */
export function mountFormPage<From extends { language: Language }>(
  app: FastifyInstance,
  services: Services,
  { mostBytes, refused, fromOf, ...page }: FormPage<From>,
  mount: (scope: FastifyInstance, send: SendPage) => void,
) {
  const sendPage = mountPage(app, { ...page, title: 'Kontor', body: '' })
  const send: SendPage = (reply, shown) =>
    sendPage(reply.header('x-robots-tag', 'noindex').header('vary', 'accept-language'), shown)
  /** Of a page that is not there: what is asked of the database while it refuses is worth no word. */
  const fromAt = async (request: FastifyRequest, problem: Problem): Promise<From | null> => {
    if (problem.status !== 404 && problem.status !== 410) return null
    const find = (context: Context) => fromOf(context, request.params as RouteParams, problem)
    return operate(services, anonymousCredentials(request), 'read', find).catch(() => null)
  }
  app.register(async (scope) => {
    addFormParser(scope, services.addressOf, mostBytes)
    scope.setErrorHandler(async (error, request, reply) => {
      const problem = prepareErrorResponse(services, error, request, reply)
      const from = await fromAt(request, problem)
      return send(reply, refused(problem, requestedLanguage(request) ?? from?.language ?? 'de', from))
    })
    mount(scope, send)
  })
}
