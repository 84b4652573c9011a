import { LockMode } from '@mikro-orm/core'
import { select } from '#core/database/select'
import { conflict } from '#core/errors/problem'
import type { Actor } from '#core/operation/actor'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { Client } from '#features/people/clients/client.entity'
import { selectDebtorEvidence } from './datev-files.ts'

const batchSize = 200

const debtorNumberRange = { first: 10_000, last: 69_999 }

/**
 * Assigns the lowest free debtor numbers to clients with documents until a day, and marks all as exported: a number that a tax adviser has
 * booked on must not change. Returns how many clients were marked.
 */
export async function assignDebtorNumbers(
  services: Services,
  organizationId: string,
  to: string,
  actor: Actor,
): Promise<number> {
  let fixed = 0
  for (;;) {
    const found = await operateAsSystem(services, organizationId, (context) => assignBatch(context, to), actor)
    fixed += found
    if (found < batchSize) return fixed
  }
}

async function assignBatch(context: Context, to: string): Promise<number> {
  const { organizationId } = context
  await context.query(select`pg_advisory_xact_lock(hashtextextended(${`debtors ${organizationId}`}, 0))`)
  const rows = await context.query<{ id: string }>(
    select`c.id from clients c
        where c.organization_id = ${organizationId} and not c.debtor_exported and exists (${selectDebtorEvidence(organizationId, to)})
        order by c.created_at, c.id limit ${batchSize}`,
  )
  if (!rows.length) return 0
  const clients = await context.em.find(
    Client,
    { id: { $in: rows.map(({ id }) => id) } },
    { orderBy: { createdAt: 'asc', id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  const without = clients.filter(({ debtorNumber }) => debtorNumber === null)
  const free = await findFreeNumbers(context, without.length)
  for (const client of clients) {
    const debtorNumber = client.debtorNumber ?? free.shift()
    if (debtorNumber === undefined) throw numbersExhausted()
    if (client.debtorNumber === null) {
      context.audit('client.updated', client, ['debtorNumber'])
      client.debtorNumber = debtorNumber
      context.record('client.updated', client)
    }
    client.debtorExported = true
  }
  return rows.length
}

async function findFreeNumbers(context: Context, count: number): Promise<number[]> {
  if (!count) return []
  const rows = await context.query<{ number: number }>(
    select`number from generate_series(${debtorNumberRange.first}::int, ${debtorNumberRange.last}::int) number
        where not exists (select from clients c where c.organization_id = ${context.organizationId} and c.debtor_number = number)
        order by number limit ${count}`,
  )
  return rows.map(({ number }) => number)
}

const numbersExhausted = () =>
  conflict('conflict', {
    de: 'Alle Debitorennummern von 10000 bis 69999 sind vergeben.',
    en: 'All debtor numbers from 10000 to 69999 are taken.',
  })
