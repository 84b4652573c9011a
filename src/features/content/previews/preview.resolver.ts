import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { getTicketExpiry } from '#core/operation/ticket'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import type { Bilingual } from '#core/text/language'
import { File } from '../files/file.entity.ts'
import { files } from '../files/file.policy.ts'
import { PreviewState } from '../files/preview-state.ts'
import { SignedAddress } from '../files/signed-address.ts'
import { PreviewSize, previewContentType, previewKey } from './preview-object.ts'

/** Seconds that a signed address is valid. */
const lifetime = 300

@Resolver(() => File)
export class PreviewResolver {
  @Rest('GET /storage/files/{id}/preview')
  @May(files.read)
  @Query(() => SignedAddress, {
    description:
      'An address of the preview of a file, a WebP picture, valid for five minutes: of a picture, or of the first page of a PDF. 404 where there is none, or none yet.',
  })
  async filePreview(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('size', () => PreviewSize, { nullable: true, description: 'How large it is; large by default.' })
    size: PreviewSize = PreviewSize.large,
  ): Promise<SignedAddress> {
    const { name, preview } = await context.read(File, id)
    if (preview !== PreviewState.ready) throw new Problem(404, 'not_found', why[preview])
    const { organizationId, services } = context
    const url = await services.storage.signedUrl(previewKey({ organizationId, fileId: id }, size), {
      filename: `${name}.webp`,
      contentType: previewContentType,
      expiresInSeconds: lifetime,
    })
    return { url, expiresAt: getTicketExpiry(context.clock) }
  }
}

const why: Readonly<Record<Exclude<PreviewState, PreviewState.ready>, Bilingual>> = {
  none: { de: 'Von dieser Datei gibt es keine Vorschau.', en: 'There is no preview of this file.' },
  pending: {
    de: 'Die Vorschau dieser Datei entsteht gerade.',
    en: 'The preview of this file is still being made.',
  },
}
