import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/errors/problem'
import { contentEtag, isNotModified } from '#core/http/entity-tags'
import type { Services } from '#core/operation/services'
import { logoOf } from '#features/content/files/logo'

const signatureOf = ({ secrets }: Pick<Services, 'secrets'>, organizationId: string, fileId: string) =>
  secrets.sign(`${organizationId} ${fileId}`, 'logo of a page')

/** The address of a logo for guests; signed, so that it leads to no other file. */
export const logoAddress = (
  { organizationId, services }: { organizationId: string; services: Pick<Services, 'secrets'> },
  fileId: string,
) => `/assets/logo/${organizationId}/${fileId}/${signatureOf(services, organizationId, fileId)}`

/** Serves logos to guests: a PNG or a JPEG, for nothing else can be one. */
export function mountLogos(app: FastifyInstance, services: Services) {
  app.get<{ Params: { organizationId: string; fileId: string; signature: string } }>(
    '/assets/logo/:organizationId/:fileId/:signature',
    { config: { isUncounted: true } },
    async (request, reply) => {
      const { organizationId, fileId, signature } = request.params
      const [given, expected] = [signature, signatureOf(services, organizationId, fileId)].map((text) =>
        Buffer.from(text),
      ) as [Buffer, Buffer]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw notFound()
      const bytes = await logoOf({ organizationId, services }, { logoFileId: fileId })
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
