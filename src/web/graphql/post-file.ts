import { formatBytes } from '../i18n/format-bytes.ts'
import { t } from '../i18n/locale.ts'
import {
  messageBesideField,
  messageWithFieldName,
  type Outcome,
  offlineProblem,
  type Problem,
} from './fetch-graphql.ts'
import { requestHeaders } from './post-graphql.ts'

/** Size limits in bytes: of stored files, and of files that are only parsed. */
export const maxFileBytes = { kept: 100 * 1024 * 1024, read: 20 * 1024 * 1024 }

/** Rejects a file before sending it, as browsers log refused requests as errors. */
export function validateFile({ size }: File, most = maxFileBytes.kept): Problem | undefined {
  const message = size === 0 ? t.file.empty : size > most ? t.file.tooLarge(formatBytes(most)) : undefined
  return message === undefined ? undefined : { code: 'validation_failed', message, fields: {} }
}

/** Parses an error response of REST. Without one, the service counts as offline. */
export function parseRestProblem(answer: unknown): Problem {
  const {
    error,
    message,
    field,
    errors = [],
  } = (answer ?? {}) as Partial<Record<'error' | 'message' | 'field', string>> & {
    errors?: { field?: string; message: string }[]
  }
  if (!message) return offlineProblem(t.offline)
  const fields = errors.flatMap((each) =>
    each.field ? [[each.field, messageBesideField(each.message, each.field)]] : [],
  )
  return { code: String(error), message: messageWithFieldName(message, field), fields: Object.fromEntries(fields) }
}

/** Posts a file to a signed URL. Resolves to the response of REST. */
export async function postFile<R>(
  signed: string,
  file: File,
  most?: number,
  fields: Readonly<Record<string, string>> = {},
): Promise<Outcome<R>> {
  const flaw = validateFile(file, most)
  if (flaw) return { problem: flaw }
  const { pathname, search } = new URL(signed)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  const answer = await fetch(pathname + search, { method: 'POST', headers: requestHeaders(), body: form }).catch(
    () => null,
  )
  const body = await answer?.json().catch(() => null)
  return answer?.ok && body ? { data: body as R } : { problem: parseRestProblem(body) }
}
