import { Migration } from '@mikro-orm/migrations'

/** A payment knows whose it is, and which way the money went: what its document can no longer change once it is issued. */
export class ClientOfPayments extends Migration {
  override up() {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  'alter table payments add column client_id uuid, add column paid_back boolean',
  `update payments p set client_id = i.client_id, paid_back = i.kind = 'credit_note' from invoices i
   where i.organization_id = p.organization_id and i.id = p.invoice_id`,
  'alter table payments alter column client_id set not null, alter column paid_back set not null',
  'drop index payments_of_credit',
  `create index payments_of_credit on payments (organization_id, client_id) where credit_cents > 0 or method = 'client_credit'`,
]
