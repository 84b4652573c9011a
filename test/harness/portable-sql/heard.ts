import { hearStatements, type Sent } from '../statements.ts'
import { brokenRules } from './broken-rules.ts'
import { type Rule, rules } from './rules.ts'

const verdicts = new Map<string, readonly Rule[]>()
const mostVerdicts = 10_000
const refused = new Set<string>()

hearStatements(judge)

/** Notes the rules that a statement breaks; what a test sends itself is its own affair. */
export function judge(sent: Sent) {
  for (const rule of verdict(sent)) {
    const place = sent.place() ?? 'a place that is not to be seen'
    if (!place.startsWith('test/'))
      refused.add(`${rule}: ${place}\n  Citus: ${rules[rule].citus}\n  ${shortened(sent.text)}`)
  }
}

/** Throws where a statement was sent since the last call that Citus refuses, and names rule and place. */
export function assertPortable() {
  const all = [...refused]
  refused.clear()
  if (all.length) throw new Error(`Not portable (docs/portable-sql.md):\n${all.join('\n')}`)
}

/** Each text is judged once, with each of its parameters null or not. */
function verdict({ text, values }: Sent): readonly Rule[] {
  const nulls = values.flatMap((value, index) => (value === null ? [index + 1] : []))
  const key = `${nulls} ${text}`
  let known = verdicts.get(key)
  if (!known) {
    if (verdicts.size >= mostVerdicts) verdicts.clear()
    known = rulesBrokenBy(text, nulls)
    verdicts.set(key, known)
  }
  return known
}

function rulesBrokenBy(text: string, nulls: number[]): Rule[] {
  try {
    return brokenRules(text, { nulls })
  } catch {
    // What PostgreSQL cannot parse it refuses itself.
    return []
  }
}

const shortened = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200)
