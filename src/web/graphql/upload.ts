import { UploadAddressDocument } from '../../../schema/web/graphql.ts'
import { words } from '../words/words.ts'
import { offline, type Problem, send } from './send.ts'

/** Sends a file; the id that it has then, or why it was refused. */
export async function upload(file: File): Promise<string | Problem> {
  const asked = await send(UploadAddressDocument)
  if (!asked.data?.uploadUrl) return asked.problem ?? offline(words.offline)
  const { pathname, search } = new URL(asked.data.uploadUrl.url)
  const form = new FormData()
  form.append('file', file)
  const answer = await fetch(pathname + search, { method: 'POST', body: form }).catch(() => null)
  const body = (await answer?.json().catch(() => null)) as { id?: string; error?: { message?: string } } | null
  return body?.id ?? offline(body?.error?.message ?? words.offline)
}
