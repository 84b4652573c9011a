import { notFound, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { File } from '#features/content/files/file.entity'
import { Upload } from './upload.entity.ts'

export interface UploadStatus {
  sizeBytes: number
  receivedBytes: number
  /** Absent if the file exists. */
  upload?: Row<Upload>
}

/** The status of the caller's upload, also after it became a file; 404 for others', 410 after expiry. */
export async function loadUploadStatus(context: Context, id: string): Promise<UploadStatus> {
  const upload = await context.loadOne(Upload, id)
  const file = upload ? undefined : await context.loadOne(File, id)
  if ((upload ?? file)?.uploadedBy !== context.member.id) throw notFound()
  if (!upload) return { sizeBytes: file?.sizeBytes ?? 0, receivedBytes: file?.sizeBytes ?? 0 }
  const { sizeBytes, receivedBytes } = upload
  if (receivedBytes < sizeBytes && new Date(upload.expiresAt) <= context.clock.now()) throw expired()
  return { sizeBytes, receivedBytes, upload }
}

/** 409 if the offset differs. */
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
