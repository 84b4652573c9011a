import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noId } from '#core/database/entity'
import { formatMessage, toProblem } from '#core/errors/problem-response'
import { anonymousCredentials } from '#core/http/credentials'
import { type FormPage, mountFormPage, requestedLanguage } from '#core/http/form-page'
import { createPageFiles } from '#core/http/html-page'
import type { Context } from '#core/operation/context'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { isUuid } from '#core/schema/scalars'
import { validateInput } from '#core/schema/validation'
import type { Language } from '#core/text/language'
import { type GuestPageContent, renderErrorPage, renderGuestPage } from '#features/people/guest-page/guest-page.html'
import { type LinkOrigin, readLinkOrigin, readPagePublisher } from '#features/people/guest-page/page-publisher'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { PreviewSize } from '../previews/preview-object.ts'
import { downloadShare } from '../shares/download-share.ts'
import { type ResolvedShare, resolveShareToken } from '../shares/resolve-share.ts'
import { sendPreview } from '../shares/send-preview.ts'
import { sendZip } from '../shares/send-zip.ts'
import { OpenShareInput } from '../shares/share.inputs.ts'
import { assertSharePassword } from '../shares/share-password.ts'
import { shareTicketPath } from '../shares/share-ticket.ts'
import { readFolderExtent } from '../shares/shared-folder.ts'
import { showLocked, showShare } from '../shares/show-share.ts'
import { goneMessages, renderDownloadStarted, renderLockedPage, renderSharePage } from './share.html.ts'
import { messages } from './share.messages.ts'
import { isUnlocked, rememberUnlocked } from './unlocked-cookie.ts'

type Fields = Readonly<Record<string, string | undefined>>

/** Rows per page. */
const perPage = 100

/** Mounts `/share/{token}`, a page without scripts, and the ZIP downloads. */
export function mountSharePage(app: FastifyInstance, services: Services) {
  const page: FormPage<LinkOrigin> = {
    policy: ["style-src 'self'", "img-src 'self' data:", "form-action 'self'"],
    files: createPageFiles('guest/guest.css', 'share/share.css'),
    mostBytes: 64 * 1024,
    refused: ({ status }, language, from) =>
      renderErrorPage(language, goneMessages(language, status), from?.publisher ?? null, 'sharing'),
    fromOf: readLinkOrigin,
  }
  const run = <Result>(
    request: FastifyRequest,
    mode: 'read' | 'write',
    work: (context: Context, share: ResolvedShare, language: Language) => Promise<Result>,
  ) =>
    operate(services, anonymousCredentials(request), mode, async (context) => {
      const share = await resolveShareToken(context, tokenOf(request))
      const asked = requestedLanguage(request)
      return work(context, share, asked ?? ((await readOrganization(context)).defaultLanguage as Language))
    })
  const mayEnter = (request: FastifyRequest, { id, passwordHash }: ResolvedShare) =>
    passwordHash === null || isUnlocked(services, request, id)

  const dressed = async (context: Context, page: GuestPageContent) =>
    renderGuestPage(page, await readPagePublisher(context), 'sharing')
  const showPasswordForm = (request: FastifyRequest, amiss: (language: Language) => string) =>
    run(request, 'read', async (context, share, language) =>
      dressed(context, renderLockedPage(language, tokenOf(request), await showLocked(context, share), amiss(language))),
    )

  mountFormPage(app, services, page, (scope, send) => {
    scope.get('/share/:token', async (request, reply) => {
      const token = tokenOf(request)
      const { folder, page: number } = request.query as Fields
      const shown = await run(request, 'read', async (context, share, language) => {
        if (!mayEnter(request, share))
          return dressed(context, renderLockedPage(language, token, await showLocked(context, share)))
        const page = pageOf(number)
        const shown = await showShare(context, share, { folderId: idOf(folder), page, perPage })
        const here = shown.path.at(-1)
        const extent = here ? await readFolderExtent(context, here.id) : null
        return dressed(context, renderSharePage(language, token, shown, { extent, page, perPage }))
      })
      return send(reply, shown)
    })

    scope.post('/share/:token', async (request, reply) => {
      const token = tokenOf(request)
      const { action, file, folder, ...sent } = (request.body ?? {}) as Fields
      if (action === 'download') {
        const fileId = idOf(file)
        const folderId = idOf(folder)
        const started = await run(request, 'write', async (context, share, language) => {
          if (!mayEnter(request, share)) return null
          const { url, name } = await downloadShare(context, share, { fileId, folderId })
          // As before this download was counted.
          const { sharedBy, downloadsLeft } = await showLocked(context, share)
          const here = idOf((request.query as Fields).folder)
          return {
            url,
            shown: await dressed(
              context,
              renderDownloadStarted(language, token, { name, sharedBy, url, here, isLast: downloadsLeft === 1 }),
            ),
          }
        })
        // Browsers block form submissions that redirect to another host (form-action), so the page refreshes instead.
        if (started) return send(reply.header('refresh', `0; url=${started.url}`), started.shown)
      } else {
        try {
          const id = await run(request, 'write', async (context, share) => {
            const { password } = validateInput(new OpenShareInput(), { password: sent.password ?? null })
            await assertSharePassword(context, share, password)
            return share.id
          })
          rememberUnlocked(services, reply, token, id)
        } catch (error) {
          const { problem } = toProblem(error, services.constraints)
          if (problem.status !== 403 && problem.status !== 422) throw error
          const amiss = (language: Language) => formatMessage(problem, language, () => messages[language].password)
          return send(reply.code(problem.status), await showPasswordForm(request, amiss))
        }
      }
      // A redirect, so that reloading does not send the password again.
      return reply.redirect(`/share/${token}`, 303)
    })

    scope.get(shareTicketPath('zip'), { config: { isSigned: true } }, (request, reply) =>
      sendZip(services, request, reply),
    )
    for (const size of Object.values(PreviewSize))
      scope.get(shareTicketPath(size), { config: { isUncounted: true, isSigned: true } }, (request, reply) =>
        sendPreview(services, size, request, reply),
      )
  })
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token

/** A malformed id matches nothing. */
const idOf = (text: string | undefined) => (text && !isUuid(text) ? noId : text?.toLowerCase() || undefined)

const pageOf = (text: string | undefined) => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1)
