import { Migration } from '@mikro-orm/migrations'
import { makeSearchable } from '#core/database/searchable'

/** Search over names. */
export class Search extends Migration {
  override up() {
    this.addSql(extension)
    this.addSql(makeSearchable('clients', 'name'))
    this.addSql(makeSearchable('projects', 'name'))
    this.addSql(makeSearchable('tasks', 'title'))
    this.addSql(makeSearchable('invoices', 'number'))
    this.addSql(makeSearchable('whiteboards', 'title'))
    this.addSql(makeSearchable('files', 'name'))
  }
}

const extension = `
do $$ begin
  create extension if not exists pg_trgm;
exception when others then
  raise exception 'Kontor needs the PostgreSQL extension pg_trgm (package postgresql-contrib): have an administrator run "create extension pg_trgm" in this database. (%)', sqlerrm;
end $$;`
