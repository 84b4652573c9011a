import { UploadAddressDocument } from '#schema/web/graphql'
import { t } from '../i18n/locale.ts'
import { fetchGraphql, offlineProblem, type Problem } from './fetch-graphql.ts'
import { postFile } from './post-file.ts'

/** Resolves to the id of the uploaded file. */
export async function uploadFile(file: File): Promise<string | Problem> {
  const address = await fetchGraphql(UploadAddressDocument)
  if (!address.data?.uploadUrl) return address.problem ?? offlineProblem(t.offline)
  const { data, problem } = await postFile<{ id: string }>(address.data.uploadUrl.url, file)
  return data?.id ?? problem ?? offlineProblem(t.offline)
}
