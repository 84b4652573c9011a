import { Migration } from '@mikro-orm/migrations'
import { appRole } from '#core/database/app-role'

/** A link of the audit log's chain is added for each entry and never changed: requests cannot set its end back. */
export class AuditChainsGrow extends Migration {
  override up() {
    this.addSql('alter table audit_chains drop constraint audit_chains_pkey')
    this.addSql('alter table audit_chains add constraint audit_chains_pkey primary key (organization_id, sequence)')
    this.addSql(`revoke update on audit_chains from ${appRole}`)
  }
}
