import type { PayableIndex } from './payable-index.ts'
import type { Movement } from './statement.ts'

interface Payers {
  /** Clients named as ultimate debtor, else in the purpose and as payer. */
  named: ReadonlySet<string>
  /** The only client that this account has paid for; empty if there are several. */
  learned: ReadonlySet<string>
  /** Whether the names belong to different clients. */
  isDisputed: boolean
}

export function findPayers(
  { name, ultimateName }: Movement,
  text: string,
  index: PayableIndex,
  known: ReadonlySet<string>,
): Payers {
  const learned: ReadonlySet<string> = known.size === 1 ? known : new Set()
  const mentioned = new Set(index.findClientsMentioned(text))
  const ultimate = new Set(index.findClientsByName(ultimateName))
  const other = ultimate.size ? ultimate : new Set(index.findClientsByName(name))
  if (!mentioned.size || !other.size) return { named: mentioned.size ? mentioned : other, learned, isDisputed: false }
  const agreed = new Set([...mentioned].filter((id) => other.has(id)))
  return agreed.size
    ? { named: agreed, learned, isDisputed: false }
    : { named: new Set([...other, ...mentioned]), learned, isDisputed: true }
}
