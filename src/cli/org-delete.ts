import type { Pool } from 'pg'
import { operator } from '#core/access/issue-token'
import { operateAsSystem } from '#core/operation/operation'
import { endOrganization } from '#features/platform/ending/end-due'
import { beginEnding, endIfBegun, readEnding, withdrawEnding } from '#features/platform/ending/ending'
import { findOrganization } from './command-line.ts'
import { withApp } from './with-app.ts'

/** What became of the end of an organization. */
export interface DeletedOrganization {
  organizationId: string
  name: string
  /** First day on which what no law keeps is gone; null where the organization does not end. */
  endsOn: string | null
  hasEnded: boolean
  /** With `now`: the next day on which there is something to erase; null where the organization is gone. */
  nextOn?: string | null
}

/** Ends an organization in 30 days or, with `now`, at once; `withdraw` takes it back. Its owners are told by mail, but not with `now`. */
export async function deleteOrganization(
  system: Pool,
  databaseUrl: string,
  { org, now = false, withdraw = false }: { org: string; now?: boolean; withdraw?: boolean },
): Promise<DeletedOrganization> {
  if (now && withdraw) throw new Error('Give either --now or --withdraw.')
  const organizationId = await findOrganization(system, org)
  return withApp(databaseUrl, async ({ services }) => {
    const today = services.clock.today()
    const ending = await operateAsSystem(
      services,
      organizationId,
      async (context) => {
        if (withdraw) await withdrawEnding(context)
        else await beginEnding(context, now ? today : endIfBegun(today))
        return readEnding(context)
      },
      operator,
    )
    if (!now) return { organizationId, ...ending }
    const nextOn = await endOrganization(services, system, organizationId)
    return { organizationId, ...ending, hasEnded: true, nextOn }
  })
}

/** The same in the operator's words. */
export function describeDeletion({ organizationId, name, endsOn, hasEnded, nextOn }: DeletedOrganization): string {
  const named = `${name} (${organizationId})`
  if (!endsOn) return `${named} is not being ended.`
  if (nextOn === undefined && hasEnded)
    return `${named} ended on ${endsOn}. What laws keep is locked: its owners can read it.`
  if (nextOn === undefined)
    return `${named} ends on ${endsOn}; its owners are told. Until then everything works on, and --withdraw takes it back.`
  if (nextOn === null) return `${named} is gone: no law keeps anything of it.`
  return `${named} has ended. What laws keep is locked: its owners can read it. The next of it goes on ${nextOn}.`
}
