import { Migration } from '@mikro-orm/migrations'

/** Recovery codes are kept as HMACs: a rotation of the key cannot renew them, so each says by which key it was made. */
export class KeyOfRecoveryCodes extends Migration {
  override up() {
    this.addSql('alter table recovery_codes add column key_id bytea')
  }
}
