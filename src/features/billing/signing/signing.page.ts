import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { combineProblems, invalidField, missingField, type Problem } from '#core/errors/problem'
import { formatMessage } from '#core/errors/problem-response'
import { anonymousCredentials } from '#core/http/credentials'
import { contentEtag } from '#core/http/entity-tags'
import { type FormPage, mountFormPage, requestedLanguage, toFormProblem } from '#core/http/form-page'
import { createPageFiles } from '#core/http/html-page'
import { basePath } from '#core/http/path'
import type { Context } from '#core/operation/context'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { validateInput } from '#core/schema/validation'
import type { Language } from '#core/text/language'
import { threadModule } from '#core/threads/threads'
import { renderErrorPage, renderGuestPage } from '#features/people/guest-page/guest-page.html'
import { type LinkOrigin, readLinkOrigin, readPagePublisher } from '#features/people/guest-page/page-publisher'
import { formatDocumentTitle, resolveSigningLink, toDocumentToSign } from './linked-document.ts'
import { rejectDocument } from './reject-document.ts'
import { signDocument } from './sign-document.ts'
import { RejectInput, SignInput } from './signing.inputs.ts'
import { linkErrorMessages, renderSigningPage, type SubmittedForm } from './signing-page.html.ts'
import { messages } from './signing-page.messages.ts'

/** Mounts `/sign/{token}`; its forms work without scripts. */
export function mountSigningPage(app: FastifyInstance, services: Services) {
  const run = <Result>(
    request: FastifyRequest,
    mode: 'read' | 'write',
    work: (context: Context, token: string) => Promise<Result>,
  ) => operate(services, anonymousCredentials(request), mode, (context) => work(context, readToken(request)))

  /** Shows the current document with the submitted values and their errors. */
  const show = async (
    request: FastifyRequest,
    { problem, ...sent }: Omit<SubmittedForm, 'errors'> & { problem?: Problem } = {},
  ) => {
    const token = readToken(request)
    const { sender, document, name, text } = await run(request, 'read', async (context) => {
      const linked = await resolveSigningLink(context, token)
      const { signable, shown } = linked
      const name = formatDocumentTitle(shown.language, signable, shown)
      const document = await toDocumentToSign(context, linked)
      const text = shown.contentIs === 'markdown' && document.content ? { context, text: document.content } : null
      return { sender: await readPagePublisher(context), document, name, text }
    })
    const contentHtml = (text && (await contractHtmlCache.fetch(contentEtag(text.text), { context: text }))) ?? null
    const language = requestedLanguage(request) ?? (document.language as Language)
    const pdf = `${basePath}/public/sign/${token}/pdf`
    const spell = (field: string) => messages[language].fields[field] ?? field
    const errors = problem?.all.map((each) => ({ field: each.field, message: formatMessage(each, language, spell) }))
    const page = renderSigningPage({
      document,
      name,
      contentHtml,
      language,
      token,
      pdf,
      entered: { ...sent, ...(errors && { errors }) },
    })
    return renderGuestPage(page, sender, 'signing')
  }

  const page: FormPage<LinkOrigin> = {
    policy: ["style-src 'self'", "script-src 'self'", "img-src 'self' data:", "form-action 'self'"],
    files: createPageFiles('guest/guest.css', 'sign/sign.css', 'sign/sign.js'),
    mostBytes: 1024 * 1024,
    refused: ({ status }, language, from) =>
      renderErrorPage(language, linkErrorMessages(language, status), from?.publisher ?? null, 'signing'),
    fromOf: readLinkOrigin,
  }
  mountFormPage(app, services, page, (scope, send) => {
    scope.get('/sign/:token', async (request, reply) => send(reply, await show(request)))
    scope.post('/sign/:token', async (request, reply) => {
      const sent = (request.body ?? {}) as Record<string, string>
      try {
        await run(request, 'write', (context, token) =>
          sent.action === 'reject'
            ? rejectDocument(context, token, validateInput(new RejectInput(), { reason: sent.reason ?? null }))
            : signDocument(context, token, toSignInput(sent)),
        )
      } catch (error) {
        const problem = toFormProblem(services, error)
        const { name = '', typed = '', reason = '' } = sent
        return send(reply.code(problem.status), await show(request, { name, typed, reason, problem }))
      }
      // Redirect, so that a reload does not sign twice.
      return reply.redirect(`/sign/${readToken(request)}`, 303)
    })
  })
}

const renderer = threadModule<typeof import('./contract-html.ts')>(import.meta.url, './contract-html')

/** Rendered contracts, cached so that concurrent readers share one rendering. */
const contractHtmlCache = new LRUCache<string, string, { context: Context; text: string }>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ length }) => length + 1,
  fetchMethod: (_key, _stale, { context: { context, text } }) =>
    context.services.threads.run(context.taskOwner, renderer, 'renderContractHtml', text),
})

const readToken = (request: FastifyRequest) => (request.params as { token: string }).token

function toSignInput({ name = '', drawn = '', typed = '' }: Record<string, string>): SignInput {
  const problems: Problem[] = []
  if (name.trim() === '') problems.push(missingField('name'))
  if (!drawn && typed.trim() === '') problems.push(missingField('signature'))
  if (typed.startsWith('data:')) problems.push(invalidField('signature', { de: 'ist keine', en: 'is none' }))
  const problem = combineProblems(problems)
  if (problem) throw problem
  return validateInput(new SignInput(), { name, signature: drawn || typed })
}
