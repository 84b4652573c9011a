import { Migration } from '@mikro-orm/migrations'
import { alphabeticalOrderSql } from '#core/database/alphabetical-order'

/** A list by name is read from an index in the order that people look names up by. */
export class Alphabet extends Migration {
  override up() {
    this.addSql(`
create index clients_by_letter on clients (organization_id, ${alphabeticalOrderSql('name')}, id);
drop index clients_by_name;`)
  }
}
