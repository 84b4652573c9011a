import { Migration } from '@mikro-orm/migrations'
import { appRole } from '#core/database/app-role'

/** A counted request tells whose token it was: members and organizations have limits beside those of tokens. */
export class LimitsOfMembers extends Migration {
  override up() {
    this.addSql('drop function count_token_request(uuid, bytea, int, int)')
    this.addSql(countTokenRequest)
  }
}

// As the owner, who is behind no policy: it is called outside of a transaction, where no worker knows the organization.
const countTokenRequest = `
create function count_token_request(p_organization uuid, p_hash bytea, p_limit int, p_handful int)
returns table (used int, granted int, milliseconds_left float8, member_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_member uuid;
begin
  select t.member_id into v_member from tokens t
  where t.organization_id = p_organization and t.hash = p_hash and (t.expires_at is null or t.expires_at > now());
  if v_member is not null then
    return query select c.used, c.granted, c.milliseconds_left, v_member
      from count_request('token ' || encode(p_hash, 'base64'), p_limit, p_handful) c;
  end if;
end $$;
revoke all on function count_token_request(uuid, bytea, int, int) from public;
grant execute on function count_token_request(uuid, bytea, int, int) to ${appRole};`
