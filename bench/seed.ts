import type { Pool } from 'pg'
import { createOrganization } from '#features/people/organizations/create-organization'
import { tallyRows } from '../migrations/0017-growth.ts'
import { tallyTasks } from '../migrations/0020-open-tasks.ts'
import { tallyEvents } from '../migrations/0092-partitions.ts'
import { tallySeconds } from '../migrations/0093-reports-by-period.ts'

/** Rebuilds the counters after filling tables by SQL. */
export async function rebuildCounters(system: Pool) {
  await system.query('delete from tallies')
  for (const statement of [...tallyRows, ...tallyTasks, ...tallyEvents, tallySeconds]) await system.query(statement)
}

export interface SeededOrganization {
  organizationId: string
  token: string
  clientId: string
  /** Receives the created invoices, so that what is read stays the same. */
  otherClientId: string
}

/** Creates 20 organizations with 100,000 clients and 50,000 invoices and returns the first. */
export async function seedOrganizations(system: Pool): Promise<SeededOrganization> {
  const organizations = []
  for (let number = 0; number < 20; number++)
    organizations.push(
      await createOrganization(system, { name: `Bench ${number}`, email: `bench${number}@kontor.example` }),
    )
  await system.query(
    `insert into clients (organization_id, id, created_at, updated_at, name, email, country, city, street, postal_code, color)
     select o.id, gen_random_uuid(), now() - i * interval '1 minute', now(), 'Kunde ' || i, 'kunde' || i || '@example.com', 'DE',
       'Hamburg', 'Weg ' || i, '20457', '#336699'
     from organizations o, generate_series(1, 5000) i`,
  )
  const line = {
    description: 'Beratung',
    quantity: 8,
    unit: 'HUR',
    unitPriceCents: 11000,
    discountPercent: 0,
    taxRate: 19,
  }
  const lines = [1, 2, 3].map(() => ({
    ...line,
    supply: 'service',
    taxCategory: 'S',
    taxExemptionReason: null,
    netCents: 88000,
  }))
  await system.query(
    `insert into invoices (organization_id, id, created_at, updated_at, client_id, issue_date, due_date, line_items, subtotal_cents,
       tax_cents, total_cents, tax_breakdown, open_cents)
     select c.organization_id, gen_random_uuid(), c.created_at, now(), c.id, '2026-01-05', '2026-01-19', $1::jsonb, 264000, 50160,
       314160, '[{"taxRate":19,"taxCategory":"S","netCents":264000,"taxCents":50160}]', 314160
     from (select *, row_number() over (partition by organization_id order by created_at) as nth from clients) c where nth <= 2500`,
    [JSON.stringify(lines)],
  )
  await system.query('insert into event_sequences select id, 0 from organizations on conflict do nothing')
  await rebuildCounters(system)
  await system.query('vacuum analyze')
  const first = organizations[0]
  if (!first) throw new Error('nothing was seeded')
  const { rows } = await system.query<{ id: string }>(
    'select id from clients where organization_id = $1 order by created_at limit 2',
    [first.organizationId],
  )
  return {
    organizationId: first.organizationId,
    token: first.token,
    clientId: rows[0]?.id ?? '',
    otherClientId: rows[1]?.id ?? '',
  }
}
