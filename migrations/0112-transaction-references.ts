import { Migration } from '@mikro-orm/migrations'

/** What tells two transactions of one day, amount and text apart: UETR, TxId and references of the bank. */
export class TransactionReferences extends Migration {
  override up() {
    this.addSql(`alter table bank_transactions add column transaction_references jsonb not null default '{}'`)
  }
}
