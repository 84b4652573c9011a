import { onStatement, type SentStatement } from '../statements.ts'
import { findBrokenRules } from './broken-rules.ts'
import { rules } from './rules.ts'
import type { ColumnTypes } from './stability.ts'

/** What speaks against a statement: a rule that it breaks, or that the linter cannot judge it. */
interface Objection {
  name: string
  reason: string
}

const verdicts = new Map<string, readonly Objection[]>()
const mostVerdicts = 10_000
const refused = new Set<string>()
let types: ColumnTypes = {}

onStatement(judgeStatement)

/** What is judged from now on is so by the types of the columns. */
export function setColumnTypes(columns: ColumnTypes) {
  types = columns
}

/** Notes what speaks against a statement; what a test sends itself is its own affair. */
export function judgeStatement(sent: SentStatement) {
  for (const { name, reason } of verdict(sent)) {
    const place = sent.place()
    if (place?.startsWith('test/') || (name === 'one change a text' && isOfMigration(place))) continue
    refused.add(`${name}: ${place ?? 'a place that is not to be seen'}\n  ${reason}\n  ${shortened(sent.text)}`)
  }
}

/** Nobody is seen above the migrator. The first migrations were done on one server; `migrations.test.ts` judges the others. */
const isOfMigration = (place: string | undefined) => place === undefined

/** Throws for statements since the last call that Citus would reject. */
export function assertPortable() {
  const all = [...refused]
  refused.clear()
  if (all.length) throw new Error(`Not portable (docs/portable-sql.md):\n${all.join('\n')}`)
}

/** Each text is judged once, with each of its parameters null or not. */
function verdict({ text, values }: SentStatement): readonly Objection[] {
  const nulls = values.flatMap((value, index) => (value === null ? [index + 1] : []))
  const key = `${nulls} ${text}`
  let known = verdicts.get(key)
  if (!known) {
    if (verdicts.size >= mostVerdicts) verdicts.clear()
    known = objectionsTo(text, nulls)
    verdicts.set(key, known)
  }
  return known
}

function objectionsTo(text: string, nulls: number[]): Objection[] {
  try {
    return findBrokenRules(text, { nulls, types }).map((name) => ({ name, reason: `Citus: ${rules[name].citus}` }))
  } catch (error) {
    return [{ name: 'not to be judged', reason: `The linter: ${(error as Error).message}` }]
  }
}

const shortened = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200)
