import { LockMode } from '@mikro-orm/core'
import { invalid, unknownReference } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { objectKey } from '#core/storage/object-key'
import { ObjectMissing, type Storage } from '#core/storage/storage'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { mostOfPicture } from '#documents/picture.limits'
import { File } from './file.entity.ts'

/** Refuses what no document could show as the logo, when it is set and not when a document is sent. The file stays until the end of the operation. */
export async function assertLogo(context: Context, fileId: string) {
  const file = await context.em.findOne(File, { id: fileId }, { lockMode: LockMode.PESSIMISTIC_READ })
  if (!file) throw unknownReference('logoFileId')
  const bytes = file.sizeBytes <= mostOfPicture.bytes ? await read(context, fileId) : null
  if (!bytes || !(await isDrawable(context, bytes))) throw undrawable()
}

const decoder = threadModule<typeof import('#documents/image')>(import.meta.url, '../../../documents/image')

/** What the decoder cannot read, or not within its limits, is no picture. */
const isDrawable = ({ organizationId, services }: Context, bytes: Uint8Array): Promise<boolean> =>
  services.threads.run(organizationId, decoder, 'isPicture', bytes).catch((error) => {
    if (error instanceof TaskStopped) return false
    throw error
  })

/** The bytes of the organization's logo; null where it has none. */
export async function logoOf(
  context: Reading,
  { logoFileId }: { logoFileId: string | null },
): Promise<Uint8Array | null> {
  return logoFileId ? read(context, logoFileId) : null
}

/** What is read in an operation, or after it. */
interface Reading {
  organizationId: string
  services: { storage: Pick<Storage, 'read'> }
}

const read = ({ organizationId, services }: Reading, fileId: string): Promise<Uint8Array | null> =>
  services.storage.read(objectKey(organizationId, fileId)).catch((error) => {
    if (error instanceof ObjectMissing) return null
    throw error
  })

const undrawable = () =>
  invalid('logoFileId', {
    de: 'muss ein PNG oder JPEG (RGB oder grau) mit höchstens 2 MiB, 4 Megapixeln und 10.000 Pixeln je Seite sein',
    en: 'must be a PNG or JPEG (RGB or grey) of at most 2 MiB, 4 megapixels and 10,000 pixels a side',
  })
