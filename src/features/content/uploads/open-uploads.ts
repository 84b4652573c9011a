import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Member } from '#features/people/members/member.entity'
import { scheduleUploadCompletion } from './complete-upload.ts'

/** Open uploads per member, which limits abandoned ones even without a storage quota. */
const most = 100

/** 429 beyond the limit, with the time at which the next upload expires. */
export async function assertUploadLimit(context: Context): Promise<void> {
  const { organizationId, member, clock } = context
  // Serializes the check per member.
  await context.query(select`pg_advisory_xact_lock(hashtextextended(${`uploads ${organizationId} ${member.id}`}, 0))`)
  const [open] = await context.query<{ count: number; expiresAt: string | null }>(
    select`count(*)::int as count, min(expires_at) as "expiresAt" from uploads
        where organization_id = ${organizationId} and uploaded_by = ${member.id} and expires_at > ${clock.now()}`,
  )
  if (!open?.expiresAt || open.count < most) return
  const retryAfter = Math.ceil((new Date(open.expiresAt).getTime() - clock.now().getTime()) / 1000)
  throw Object.assign(tooMany(), { retryAfter })
}

/** Removes open uploads of a member who leaves; completed ones still become files. */
export async function cancelUploadsOfMember(context: Context, { id }: Pick<Member, 'id'>): Promise<void> {
  const gone = await context.writeReturning<{ id: string }>(
    sql`delete from uploads
        where organization_id = ${context.organizationId} and uploaded_by = ${id} and received_bytes < size_bytes returning id`,
  )
  for (const upload of gone) await scheduleUploadCompletion(context, upload.id)
}

const tooMany = () =>
  new Problem(429, 'rate_limited', {
    de: `Sie haben schon ${most} Uploads begonnen, die noch nicht fertig sind: einen davon beenden (PATCH) oder aufgeben (DELETE).`,
    en: `You have ${most} uploads under way already: finish one of them (PATCH), or give one up (DELETE).`,
  })
