import { LockMode } from '@mikro-orm/core'
import { invalidField, unknownReference } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import { createObjectKey } from '#core/storage/object-key'
import { ObjectMissing, type Storage } from '#core/storage/storage'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { imageLimits } from '#documents/image.limits'
import { File } from './file.entity.ts'

/**
 * Throws if the file cannot be printed as a logo, so that this fails when it is set and not when a document is sent. Locks the
 * file.
 */
export async function assertLogo(context: Context, fileId: string) {
  const file = await context.em.findOne(File, { id: fileId }, { lockMode: LockMode.PESSIMISTIC_READ })
  if (!file) throw unknownReference('logoFileId')
  await assertDrawable(context, file)
}

/** Loads a logo for a preview without setting it. */
export async function loadProposedLogo(context: Context, fileId: string): Promise<Uint8Array> {
  const { organizationId } = context
  const file = await context.readReferenced(File, fileId, 'logoFileId')
  return context.prepareOutside(`logo ${fileId}`, (services) => assertDrawable({ organizationId, services }, file))
}

async function assertDrawable(context: Drawing, file: Pick<File, 'id' | 'sizeBytes'>): Promise<Uint8Array> {
  const bytes = file.sizeBytes <= imageLimits.bytes ? await read(context, file.id) : null
  if (!bytes || !(await isDrawable(context, bytes))) throw undrawable()
  return bytes
}

const decoder = threadModule<typeof import('#documents/image')>(import.meta.url, '../../../documents/image')

/** A file that cannot be decoded within the limits is not an image. */
const isDrawable = ({ organizationId, services }: Drawing, bytes: Uint8Array): Promise<boolean> =>
  services.threads.run(organizationId, decoder, 'isEmbeddableImage', bytes).catch((error) => {
    if (error instanceof TaskStopped) return false
    throw error
  })

/** Null if the organization has no logo. */
export async function loadLogo(
  context: Reading,
  { logoFileId }: { logoFileId: string | null },
): Promise<Uint8Array | null> {
  return logoFileId ? read(context, logoFileId) : null
}

interface Reading {
  organizationId: string
  services: { storage: Pick<Storage, 'read'> }
}

interface Drawing extends Reading {
  services: Reading['services'] & Pick<Services, 'threads'>
}

const read = ({ organizationId, services }: Reading, fileId: string): Promise<Uint8Array | null> =>
  services.storage.read(createObjectKey(organizationId, fileId)).catch((error) => {
    if (error instanceof ObjectMissing) return null
    throw error
  })

const undrawable = () =>
  invalidField('logoFileId', {
    de: 'muss ein PNG oder JPEG (RGB oder grau) mit höchstens 2 MiB, 4 Megapixeln und 10.000 Pixeln je Seite sein',
    en: 'must be a PNG or JPEG (RGB or grey) of at most 2 MiB, 4 megapixels and 10,000 pixels a side',
  })
