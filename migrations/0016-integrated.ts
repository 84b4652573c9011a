import { Migration } from '@mikro-orm/migrations'

const tables = ['clients', 'projects', 'tasks', 'invoices']

/** The id that another system gave a resource, unique in the organization, and that system's own words. */
export class Integrated extends Migration {
  override up() {
    for (const table of tables)
      this.addSql(`
alter table ${table} add column external_id text, add column metadata jsonb not null default '{}';
create unique index ${table}_external_id_key on ${table} (organization_id, external_id) where external_id is not null;`)
  }
}
