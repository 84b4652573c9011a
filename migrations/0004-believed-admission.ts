import { Migration } from '@mikro-orm/migrations'

/** `enter` takes what was said of the token last time, and fails where that has changed: nothing has to wait for its answer. */
export class BelievedAdmission extends Migration {
  override up() {
    this.addSql('drop function enter(uuid, bytea)')
    this.addSql(enter)
  }
}

const enter = `
create function enter(p_organization uuid, p_hash bytea, p_believed text) returns text language plpgsql as $$
declare
  v_admission text;
begin
  execute format('set local app.organization_id = %L', p_organization);
  select json_build_object(
      'tokenId', t.id, 'scope', t.scope, 'memberId', m.id, 'memberName', m.name, 'role', m.role,
      'organizationLanguage', o.default_language)::text
    into v_admission
    from tokens t
    join members m on m.organization_id = t.organization_id and m.id = t.member_id
    join organizations o on o.id = t.organization_id
    where t.organization_id = p_organization and t.hash = p_hash and (t.expires_at is null or t.expires_at > now());
  if p_believed is not null and v_admission is distinct from p_believed then
    raise exception using errcode = 'KT001', message = 'The token is no longer what it was.';
  end if;
  return v_admission;
end $$;`
