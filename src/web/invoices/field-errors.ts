import type { Problem } from '../graphql/fetch-graphql.ts'
import type { DocumentKind, LineItemDocument } from './document-kind.ts'
import { type Draft, validateDiscount, validateLine } from './draft.ts'

interface FigureError {
  /** Field name, or `key.name` for a line, which survives reordering. */
  figure: string
  /** API path of the field. */
  path: string
  text: string
}

export const validateDraft = ({ cashDiscount, lines }: Draft): FigureError[] => [
  ...Object.entries(validateDiscount(cashDiscount)).map(([name, text]) => ({ figure: name, path: name, text })),
  ...lines.flatMap((line, index) =>
    Object.entries(validateLine(line)).map(([name, text]) => ({
      figure: `${line.key}.${name}`,
      path: `lineItems.${index}.${name}`,
      text,
    })),
  ),
]

/** Errors by field path. Later ones win. */
export const fieldErrors = (
  refused: readonly (Problem | undefined)[],
  unreadable: readonly FigureError[],
): Record<string, string> =>
  Object.assign(
    {},
    ...refused.map((problem) => problem?.paths),
    Object.fromEntries(unreadable.map(({ path, text }) => [path, text])),
  )

type DateFields = Pick<DocumentKind<LineItemDocument>, 'startField' | 'endField'>

/** Whether the form has a field for a problem, which then shows the error. */
export const hasFieldFor = ({ paths = {} }: Problem, draft: Draft, { startField, endField }: DateFields): boolean =>
  Object.keys(paths).some(
    (path) =>
      path.startsWith('lineItems.') ||
      path === startField ||
      path === endField ||
      path in { ...draft, ...draft.cashDiscount, ...draft.schedule },
  )
