import sql, { raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import { combineProblems, invalidField, type Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { type DocumentSeries, formatDocumentNumber, readNumberCounters } from '#core/operation/numbering'
import type { Organization } from './organization.entity.ts'

export const numberPatternFields = {
  invoice: 'invoiceNumberPattern',
  credit_note: 'creditNoteNumberPattern',
  quote: 'quoteNumberPattern',
  contract: 'contractNumberPattern',
} as const satisfies Record<DocumentSeries, keyof Organization>

export type NumberPatterns = Pick<Organization, (typeof numberPatternFields)[DocumentSeries]>

const tables: Readonly<Record<DocumentSeries, string>> = {
  invoice: 'invoices',
  credit_note: 'invoices',
  quote: 'quotes',
  contract: 'contracts',
}

/**
 * 422 naming each changed pattern that would reach an existing number, as documents could then not be sent, or that another series
 * has, as their numbers could not be told apart.
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

/** The highest existing number that matches a pattern, by year; year 0 for patterns without a year. */
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

const yearRegex = '19[0-9]{2}|2[0-2][0-9]{2}'

/** PostgreSQL regular expression that matches the numbers of a pattern and captures one part. */
const toNumberRegex = (pattern: string, part: 'year' | 'sequence') =>
  `^${pattern
    .replaceAll(/[^\p{L}\p{N}{}:]/gu, '\\$&')
    .replace('{year}', part === 'year' ? `(${yearRegex})` : `(?:${yearRegex})`)
    .replace(/\{seq(?::(\d))?\}/, (_, digits = '1') => {
      const numbers = digits === '9' ? '[0-9]{9}' : `[0-9]{${digits}}|[1-9][0-9]{${digits},8}`
      return part === 'sequence' ? `(${numbers})` : `(?:${numbers})`
    })}$`
