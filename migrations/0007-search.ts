import { Migration } from '@mikro-orm/migrations'
import { searchable } from '#core/database/searchable'

/** Search over names. */
export class Search extends Migration {
  override up() {
    this.addSql(extension)
    this.addSql(searchable('clients', 'name'))
    this.addSql(searchable('projects', 'name'))
    this.addSql(searchable('tasks', 'title'))
    this.addSql(searchable('invoices', 'number'))
    this.addSql(searchable('whiteboards', 'title'))
    this.addSql(searchable('files', 'name'))
  }
}

const extension = `
do $$ begin
  create extension if not exists pg_trgm;
exception when others then
  raise exception 'Kontor needs the PostgreSQL extension pg_trgm (package postgresql-contrib): have an administrator run "create extension pg_trgm" in this database. (%)', sqlerrm;
end $$;`
