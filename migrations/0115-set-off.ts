import { Migration } from '@mikro-orm/migrations'

/** Payments of an invoice by the refund that is due of a credit note: one on each document, with a set-off in common. */
export class SetOff extends Migration {
  override up() {
    for (const statement of changes) this.addSql(statement)
  }
}

const changes = [
  `alter table payments add column credit_note_id uuid, add column set_off_id uuid`,
  `alter table payments add constraint payments_credit_note_id_fkey foreign key (organization_id, credit_note_id)
     references invoices (organization_id, id)`,
  `create index payments_by_set_off on payments (organization_id, set_off_id) where set_off_id is not null`,
  `alter table payments drop constraint payments_method_check`,
  `alter table payments add constraint payments_method_check check (method in
     ('bank_transfer', 'cash', 'card', 'direct_debit', 'paypal', 'other', 'client_credit', 'credit_note'))`,
]
