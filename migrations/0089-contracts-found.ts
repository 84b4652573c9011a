import { Migration } from '@mikro-orm/migrations'
import { searchable } from '#core/database/searchable'

/** Contracts are found by their title, and by the words of their number. */
export class ContractsFound extends Migration {
  override up() {
    this.addSql(searchable('contracts', 'title', 'number'))
  }
}
