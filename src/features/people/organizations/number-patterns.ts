import sql, { raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import { combineProblems, invalidField, type Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { type DocumentSeries, formatDocumentNumber, readNumberCounters } from '#core/operation/numbering'
import type { Organization } from './organization.entity.ts'

/** The setting that has the pattern of a series. */
export const numberPatternFields = {
  invoice: 'invoiceNumberPattern',
  credit_note: 'creditNoteNumberPattern',
  quote: 'quoteNumberPattern',
  contract: 'contractNumberPattern',
} as const satisfies Record<DocumentSeries, keyof Organization>

/** The patterns of all series. */
export type NumberPatterns = Pick<Organization, (typeof numberPatternFields)[DocumentSeries]>

/** Where the numbers of a series stand. */
const tables: Readonly<Record<DocumentSeries, string>> = {
  invoice: 'invoices',
  credit_note: 'invoices',
  quote: 'quotes',
  contract: 'contracts',
}

/**
 * 422 naming each pattern that is another than before and would come to a number that there is: sooner or later nothing could
 * be sent. Or that another series has: nobody could tell its numbers apart.
 */
export async function assertPatternsUnused(
  context: Context,
  kept: NumberPatterns,
  proposed: Partial<NumberPatterns>,
): Promise<void> {
  const all = Object.keys(numberPatternFields) as DocumentSeries[]
  const patternOf = (series: DocumentSeries) =>
    proposed[numberPatternFields[series]] ?? kept[numberPatternFields[series]]
  const changed = all.filter((series) => patternOf(series) !== kept[numberPatternFields[series]])
  if (changed.length === 0) return
  const patterns = Object.fromEntries(all.map((series) => [series, patternOf(series)])) as Record<
    DocumentSeries,
    string
  >
  const counters = await readNumberCounters(context, patterns)
  const problems: Problem[] = []
  for (const series of changed) {
    const field = numberPatternFields[series]
    const next = (year: number) =>
      counters.find((each) => each.series === series && (each.year ?? year) === year)?.next ?? 1
    const taken = (await readHighestNumbers(context, series, patterns[series])).find(
      ({ year, last }) => last >= next(year),
    )
    if (taken) {
      const number = formatDocumentNumber(patterns[series], taken.year, taken.last)
      problems.push(
        invalidField(field, {
          de: `ergibt ${number}, und diese Nummer gibt es schon`,
          en: `makes ${number}, and there is that number already`,
        }),
      )
    } else if (all.some((other) => other !== series && patterns[other] === patterns[series]))
      problems.push(
        invalidField(field, {
          de: 'ist schon das Muster eines anderen Nummernkreises',
          en: 'is the pattern of another series already',
        }),
      )
  }
  const problem = combineProblems(problems)
  if (problem) throw problem
}

/** The highest numbers that a pattern would make and that there are, by year; year 0 of a pattern without one. */
function readHighestNumbers(
  context: Context,
  series: DocumentSeries,
  pattern: string,
): Promise<{ year: number; last: number }[]> {
  const year = pattern.includes('{year}') ? sql`substring(number from ${toNumberRegex(pattern, 'year')})::int` : sql`0`
  const sequence = toNumberRegex(pattern, 'sequence')
  return context.query(
    select`${year} as year, max(substring(number from ${sequence})::int) as last from ${raw(tables[series])}
        where organization_id = ${context.organizationId} and number ~ ${sequence} group by 1 order by 1`,
  )
}

/** The years of numbers, 1900 to 2200 and a little more. */
const yearRegex = '19[0-9]{2}|2[0-2][0-9]{2}'

/** The numbers of a pattern as a regular expression of PostgreSQL, of which one part is taken out. */
const toNumberRegex = (pattern: string, part: 'year' | 'sequence') =>
  `^${pattern
    .replaceAll(/[^\p{L}\p{N}{}:]/gu, '\\$&')
    .replace('{year}', part === 'year' ? `(${yearRegex})` : `(?:${yearRegex})`)
    .replace(/\{seq(?::(\d))?\}/, (_, digits = '1') => {
      const numbers = digits === '9' ? '[0-9]{9}' : `[0-9]{${digits}}|[1-9][0-9]{${digits},8}`
      return part === 'sequence' ? `(${numbers})` : `(?:${numbers})`
    })}$`
