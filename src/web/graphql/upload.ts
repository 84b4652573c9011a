import { UploadAddressDocument } from '#schema/web/graphql'
import { t } from '../i18n/locale.ts'
import { postFile } from './post-file.ts'
import { offline, type Problem, send } from './send.ts'

/** Sends a file; the id that it has then, or why it was refused. */
export async function upload(file: File): Promise<string | Problem> {
  const asked = await send(UploadAddressDocument)
  if (!asked.data?.uploadUrl) return asked.problem ?? offline(t.offline)
  const { data, problem } = await postFile<{ id: string }>(asked.data.uploadUrl.url, file)
  return data?.id ?? problem ?? offline(t.offline)
}
