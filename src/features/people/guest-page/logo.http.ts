import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/errors/problem'
import { contentEtag, isNotModified } from '#core/http/entity-tags'
import type { Services } from '#core/operation/services'
import { loadLogo } from '#features/content/files/logo'

const purpose = 'logo of a page'
const signedText = (organizationId: string, fileId: string) => `${organizationId} ${fileId}`

/** URL of a logo for guests, signed so that it cannot be changed to another file. */
export const createLogoUrl = (
  { organizationId, services }: { organizationId: string; services: Pick<Services, 'secrets'> },
  fileId: string,
) => `/assets/logo/${organizationId}/${fileId}/${services.secrets.sign(signedText(organizationId, fileId), purpose)}`

/** Serves logos (PNG or JPEG) to guests. */
export function mountLogoRoute(app: FastifyInstance, services: Services) {
  app.get<{ Params: { organizationId: string; fileId: string; signature: string } }>(
    '/assets/logo/:organizationId/:fileId/:signature',
    { config: { isUncounted: true } },
    async (request, reply) => {
      const { organizationId, fileId, signature } = request.params
      if (!services.secrets.verify(signedText(organizationId, fileId), signature, purpose)) throw notFound()
      const bytes = await loadLogo({ organizationId, services }, { logoFileId: fileId })
      if (!bytes) throw notFound()
      reply.header('cache-control', 'private, max-age=86400')
      if (isNotModified(reply, contentEtag(bytes))) return reply.send()
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(bytes[0] === 0x89 ? 'image/png' : 'image/jpeg')
        .send(Buffer.from(bytes))
    },
  )
}
