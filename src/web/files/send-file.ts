import { UploadAddressDocument } from '../../../schema/web/graphql.ts'
import { offline, type Problem, send } from '../graphql/send.ts'
import { words } from '../words/words.ts'

/** Sends a file into a folder and says how much of it has arrived (0 to 1); why it was refused, where it was. */
export async function sendFile(
  file: File,
  folderId: string | undefined,
  onProgress: (part: number) => void,
): Promise<Problem | undefined> {
  const { data, problem } = await send(UploadAddressDocument)
  if (!data?.uploadUrl) return problem ?? offline(words.offline)
  const { pathname, search } = new URL(data.uploadUrl.url)
  const form = new FormData()
  if (folderId) form.append('folder_id', folderId)
  form.append('file', file)
  const request = new XMLHttpRequest()
  const { promise, resolve } = Promise.withResolvers<Problem | undefined>()
  request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
  request.onerror = () => resolve(offline(words.offline))
  request.onload = () => {
    if (request.status === 201) return resolve(undefined)
    resolve(offline((request.response as { error?: { message?: string } } | null)?.error?.message ?? words.offline))
  }
  request.responseType = 'json'
  request.open('POST', pathname + search)
  request.send(form)
  return promise
}
