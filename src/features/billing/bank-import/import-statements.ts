import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { addDays } from '#core/time/clock'
import { BankImport, type StoredProposal } from './bank-import.entity.ts'
import { readBookedCents, readKnown, readLastProposals } from './bank-import.reads.ts'
import type { Match } from './match-movements.ts'
import { type Known, recognize } from './same-transaction.ts'
import type { Movement, Statement, Statements } from './statement.ts'

/**
 * Keeps what statements tell: transactions that are not known yet, and what each may pay. `matches` are those of the
 * movements of all statements, in their order.
 */
export async function importStatements(
  context: Context,
  { format, statements }: Statements,
  matches: readonly Match[],
) {
  // Two files at once would each find the other's transactions missing.
  await context.query(select`pg_advisory_xact_lock(hashtextextended(${`bank import ${context.organizationId}`}, 0))`)
  const proposals: { transactionId: string; proposal: StoredProposal }[] = []
  const fresh: (Known & { account: string })[] = []
  let earlier: Earlier | null = null
  for (const statement of statements) {
    const account = accountKey(statement)
    const known = await knownOf(context, statement, account)
    known.push(...fresh.filter((one) => one.account === account))
    const goesOn = continues(earlier, statement, account)
    const free: Known[] = known.filter(({ id }) => !goesOn || !earlier?.ids.has(id))
    const found = recognize(statement.movements, free, format)
    const ids: Set<string> = new Set(goesOn ? earlier?.ids : [])
    for (const [index, movement] of statement.movements.entries()) {
      const id = found[index]?.id ?? randomUUID()
      if (!found[index]) fresh.push({ ...movement, id, format, account })
      ids.add(id)
      proposals.push({ transactionId: id, proposal: proposalOf(movement, matches[proposals.length] as Match) })
    }
    earlier = { statement, account, ids }
  }
  await keep(context, fresh)
  const proposedBefore = await settledProposals(context, proposals)
  const made = await context.insert(BankImport, {
    format,
    statements: statements.map(({ movements: _, ...statement }) => statement),
  })
  await propose(
    context,
    made.id,
    proposals.map((each) => ({ ...each, proposal: proposedBefore.get(each.transactionId) ?? each.proposal })),
  )
  return made
}

/** What was proposed for transactions that are booked whole: what they paid is not open any more, and other invoices would seem to be meant. */
async function settledProposals(
  context: Context,
  proposals: readonly { transactionId: string; proposal: StoredProposal }[],
): Promise<Map<string, StoredProposal>> {
  const booked = await readBookedCents(
    context,
    proposals.map(({ transactionId }) => transactionId),
  )
  const settled = proposals.filter(
    ({ transactionId, proposal }) => (booked.get(transactionId) ?? 0) >= Math.abs(proposal.amountCents),
  )
  if (!settled.length) return new Map()
  const before = await readLastProposals(
    context,
    settled.map(({ transactionId }) => transactionId),
  )
  return new Map(before.map(({ transactionId, proposal }) => [transactionId, proposal as StoredProposal]))
}

/** The statement before, and the transactions that it and what it continues have told. */
interface Earlier {
  statement: Statement
  account: string
  ids: ReadonlySet<string>
}

/** A page that goes on where the one before ended tells other transactions, however alike. */
const continues = (earlier: Earlier | null, statement: Statement, account: string): boolean =>
  earlier?.account === account &&
  statement.openingCents !== null &&
  earlier.statement.closingCents === statement.openingCents &&
  earlier.statement.openingCents !== statement.openingCents

/** The same for one account, whatever file names it: of a German IBAN bank and number are those of `BLZ/account`. */
function accountKey({ account, iban }: Statement): string {
  const german = /^DE\d\d(\d{8})(\d{10})$/.exec(iban ?? '')
  if (german) return `${german[1]}/${german[2]}`
  const [, bank, number] = /^(\d{8})\s*\/\s*(\d{1,10})$/.exec(account.trim()) ?? []
  return number ? `${bank}/${number.padStart(10, '0')}` : (iban ?? account.replace(/\s/g, '').toUpperCase())
}

async function knownOf(context: Context, { movements }: Statement, account: string): Promise<Known[]> {
  const days = movements.map(({ bookedOn }) => bookedOn).sort()
  const [first] = days
  const last = days.at(-1)
  // Formats that tell the value date alone may be some days off.
  return first && last ? readKnown(context, account, addDays(first, -7), addDays(last, 7)) : []
}

const proposalOf = (movement: Movement, match: Match): StoredProposal => ({
  bookedOn: movement.bookedOn,
  amountCents: movement.amountCents,
  currency: movement.currency,
  name: movement.name,
  iban: movement.iban,
  reference: movement.purpose ?? movement.endToEndId,
  ...match,
})

async function propose(
  context: Context,
  importId: string,
  proposals: readonly { transactionId: string; proposal: StoredProposal }[],
) {
  if (!proposals.length) return
  await context.write(
    sql`insert into bank_proposals (organization_id, import_id, position, transaction_id, proposal)
        select ${context.organizationId}::uuid, ${importId}::uuid, position, transaction_id, proposal
        from unnest(${proposals.map((_, position) => position)}::int[],
          ${proposals.map(({ transactionId }) => transactionId)}::uuid[],
          ${proposals.map(({ proposal }) => JSON.stringify(proposal))}::jsonb[]) as t (position, transaction_id, proposal)
        on conflict do nothing`,
  )
}

async function keep(context: Context, fresh: readonly (Known & { account: string })[]) {
  if (!fresh.length) return
  const of = <Value>(value: (one: (typeof fresh)[number]) => Value) => fresh.map(value)
  const now = new Date()
  await context.write(
    sql`insert into bank_transactions (organization_id, id, created_at, updated_at, account, format, booked_on, value_on,
          amount_cents, currency, name, iban, purpose, end_to_end_id, bank_reference)
        select ${context.organizationId}::uuid, id, ${now}::timestamptz, ${now}::timestamptz, account, format, booked_on,
          value_on, amount_cents, currency, name, iban, purpose, end_to_end_id, bank_reference
        from unnest(${of(({ id }) => id)}::uuid[], ${of(({ account }) => account)}::text[], ${of(({ format }) => format)}::text[],
          ${of(({ bookedOn }) => bookedOn)}::date[], ${of(({ valueOn }) => valueOn)}::date[],
          ${of(({ amountCents }) => String(amountCents))}::bigint[], ${of(({ currency }) => currency)}::text[],
          ${of(({ name }) => name)}::text[], ${of(({ iban }) => iban)}::text[], ${of(({ purpose }) => purpose)}::text[],
          ${of(({ endToEndId }) => endToEndId)}::text[], ${of(({ bankReference }) => bankReference)}::text[])
          as t (id, account, format, booked_on, value_on, amount_cents, currency, name, iban, purpose, end_to_end_id, bank_reference)
        on conflict do nothing`,
  )
}
