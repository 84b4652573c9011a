import { select } from '#core/database/select'
import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/** Minutes after a sign-in or `confirmIdentity` in which sensitive changes need no new proof. */
const minutes = 10

/**
 * 403 `reauthentication_required` in a session whose last proof of identity is too old: who finds a browser open must not make
 * access that outlasts it. API tokens pass, because they cannot answer and cannot make anything that outlasts them.
 */
export async function assertRecentProof(context: Context): Promise<void> {
  if (!context.isSession) return
  const { organizationId, member, clock } = context
  const [session] = await context.query<{ provedAt: string | null }>(
    select`proved_at as "provedAt" from tokens where organization_id = ${organizationId} and id = ${member.tokenId}`,
  )
  const since = clock.now().getTime() - minutes * 60_000
  if (!session?.provedAt || new Date(session.provedAt).getTime() < since)
    throw new Problem(403, 'reauthentication_required')
}
