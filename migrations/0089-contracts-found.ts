import { Migration } from '@mikro-orm/migrations'
import { makeSearchable } from '#core/database/searchable'

/** Contracts are found by their title, and by the words of their number. */
export class ContractsFound extends Migration {
  override up() {
    this.addSql(makeSearchable('contracts', 'title', 'number'))
  }
}
