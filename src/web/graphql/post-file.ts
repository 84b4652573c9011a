import { words } from '../words/words.ts'
import { headers } from './post.ts'
import { type Outcome, offline, withName } from './send.ts'

/** Posts a file to an address that was signed for it; what is answered is as REST has it. */
export async function postFile<R>(signed: string, file: File): Promise<Outcome<R>> {
  const { pathname, search } = new URL(signed)
  const form = new FormData()
  form.append('file', file)
  const answer = await fetch(pathname + search, { method: 'POST', headers: headers(), body: form }).catch(() => null)
  const body = await answer?.json().catch(() => null)
  if (answer?.ok && body) return { data: body as R }
  if (!body?.message) return { problem: offline(words.offline) }
  return { problem: { code: String(body.error), message: withName(body.message, body.field), fields: {} } }
}
