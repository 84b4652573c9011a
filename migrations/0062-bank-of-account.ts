import { Migration } from '@mikro-orm/migrations'

/** An account is known by its number, since not every file tells the bank. */
export class BankOfAccount extends Migration {
  override up() {
    this.addSql(`
alter table bank_transactions add column bank text;
update bank_transactions set bank = split_part(account, '/', 1), account = ltrim(split_part(account, '/', 2), '0')
  where account ~ '^\\d{8}/\\d*[1-9]\\d*$';`)
  }
}
