import { Migration } from '@mikro-orm/migrations'

/** BT-47, by which EN 16931 knows a buyer without a VAT ID (BR-AE-02). */
export class ClientRegistrationNumber extends Migration {
  override up() {
    this.addSql('alter table clients add column registration_number text')
  }
}
