import { Migration } from '@mikro-orm/migrations'

/** When a session last proved whose it is, and organizations whose members need a second factor. */
export class StepUp extends Migration {
  override up() {
    this.addSql('alter table tokens add column proved_at timestamptz(3)')
    this.addSql('alter table tokens drop constraint tokens_scope_check')
    this.addSql(`alter table tokens add constraint tokens_scope_check check (scope in ('full', 'read', 'setup'))`)
    this.addSql('alter table organizations add column second_factor_required boolean not null default false')
  }
}
