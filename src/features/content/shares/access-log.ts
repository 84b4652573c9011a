import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { anonymizeAddress } from '#core/access/network'
import type { Statement } from '#core/database/connection'
import type { Context } from '#core/operation/context'
import { ShareAccessKind } from './share-access.entity.ts'

/** Views within this time count as one visit. */
const sameVisitMs = 15 * 60_000

interface Access {
  shareId: string
  kind: ShareAccessKind
  /** Name of the downloaded file or folder. */
  name: string | null
  address: string
  at: Date
}

interface Writing {
  organizationId: string
  write(statement: Statement): Promise<void>
}

export const recordAccess = (into: Writing, { shareId, kind, name, address, at }: Access): Promise<void> =>
  into.write(
    sql`insert into share_accesses (organization_id, id, created_at, updated_at, share_id, kind, name, address)
        values (${into.organizationId}, ${randomUUID()}, ${at}, ${at}, ${shareId}, ${kind}, ${name}, ${anonymizeAddress(address)})`,
  )

/** Records a view after the response, once per visit. */
export function recordView(context: Context, shareId: string) {
  if (context.isHeadRequest) return
  const { organizationId } = context
  const address = anonymizeAddress(context.sender.address)
  context.afterCommit(({ database, clock, log }) => {
    const at = clock.now()
    const visitSince = new Date(at.getTime() - sameVisitMs)
    database
      .tenant(organizationId, (transaction) =>
        transaction.write(
          sql`insert into share_accesses (organization_id, id, created_at, updated_at, share_id, kind, address)
              select s.organization_id, ${randomUUID()}, ${at}, ${at}, s.id, ${ShareAccessKind.viewed}, ${address}
              from shares s where s.organization_id = ${organizationId} and s.id = ${shareId} and not exists (
                select from share_accesses a where a.organization_id = ${organizationId} and a.share_id = ${shareId}
                  and a.kind = ${ShareAccessKind.viewed} and a.address = ${address} and a.created_at > ${visitSince})`,
        ),
      )
      .catch((error: unknown) => log.warn({ organization_id: organizationId, err: error }, 'look not noted'))
  })
}
