import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '#core/errors/answer'
import type { Problem } from '#core/errors/problem'
import type { Services } from '#core/operation/services'
import { type Language, preferredLanguage } from '#core/text/language'
import { parseForms } from './body.ts'
import { mountPage, type Page, type Shown } from './page.ts'
import { refusalOf } from './refusal.ts'

/** Pages with forms for people without an account, all of the same files. Forms are all that their routes take. */
export interface FormPage extends Pick<Page, 'path' | 'policy' | 'files'> {
  /** Bytes of a form; 413 for more. */
  mostBytes: number
  /** The page instead of one that cannot be shown: for whatever its routes throw. */
  refused(problem: Problem, language: Language): Shown
}

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
export function mountFormPage(
  app: FastifyInstance,
  services: Pick<Services, 'addressOf' | 'constraints' | 'log'>,
  { mostBytes, refused, ...page }: FormPage,
  mount: (scope: FastifyInstance, send: SendPage) => void,
) {
  const sendPage = mountPage(app, { ...page, title: 'Kontor', body: '' })
  const send: SendPage = (reply, shown) =>
    sendPage(reply.header('x-robots-tag', 'noindex').header('vary', 'accept-language'), shown)
  app.register(async (scope) => {
    parseForms(scope, services.addressOf, mostBytes)
    scope.setErrorHandler((error, request, reply) =>
      send(reply, refused(refusalOf(services, error, request, reply), languageAsked(request) ?? 'de')),
    )
    mount(scope, send)
  })
}
