import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { commandLineActor } from '#core/access/issue-token-by-command'
import { writeAuditEntry } from '#core/audit/chain'
import { runStatement } from '#core/database/connection'
import { inTransaction } from '#core/database/in-transaction'
import type { Membership } from '#features/people/members/member-emails'

/** Removes a member's second factor. `system` connects as the owner of the database. For commands: nobody else can do it for an only owner. */
export const resetSecondFactor = (system: Pool, { organizationId, memberId }: Membership): Promise<void> =>
  inTransaction(system, async (client) => {
    const ofMember = sql`organization_id = ${organizationId} and member_id = ${memberId}`
    const taken = await runStatement(client, sql`delete from totp_secrets where ${ofMember} returning member_id`)
    if (!taken.length) throw new Error('There is no second factor.')
    await runStatement(client, sql`delete from recovery_codes where ${ofMember}`)
    await runStatement(client, sql`delete from tokens where ${ofMember} and kind = 'session'`)
    const note = {
      actor: commandLineActor,
      action: 'member.totp_disabled',
      resourceId: memberId,
      before: null,
      after: null,
    } as const
    await writeAuditEntry(client, organizationId, note)
  })
