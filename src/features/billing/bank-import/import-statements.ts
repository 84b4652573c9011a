import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { toAccountKey } from './account-key.ts'
import { BankImport, type StoredProposal } from './bank-import.entity.ts'
import { countKnownTransactions, readBookedPayments, readLatestProposals } from './bank-import.reads.ts'
import type { Match } from './match.ts'
import type { KnownTransaction, RecognizedMovement } from './recognize-movements.ts'
import type { Movement, ParsedStatements } from './statement.ts'

export interface ParsedImport {
  parsed: ParsedStatements
  /** By movement, in the order of the file. */
  matches: readonly Match[]
  /** By movement; based on the transactions known at that time. */
  recognized: readonly RecognizedMovement[]
  knownCount: number
}

/**
 * Stores new transactions and the proposals for all. Returns null if another import has added transactions of the same days meanwhile:
 * then they must be recognized again.
 */
export async function importStatements(context: Context, { parsed, matches, recognized, knownCount }: ParsedImport) {
  const { format, statements } = parsed
  // Two concurrent imports would both store the same transactions.
  await context.query(select`pg_advisory_xact_lock(hashtextextended(${`bank import ${context.organizationId}`}, 0))`)
  if ((await countKnownTransactions(context, statements)) !== knownCount) return null
  const movements = statements.flatMap((statement) =>
    statement.movements.map((movement) => ({ ...movement, ...toAccountKey(statement), format })),
  )
  const told = movements.map((movement, index) => ({ ...movement, ...(recognized[index] as RecognizedMovement) }))
  await insertTransactions(
    context,
    told.filter(({ isNew }) => isNew),
  )
  const proposals = told.map((one, index) => ({
    transactionId: one.id,
    proposal: toProposal(one, matches[index] as Match),
  }))
  const proposedBefore = await readProposalsOfBooked(context, proposals)
  const made = await context.insert(BankImport, {
    format,
    statements: statements.map(({ movements: _, ...statement }) => statement),
  })
  await insertProposals(
    context,
    made.id,
    proposals.map((each) => ({ ...each, proposal: proposedBefore.get(each.transactionId) ?? each.proposal })),
  )
  return made
}

/** Booked transactions keep their earlier proposal: the invoices they paid are no longer open, so others would be proposed. */
async function readProposalsOfBooked(
  context: Context,
  proposals: readonly { transactionId: string; proposal: StoredProposal }[],
): Promise<Map<string, StoredProposal>> {
  const booked = await readBookedPayments(
    context,
    proposals.map(({ transactionId }) => transactionId),
  )
  if (!booked.length) return new Map()
  const before = await readLatestProposals(context, [...new Set(booked.map(({ transactionId }) => transactionId))])
  return new Map(before.map(({ transactionId, proposal }) => [transactionId, proposal as StoredProposal]))
}

const toProposal = (movement: Movement, match: Match): StoredProposal => ({
  bookedOn: movement.bookedOn,
  amountCents: movement.amountCents,
  currency: movement.currency,
  name: movement.name,
  iban: movement.iban,
  reference: movement.purpose ?? movement.endToEndId,
  ...match,
})

async function insertProposals(
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

async function insertTransactions(context: Context, fresh: readonly KnownTransaction[]) {
  if (!fresh.length) return
  const of = <Value>(value: (one: (typeof fresh)[number]) => Value) => fresh.map(value)
  const now = new Date()
  await context.write(
    sql`insert into bank_transactions (organization_id, id, created_at, updated_at, account, bank, format, booked_on, value_on,
          amount_cents, currency, name, iban, purpose, end_to_end_id, bank_reference, transaction_references)
        select ${context.organizationId}::uuid, id, ${now}::timestamptz, ${now}::timestamptz, account, bank, format, booked_on,
          value_on, amount_cents, currency, name, iban, purpose, end_to_end_id, bank_reference, transaction_references
        from unnest(${of(({ id }) => id)}::uuid[], ${of(({ account }) => account)}::text[], ${of(({ bank }) => bank)}::text[], ${of(({ format }) => format)}::text[],
          ${of(({ bookedOn }) => bookedOn)}::date[], ${of(({ valueOn }) => valueOn)}::date[],
          ${of(({ amountCents }) => String(amountCents))}::bigint[], ${of(({ currency }) => currency)}::text[],
          ${of(({ name }) => name)}::text[], ${of(({ iban }) => iban)}::text[], ${of(({ purpose }) => purpose)}::text[],
          ${of(({ endToEndId }) => endToEndId)}::text[], ${of(({ bankReference }) => bankReference)}::text[],
          ${of(({ references }) => JSON.stringify(references))}::jsonb[])
          as t (id, account, bank, format, booked_on, value_on, amount_cents, currency, name, iban, purpose, end_to_end_id, bank_reference, transaction_references)
        on conflict do nothing`,
  )
}
