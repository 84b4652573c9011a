import { Migration } from '@mikro-orm/migrations'

/**
 * Organizations end: on `ends_on` what no law keeps is erased, and the rest is locked since `ended_at`. `ending_due_on` is the
 * next day on which there is something to do. `enter` lets only owners into one that has ended, by their sessions, and only to read;
 * `enter_public`, for links and public pages, nobody.
 */
export class EndingOfOrganizations extends Migration {
  override up() {
    this.addSql(
      'alter table organizations add column ends_on date, add column ended_at timestamptz(3), add column ending_due_on date',
    )
    this.addSql('create index organizations_ending on organizations (ending_due_on) where ending_due_on is not null')
    this.addSql(enter)
    this.addSql(enterPublic)
  }
}

const enter = `
create or replace function enter(p_organization uuid, p_hash bytea, p_believed text) returns text language plpgsql as $$
declare
  v_admission text;
begin
  execute format('set local app.organization_id = %L', p_organization);
  select json_build_object(
      'tokenId', t.id, 'scope', case when o.ended_at is not null and t.scope = 'full' then 'read' else t.scope end,
      'memberId', m.id, 'memberName', m.name, 'role', m.role, 'organizationLanguage', o.default_language,
      'hasEnded', o.ended_at is not null)::text
    into v_admission
    from tokens t
    join members m on m.organization_id = t.organization_id and m.id = t.member_id
    join organizations o on o.id = t.organization_id
    where t.organization_id = p_organization and t.hash = p_hash and (t.expires_at is null or t.expires_at > now())
      and (o.ended_at is null or m.role = 'owner' and t.kind = 'session');
  if p_believed is not null and v_admission is distinct from p_believed then
    raise exception using errcode = 'KT001', message = 'The token is no longer what it was.';
  end if;
  return v_admission;
end $$;`

const enterPublic = `
create function enter_public(p_organization uuid) returns void language plpgsql as $$
begin
  execute format('set local app.organization_id = %L', p_organization);
  if exists (select from organizations o where o.id = p_organization and o.ended_at is not null) then
    raise exception using errcode = 'KT002', message = 'The organization has ended.';
  end if;
end $$;`
