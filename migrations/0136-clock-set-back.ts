import { Migration } from '@mikro-orm/migrations'

/** A window that lies in the future, as after a clock that was fast is set right, begins anew: it would be full for as long. */
export class ClockSetBack extends Migration {
  override up() {
    this.addSql(countRequest)
  }
}

// Clocks of several servers differ by less than a window.
const countRequest = `
create or replace function count_request(p_key text, p_limit int, p_handful int)
returns table (used int, granted int, milliseconds_left float8)
language plpgsql as $$
declare
  v_window rate_windows;
begin
  insert into rate_windows values (p_key, now(), 0) on conflict (key) do nothing;
  select * into v_window from rate_windows w where w.key = p_key for update;
  if abs(extract(epoch from clock_timestamp() - v_window.started_at)) >= 60 then
    v_window.started_at := clock_timestamp();
    v_window.used := 0;
  end if;
  granted := greatest(0, least(p_handful, p_limit - v_window.used));
  used := v_window.used + granted;
  update rate_windows w set started_at = v_window.started_at, used = v_window.used + granted where w.key = p_key;
  milliseconds_left := greatest(1, least(60000, 60000 - extract(epoch from clock_timestamp() - v_window.started_at) * 1000));
  return next;
end $$`
