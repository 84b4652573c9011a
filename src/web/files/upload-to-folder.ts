import { UploadAddressDocument } from '#schema/web/graphql'
import { fetchGraphql, offlineProblem, type Problem } from '../graphql/fetch-graphql.ts'
import { parseRestProblem, validateFile } from '../graphql/post-file.ts'
import { requestHeaders } from '../graphql/post-graphql.ts'
import { t } from '../i18n/locale.ts'

/** Uploads a file and reports the progress (0 to 1). Returns the problem if it is refused. */
export async function uploadToFolder(
  file: File,
  folderId: string | undefined,
  onProgress: (part: number) => void,
): Promise<Problem | undefined> {
  const flaw = validateFile(file)
  if (flaw) return flaw
  const { data, problem } = await fetchGraphql(UploadAddressDocument)
  if (!data?.uploadUrl) return problem ?? offlineProblem(t.offline)
  const { pathname, search } = new URL(data.uploadUrl.url)
  const form = new FormData()
  if (folderId) form.append('folder_id', folderId)
  form.append('file', file)
  const request = new XMLHttpRequest()
  const { promise, resolve } = Promise.withResolvers<Problem | undefined>()
  request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
  request.onerror = () => resolve(offlineProblem(t.offline))
  request.onload = () => resolve(request.status === 201 ? undefined : parseRestProblem(request.response))
  request.responseType = 'json'
  request.open('POST', pathname + search)
  for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value)
  request.send(form)
  return promise
}
