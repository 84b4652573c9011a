import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '#core/errors/answer'
import type { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { type Language, preferredLanguage } from '#core/text/language'
import { parseForms } from './body.ts'
import { nobodyAt } from './credentials.ts'
import { mountPage, type Page, type Shown } from './page.ts'
import { refusalOf } from './refusal.ts'

/** Pages with forms for people without an account, all of the same files. Forms are all that their routes take. */
export interface FormPage<From extends { language: Language }> extends Pick<Page, 'policy' | 'files'> {
  /** Bytes of a form; 413 for more. */
  mostBytes: number
  /** The page instead of one that cannot be shown, for whatever its routes throw; `from` is null where nobody is known. */
  refused(problem: Problem, language: Language, from: From | null): Shown
  /** Whom an address (its parameters) is from, with their language for a reader who asks for none of ours. */
  fromOf(context: Context, address: Address, problem: Problem): Promise<From>
}

export type Address = Readonly<Record<string, string | undefined>>

/** The language that a reader asks for; null where they ask for none of ours. */
export const languageAsked = (request: FastifyRequest) => preferredLanguage(request.headers['accept-language'])

/** What a form was refused with, to be shown beside it; what whoever filled it in cannot mend is thrown on. */
export function amissIn({ constraints }: Pick<Services, 'constraints'>, error: unknown): Problem {
  const { problem } = problemOf(error, constraints)
  if (![400, 409, 422].includes(problem.status)) throw error
  return problem
}

/** Sends a page to its reader. */
type SendPage = (reply: FastifyReply, shown: Shown) => FastifyReply

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
    const find = (context: Context) => fromOf(context, request.params as Address, problem)
    return operate(services, nobodyAt(request), 'read', find).catch(() => null)
  }
  app.register(async (scope) => {
    parseForms(scope, services.addressOf, mostBytes)
    scope.setErrorHandler(async (error, request, reply) => {
      const problem = refusalOf(services, error, request, reply)
      const from = await fromAt(request, problem)
      return send(reply, refused(problem, languageAsked(request) ?? from?.language ?? 'de', from))
    })
    mount(scope, send)
  })
}
