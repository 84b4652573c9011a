import { Migration } from '@mikro-orm/migrations'
import { finder } from '#core/database/searchable'

/** A contract whose number is sought comes first. */
export class ContractsByNumber extends Migration {
  override up() {
    this.addSql(finder('contracts', 'title', 'number'))
    this.addSql(finder('pages', 'title', 'text'))
  }
}
