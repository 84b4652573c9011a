import { Migration } from '@mikro-orm/migrations'

/** Tables whose texts people write and find; what was issued, recorded or told stays as it was. */
const tables = [
  ...['organizations', 'members', 'clients', 'projects', 'tasks', 'subtasks', 'comments', 'tags', 'time_entries'],
  ...[
    'whiteboards',
    'pages',
    'files',
    'folders',
    'calendar_events',
    'booking_event_types',
    'bookings',
    'project_columns',
  ],
]

/** Stored text is in NFC, as what is sent is. Columns of a unique key are left: two names may become one. */
export class Nfc extends Migration {
  override async up() {
    const columns = await this.execute(`
      select c.relname as table, a.attname as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relname in (${tables.map((name) => `'${name}'`).join(', ')})
        and a.atttypid in ('text'::regtype, 'varchar'::regtype) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey))
      order by 1, 2`)
    for (const { table, column } of columns)
      this.addSql(`update ${table} set ${column} = normalize(${column}) where ${column} is not normalized`)
  }
}
