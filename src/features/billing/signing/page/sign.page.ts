import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, wordsOf } from '#core/errors/answer'
import { allOf, invalid, missing, type Problem } from '#core/errors/problem'
import { nobodyAt } from '#core/http/credentials'
import { mountPage } from '#core/http/page'
import { basePath } from '#core/http/path'
import type { Context } from '#core/operation/context'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { root } from '#core/runtime/root'
import { validateArgument } from '#core/schema/validation'
import { type Language, preferredLanguage } from '#core/text/language'
import { followLink, showDocument } from '../documents.ts'
import { rejectDocument } from '../reject-document.ts'
import { signDocument } from '../sign-document.ts'
import { RejectInput, SignInput } from '../signing.inputs.ts'
import { documentPage, type Entered, gonePage } from './sign.html.ts'
import { words } from './sign.words.ts'

const asset = (folder: string, name: string) => () => readFile(join(root, 'assets', folder, name))

/** Mounts `/sign/{token}`: the document, to be signed or declined; its forms work without a script. */
export function mountSigningPage(app: FastifyInstance, services: Services) {
  const send = mountPage(app, {
    path: '/sign/files',
    title: 'Kontor',
    policy: ["style-src 'self'", "script-src 'self'", 'img-src data:', "form-action 'self'"],
    body: '',
    files: {
      'guide.css': { type: 'css', read: asset('guide', 'guide.css') },
      'sign.css': { type: 'css', read: asset('sign', 'sign.css') },
      'sign.js': { type: 'js', read: asset('sign', 'sign.js') },
    },
  })
  const run = <Result>(
    request: FastifyRequest,
    mode: 'read' | 'write',
    work: (context: Context, token: string) => Promise<Result>,
  ) =>
    operate(services, nobodyAt(request), mode, (context) => work(context, (request.params as { token: string }).token))
  const preferred = (request: FastifyRequest) => preferredLanguage(request.headers['accept-language'])

  /** The document as it is now, with what was entered and is amiss. */
  const show = async (request: FastifyRequest, reply: FastifyReply, entered: Entered = {}) => {
    const { token } = request.params as { token: string }
    const shown = await run(request, 'read', async (context) => {
      const linked = await followLink(context, token)
      return { document: await showDocument(context, linked), contentIs: linked.shown.contentIs }
    })
    const language = preferred(request) ?? (shown.document.language as Language)
    const pdf = `${basePath}/public/sign/${token}/pdf`
    return answer(reply, await documentPage({ ...shown, language, token, pdf, entered }))
  }
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
      { parseAs: 'string', bodyLimit: 2 * 1024 * 1024 },
      async (_request: FastifyRequest, text: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(text.toString())),
    )
    scope.setErrorHandler((error, request, reply) => {
      const { problem, fault } = problemOf(error, services.constraints)
      if (fault) services.log.error({ request_id: request.id, route: '/sign/:token', err: fault }, 'request failed')
      if (problem.status === 503) reply.header('retry-after', '1')
      return answer(reply.code(problem.status), gonePage(preferred(request) ?? 'de', problem.status))
    })
    scope.get('/sign/:token', (request, reply) => show(request, reply))
    scope.post('/sign/:token', async (request, reply) => {
      const sent = (request.body ?? {}) as Record<string, string>
      try {
        await run(request, 'write', (context, token) =>
          sent.action === 'reject'
            ? rejectDocument(context, token, read(new RejectInput(), { reason: sent.reason ?? null }))
            : signDocument(context, token, readSignature(sent)),
        )
      } catch (error) {
        const { problem } = problemOf(error, services.constraints)
        if (![400, 409, 422].includes(problem.status)) throw error
        const language = preferred(request) ?? 'de'
        const spell = (field: string) => words[language].fields[field] ?? field
        const { name = '', typed = '', reason = '' } = sent
        const amiss = problem.all.map((each) => ({ field: each.field, message: wordsOf(each, language, spell) }))
        return show(request, reply.code(problem.status), { name, typed, reason, amiss })
      }
      // What is shown next can be asked for again without signing twice.
      return reply.redirect(`/sign/${(request.params as { token: string }).token}`, 303)
    })
  })
}

/** The fields of the form as the API takes them. */
function readSignature({ name = '', drawn = '', typed = '' }: Record<string, string>): SignInput {
  const problems: Problem[] = []
  if (name.trim() === '') problems.push(missing('name'))
  if (!drawn && typed.trim() === '') problems.push(missing('signature'))
  if (typed.startsWith('data:')) problems.push(invalid('signature', { de: 'ist keine', en: 'is none' }))
  const problem = allOf(problems)
  if (problem) throw problem
  return read(new SignInput(), { name, signature: drawn || typed })
}

function read<Input extends object>(input: Input, values: Partial<Input>): Input {
  Object.assign(input, values)
  validateArgument(input)
  return input
}
