import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

export class Absences extends Migration {
  override up() {
    this.addSql(`
create table absences (${resourceColumns},
  user_id uuid not null,
  kind text not null default 'vacation',
  starts_on date not null,
  ends_on date not null,
  half_day boolean not null default false,
  half text,
  note text,
  primary key (organization_id, id),
  constraint absences_user_id_fkey foreign key (organization_id, user_id) references members (organization_id, id),
  check (starts_on <= ends_on),
  check (half_day = (half is not null) and (not half_day or starts_on = ends_on))
);
create index absences_by_age on absences (organization_id, created_at, id);
create index absences_of_member on absences (organization_id, user_id, ends_on);
create index absences_by_day on absences (organization_id, starts_on, id);
${isolateTenants('absences')}

alter table organizations add column holiday_region text;
alter table organizations add column holidays_block_bookings boolean not null default false;
`)
  }
}
