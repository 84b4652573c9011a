import { Migration } from '@mikro-orm/migrations'
import { appRole } from '#core/database/app-role'
import { tenantPolicy } from '#core/database/ddl'
import { createFindFunction } from '#core/database/searchable'

/** What a PostgreSQL distributed by organization refuses or does not pass on to its workers: docs/portable-sql.md. */
export class Portable extends Migration {
  override async up() {
    for (const { tablename } of await this.execute("select tablename from pg_policies where policyname = 'tenant'"))
      this.addSql(
        `alter policy tenant on ${tablename} ${tenantPolicy(tablename === 'organizations' ? 'id' : 'organization_id')}`,
      )
    for (const [table, column] of found) this.addSql(createFindFunction(table, column))
    this.addSql(countTokenRequest)
  }
}

const found = [
  ['clients', 'name'],
  ['projects', 'name'],
  ['tasks', 'title'],
  ['invoices', 'number'],
  ['whiteboards', 'title'],
  ['files', 'name'],
] as const

// As the owner, who is behind no policy: it is called outside of a transaction, where no worker knows the organization.
const countTokenRequest = `
create or replace function count_token_request(p_organization uuid, p_hash bytea, p_limit int, p_handful int)
returns table (used int, granted int, milliseconds_left float8)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from tokens t
    where t.organization_id = p_organization and t.hash = p_hash and (t.expires_at is null or t.expires_at > now())
  ) then
    return query select * from count_request('token ' || encode(p_hash, 'base64'), p_limit, p_handful);
  end if;
end $$;
revoke all on function count_token_request(uuid, bytea, int, int) from public;
grant execute on function count_token_request(uuid, bytea, int, int) to ${appRole};`
