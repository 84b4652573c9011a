import type { TypedDocumentString } from '#schema/web/graphql'
import { t } from '../i18n/locale.ts'
import { hasShownMember, isMutation, postGraphql } from './post-graphql.ts'
import { isSigningInAgain, notifySessionEnd } from './session-end.ts'

/** An error in the reader's language. */
export interface Problem {
  code: string
  message: string
  /** Errors of single fields, by the name of the field. */
  fields: Record<string, string>
  /** The same by the path of the field: `lineItems.0.taxRate`, `organization.taxNumber`. */
  paths?: Record<string, string>
}

/** Either data or a problem. */
export type Outcome<R> = { data: R; problem?: undefined } | { data?: undefined; problem: Problem }

/** Replaces the data by one of its fields. */
export async function pickField<R, Name extends keyof R>(
  sent: Promise<Outcome<R>>,
  name: Name,
): Promise<Outcome<R[Name]>> {
  const outcome = await sent
  return outcome.problem ? outcome : { data: outcome.data[name] }
}

interface GraphqlError {
  message: string
  extensions?: Record<string, unknown>
}

/** Replaces messages that address programs, about tokens or headers. */
function userMessage(code: string, message: string): string {
  if (code === 'unauthorized') return t.sessionEnded
  if (!message.includes('Retry-After')) return message
  return code === 'rate_limited' ? t.tooMuch : t.unavailable
}

/** Converts the first error of a response. */
export function toProblem([error]: readonly GraphqlError[]): Problem {
  const { code = 'internal_error', errors = [], field } = (error?.extensions ?? {}) as Record<string, unknown>
  const message = userMessage(String(code), error?.message ?? '')
  const flaws = errors as { field?: string; message: string }[]
  const fieldProblems = flaws.length > 0 ? flaws : field ? [{ field: String(field), message }] : []
  return {
    code: String(code),
    message: messageWithFieldName(message, field === undefined ? fieldProblems[0]?.field : String(field)),
    fields: Object.fromEntries(
      fieldProblems.flatMap(({ field: name, message: text }) =>
        name ? [[lastOf(name), messageBesideField(text, name)]] : [],
      ),
    ),
    paths: Object.fromEntries(
      fieldProblems.map(({ field: name = '', message: text }) => [pathOf(name), messageBesideField(text, name)]),
    ),
  }
}

/** The form field of a path: `name` of `input.name`. */
const lastOf = (path: string) => path.split('.').at(-1) ?? path

/** Drops the field's name, which the label already shows: `input.iban is no IBAN.` becomes `Is no IBAN.` */
export const messageBesideField = (message: string, field: string) =>
  message.startsWith(`${field} `)
    ? message.slice(field.length + 1).replace(/^./u, (first) => first.toUpperCase())
    : message

/** Replaces the field's name by its label, for messages shown away from the field. */
export const messageWithFieldName = (message: string, field = '') => {
  const name = t.fields[pathOf(lastOf(field))]
  return name && message.startsWith(`${field} `)
    ? name + message.slice(field.length)
    : messageBesideField(message, field)
}

/** Some errors name fields as REST does, in snake_case. */
const pathOf = (path: string) =>
  path.replace(/^input\./, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const offlineProblem = (message: string): Problem => ({ code: 'offline', message, fields: {} })

/** The request may have been executed, but its response was lost. */
export const unansweredProblem = () => offlineProblem(t.unanswered)

/** Sends an operation without the cache, as before sign-in. */
export const fetchGraphql = <R, V>(
  document: TypedDocumentString<R, V>,
  ...[variables]: V extends Record<string, never> ? [] : [variables: V]
) => fetchGraphqlText<R>(String(document), variables)

export async function fetchGraphqlText<R>(query: string, variables: unknown): Promise<Outcome<R>> {
  const body = JSON.stringify({ query, variables })
  try {
    const answer = await postGraphql(body)
    const { data, errors } = (await answer.json()) as { data: R; errors?: GraphqlError[] }
    if (!errors?.length) return { data }
    const problem = toProblem(errors)
    if (problem.code === 'unauthorized' && hasShownMember()) notifySessionEnd()
    return { problem }
  } catch {
    return {
      problem:
        isMutation(body) && hasShownMember() && !isSigningInAgain() ? unansweredProblem() : offlineProblem(t.offline),
    }
  }
}
