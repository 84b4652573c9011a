import { Migration } from '@mikro-orm/migrations'
import { isolateTenants } from '#core/database/ddl'

/** Deliveries find their body in the event, are sent by one lane at a time, and leave at a bounded rate. */
export class Deliveries extends Migration {
  override up() {
    this.addSql(deliveries)
    this.addSql(departures)
  }
}

// A delivery is nobody's while it waits: the lane of its webhook is held by a lock of the dispatcher's own session,
// which goes with the process. A body of its own has the test delivery alone; the others send their event's.
const deliveries = `
drop index webhook_deliveries_claimed;
alter table webhook_deliveries drop column claimed_by;
alter table webhook_deliveries alter column body drop not null;
create index webhook_deliveries_in_order on webhook_deliveries (organization_id, webhook_id, sequence nulls first) where status = 'pending';`

// How many deliveries of an organization left in each of the last seconds, all processes together: {"1767225600": 20}.
const departures = `
create table webhook_departures (
  organization_id uuid not null references organizations (id) primary key,
  by_second jsonb not null default '{}'
);
${isolateTenants('webhook_departures', ['select', 'insert', 'update'])}

-- Permits for up to p_wanted deliveries to leave within a second from now, so that no minute sees more than p_most. What is
-- counted reaches back 62 s: the minute, the second a permit is good for, and a second between leaving and arriving.
create function take_departures(p_organization uuid, p_wanted int, p_most int, out granted int, out at_second bigint)
language plpgsql as $$
declare
  v_by_second jsonb;
  v_used int;
begin
  granted := 0;
  if p_wanted = 0 then
    return;
  end if;
  insert into webhook_departures (organization_id) values (p_organization) on conflict (organization_id) do nothing;
  select by_second into v_by_second from webhook_departures where organization_id = p_organization for update;
  at_second := floor(extract(epoch from clock_timestamp()));
  select coalesce(jsonb_object_agg(key, value), '{}'), coalesce(sum(value::int), 0) into v_by_second, v_used
    from jsonb_each(v_by_second) where key::bigint >= at_second - 62;
  granted := greatest(0, least(p_wanted, p_most - v_used));
  if granted > 0 then
    update webhook_departures
      set by_second = v_by_second || jsonb_build_object(at_second, coalesce((v_by_second ->> at_second::text)::int, 0) + granted)
      where organization_id = p_organization;
  end if;
end $$;`
