import { select } from '#core/database/select'
import { rateLimited } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { MailKinds } from './delivery.ts'

/** Mails of a kind about one resource within 24 hours. */
const maxPerDay = 20

/** Throws 429 with `Retry-After` if the resource was mailed too often today. */
export async function assertMayResend(context: Context, kinds: MailKinds, subjectId: string): Promise<void> {
  const [row] = await context.query<{ wait: number }>(
    select`ceil(extract(epoch from created_at + interval '24 hours' - now()))::int as wait from mails
        where organization_id = ${context.organizationId} and subject_id = ${subjectId} and kind = any(${kinds}::text[])
          and created_at > now() - interval '24 hours'
        order by created_at desc, id desc limit 1 offset ${maxPerDay - 1}`,
  )
  if (row) throw rateLimited(Math.max(1, row.wait))
}
