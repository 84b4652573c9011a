import { Migration } from '@mikro-orm/migrations'

/** Advance invoices (§ 14 (5) UStG), and the final ones that deduct them. */
export class Advances extends Migration {
  override up() {
    this.addSql(`
alter table invoices drop constraint invoices_kind_check;
alter table invoices add constraint invoices_kind_check check (kind in ('invoice', 'credit_note', 'advance', 'final'));
alter table invoices add column advances jsonb not null default '[]',
  add column prepaid boolean not null default false, add column supplied_on date;
create index invoices_advances on invoices (organization_id, client_id) where kind in ('advance', 'final');`)
  }
}
