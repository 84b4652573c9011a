import { Migration } from '@mikro-orm/migrations'

/** Where an organization says more about what it does with the data of its guests (Art. 13 GDPR). */
export class PrivacyUrl extends Migration {
  override up() {
    this.addSql('alter table organizations add column privacy_url text')
  }
}
