import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/** Sessions, which are tokens that a browser keeps; when tokens were last used; and where whom an address belongs to is looked up. */
export class Sessions extends Migration {
  override up() {
    this.addSql(`alter table tokens add column kind text not null default 'token'`)
    this.addSql(`alter table tokens add constraint tokens_kind_check check (kind in ('token', 'session'))`)
    this.addSql('alter table tokens add column last_used_at timestamptz(3)')
    this.addSql('alter table tokens add column address text')
    this.addSql(emails)
    this.addSql(
      'insert into member_emails (organization_id, member_id, email) select organization_id, id, lower(email) from members',
    )
    this.addSql(finder)
  }
}

const emails = `
-- A small look-up over all organizations: whose sign-in an address is. One address may belong to several.
create table member_emails (
  organization_id uuid not null,
  member_id uuid not null,
  email text not null,
  primary key (organization_id, member_id)
);
create index member_emails_by_email on member_emails (email);
${isolateTenants('member_emails')}`

// The organization is not known before, so that the look-up passes the policy of the table.
const finder = `
create function find_memberships(wanted text) returns table (organization_id uuid, member_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.organization_id, e.member_id from member_emails e where e.email = lower(wanted)
$$;`
