import { Migration } from '@mikro-orm/migrations'
import { createFindFunction } from '#core/database/searchable'

/** A contract whose number is sought comes first. */
export class ContractsByNumber extends Migration {
  override up() {
    this.addSql(createFindFunction('contracts', 'title', 'number'))
    this.addSql(createFindFunction('pages', 'title', 'text'))
  }
}
