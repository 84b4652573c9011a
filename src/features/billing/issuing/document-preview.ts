import { createHash } from 'node:crypto'
import { Field, ObjectType } from 'type-graphql'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import { createLatestOnlyQueue } from '#core/runtime/latest-only-queue'
import { ListCost } from '#core/schema/cost'
import type { Row } from '#core/schema/row'
import type { TaskOwner } from '#core/threads/threads'
import { loadLogo } from '#features/content/files/logo'
import type { Organization } from '#features/people/organizations/organization.entity'

@ObjectType({
  simpleResolvers: true,
  description: 'A document that is being written, as its reader would get it today.',
})
export class DocumentPicture {
  @ListCost(1000)
  @Field(() => String, {
    description: 'The first page: a WebP picture, at most 1,200 pixels high, in Base64.',
  })
  picture!: string
}

export const previewLimitsDescription =
  'Nothing is created: it is for forms that show it as one types. One is drawn at a time for each token; one that waits is refused with 409 once a newer one is asked for. Drawing is limited per organization: where too many wait, they are refused with 503.'

export const previewDescription = `It is refused for what creating it is refused for. ${previewLimitsDescription}`

const newestRequests = createLatestOnlyQueue()

/** Renders an unsaved document with the organization's logo. The same draft gives the same image. */
export function renderDocumentPreview<Document extends object>(
  context: Context,
  document: Document,
  { logoFileId, updatedAt }: Pick<Row<Organization>, 'logoFileId' | 'updatedAt'>,
  draw: (
    services: Services,
    taskOwner: TaskOwner,
    document: Document & { logo: Uint8Array | null; createdAt: string },
  ) => Promise<Uint8Array>,
): Promise<DocumentPicture> {
  const { organizationId, taskOwner } = context
  return renderPreviewOnce(context, [document, logoFileId], async (services) => {
    const logo = await loadLogo({ organizationId, services }, { logoFileId })
    return draw(services, taskOwner, { ...document, logo, createdAt: updatedAt })
  })
}

/** Renders between two runs of the operation. `shown` is everything that the image depends on. */
export async function renderPreviewOnce(
  context: Context,
  shown: unknown,
  draw: (services: Services) => Promise<Uint8Array>,
): Promise<DocumentPicture> {
  const key = createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
  const picture = await context.prepareOutside(`picture ${key}`, (services) =>
    newestRequests.run(context.member.tokenId, () => draw(services)),
  )
  return { picture: Buffer.from(picture).toString('base64') }
}
