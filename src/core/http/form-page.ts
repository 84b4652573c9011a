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

/** Pages with forms for people without an account. Their routes accept only forms. */
export interface FormPage<From extends { language: Language }> extends Pick<HtmlPage, 'policy' | 'files'> {
  /** Maximum bytes of a form; 413 beyond. */
  mostBytes: number
  /** Renders the page for an error; `from` is null if the organization is unknown. */
  refused(problem: Problem, language: Language, from: From | null): PageContent
  /** Finds the organization behind the route parameters, and its language for readers who ask for another one than ours. */
  fromOf(context: Context, address: RouteParams, problem: Problem): Promise<From>
}

export type RouteParams = Readonly<Record<string, string | undefined>>

/** The language that the reader prefers; null if it is neither German nor English. */
export const requestedLanguage = (request: FastifyRequest) => preferredLanguage(request.headers['accept-language'])

/** Returns the problem to be shown beside a form; throws errors that the user cannot correct. */
export function toFormProblem({ constraints }: Pick<Services, 'constraints'>, error: unknown): Problem {
  const { problem } = toProblem(error, constraints)
  if (![400, 409, 422].includes(problem.status)) throw error
  return problem
}

type SendPage = (reply: FastifyReply, shown: PageContent) => FastifyReply

/** Mounts the routes that `mount` declares in a scope of their own, where errors become pages. */
export function mountFormPage<From extends { language: Language }>(
  app: FastifyInstance,
  services: Services,
  { mostBytes, refused, fromOf, ...page }: FormPage<From>,
  mount: (scope: FastifyInstance, send: SendPage) => void,
) {
  const sendPage = mountPage(app, { ...page, title: 'Kontor', body: '' })
  const send: SendPage = (reply, shown) =>
    sendPage(reply.header('x-robots-tag', 'noindex').header('vary', 'accept-language'), shown)
  /** For a missing page. If the database is unavailable, the page is shown without the organization. */
  const fromAt = async (request: FastifyRequest, problem: Problem): Promise<From | null> => {
    if (problem.status !== 404 && problem.status !== 410) return null
    const find = (context: Context) => fromOf(context, request.params as RouteParams, problem)
    return operate(services, anonymousCredentials(request), 'read', find).catch(() => null)
  }
  app.register(async (scope) => {
    addFormParser(scope, services.getClientAddress, mostBytes)
    scope.setErrorHandler(async (error, request, reply) => {
      const problem = prepareErrorResponse(services, error, request, reply)
      const from = await fromAt(request, problem)
      return send(reply, refused(problem, requestedLanguage(request) ?? from?.language ?? 'de', from))
    })
    mount(scope, send)
  })
}
