import { select } from '#core/database/select'
import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/** Minutes after a sign-in or `confirmIdentity` in which sensitive changes are allowed. */
const minutes = 10

/**
 * 403 `reauthentication_required` if the session's last authentication is too old: somebody who finds an open browser must not create
 * access that outlasts the session. API tokens pass: they cannot answer a prompt, and nothing they create outlasts them.
 */
export async function assertRecentAuthentication(context: Context): Promise<void> {
  if (!context.isSession) return
  const { organizationId, member, clock } = context
  const [session] = await context.query<{ provedAt: string | null }>(
    select`proved_at as "provedAt" from tokens where organization_id = ${organizationId} and id = ${member.tokenId}`,
  )
  const since = clock.now().getTime() - minutes * 60_000
  if (!session?.provedAt || new Date(session.provedAt).getTime() < since)
    throw new Problem(403, 'reauthentication_required')
}
