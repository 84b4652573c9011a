import type { Problem } from '../graphql/send.ts'
import type { Kind, Written } from './document-kind.ts'
import { type Draft, wrongDiscount, wrongFigures } from './draft.ts'

/** A figure that cannot be read. */
interface Unreadable {
  /** `name` of terms, `key.name` of a line, whose it stays where lines are moved. */
  figure: string
  /** As the service names the field. */
  path: string
  text: string
}

export const unreadableIn = ({ cashDiscount, lines }: Draft): Unreadable[] => [
  ...Object.entries(wrongDiscount(cashDiscount)).map(([name, text]) => ({ figure: name, path: name, text })),
  ...lines.flatMap((line, index) =>
    Object.entries(wrongFigures(line)).map(([name, text]) => ({
      figure: `${line.key}.${name}`,
      path: `lineItems.${index}.${name}`,
      text,
    })),
  ),
]

/** What is said to be wrong, by the path of its field; of what is said about one the last. */
export const wrongFields = (
  refused: readonly (Problem | undefined)[],
  unreadable: readonly Unreadable[],
): Record<string, string> =>
  Object.assign(
    {},
    ...refused.map((problem) => problem?.paths),
    Object.fromEntries(unreadable.map(({ path, text }) => [path, text])),
  )

type Dated = Pick<Kind<Written>, 'from' | 'until'>

/** Whether the form has a field that a refusal names, beside which it is said. */
export const isBesideField = ({ paths = {} }: Problem, draft: Draft, { from, until }: Dated): boolean =>
  Object.keys(paths).some(
    (path) =>
      path.startsWith('lineItems.') ||
      path === from ||
      path === until ||
      path in { ...draft, ...draft.cashDiscount, ...draft.schedule },
  )
