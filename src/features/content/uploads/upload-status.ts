import { notFound, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { File } from '#features/content/files/file.entity'
import { Upload } from './upload.entity.ts'

/** How far an upload is. */
export interface UploadStatus {
  sizeBytes: number
  receivedBytes: number
  /** Absent where the file is there. */
  upload?: Row<Upload>
}

/** How far the caller's upload is, what has become a file included: 404 for another's, 410 after its time. */
export async function loadUploadStatus(context: Context, id: string): Promise<UploadStatus> {
  const upload = await context.one(Upload, id)
  const file = upload ? undefined : await context.one(File, id)
  if ((upload ?? file)?.uploadedBy !== context.member.id) throw notFound()
  if (!upload) return { sizeBytes: file?.sizeBytes ?? 0, receivedBytes: file?.sizeBytes ?? 0 }
  const { sizeBytes, receivedBytes } = upload
  if (receivedBytes < sizeBytes && new Date(upload.expiresAt) <= context.clock.now()) throw expired()
  return { sizeBytes, receivedBytes, upload }
}

/** 409 where the bytes go on somewhere else. */
export function assertOffset({ receivedBytes }: UploadStatus, offset: number) {
  if (receivedBytes !== offset) throw offsetConflict(receivedBytes)
}

export const offsetConflict = (received: number) =>
  new Problem(409, 'conflict', {
    de: `Upload-Offset passt nicht: ${received} Bytes sind angekommen.`,
    en: `Upload-Offset does not fit: ${received} bytes have arrived.`,
  })

const expired = () =>
  new Problem(410, 'expired', {
    de: 'Dieser Upload ist abgelaufen; er muss neu begonnen werden.',
    en: 'This upload has expired; it must be begun again.',
  })
