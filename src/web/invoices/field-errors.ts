import type { Problem } from '../graphql/fetch-graphql.ts'
import type { DocumentKind, LineItemDocument } from './document-kind.ts'
import { type Draft, validateDiscount, validateLine } from './draft.ts'

/** A figure that cannot be read. */
interface FigureError {
  /** `name` of terms, `key.name` of a line, whose it stays where lines are moved. */
  figure: string
  /** As the service names the field. */
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

/** What is said to be wrong, by the path of its field; of what is said about one the last. */
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

/** Whether the form has a field that a refusal names, beside which it is said. */
export const hasFieldFor = ({ paths = {} }: Problem, draft: Draft, { startField, endField }: DateFields): boolean =>
  Object.keys(paths).some(
    (path) =>
      path.startsWith('lineItems.') ||
      path === startField ||
      path === endField ||
      path in { ...draft, ...draft.cashDiscount, ...draft.schedule },
  )
