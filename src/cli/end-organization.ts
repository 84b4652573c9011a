import type { Pool } from 'pg'
import { commandLineActor } from '#core/access/issue-token-by-command'
import { operateAsSystem } from '#core/operation/operation'
import { endDateIfEndedOn, readEnding, scheduleEnding, withdrawEnding } from '#features/platform/ending/ending'
import { processEnding } from '#features/platform/ending/process-endings'
import { findOrganization } from './command-line.ts'
import { withApp } from './with-app.ts'

export interface DeletedOrganization {
  organizationId: string
  name: string
  /** First day with only legally required records; null if the organization does not end. */
  endsOn: string | null
  hasEnded: boolean
  /** With `now`: next day with something to erase; null if the organization is deleted. */
  nextOn?: string | null
}

/** Ends an organization in 30 days, or at once with `now`; `withdraw` cancels it. Owners are mailed, except with `now`. */
export async function scheduleOrganizationDeletion(
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
        else await scheduleEnding(context, now ? today : endDateIfEndedOn(today))
        return readEnding(context)
      },
      commandLineActor,
    )
    if (!now) return { organizationId, ...ending }
    const nextOn = await processEnding(services, system, organizationId)
    return { organizationId, ...ending, hasEnded: true, nextOn }
  })
}

export function describeDeletion({ organizationId, name, endsOn, hasEnded, nextOn }: DeletedOrganization): string {
  const named = `${name} (${organizationId})`
  if (!endsOn) return `${named} is not being ended.`
  if (nextOn === undefined && hasEnded)
    return `${named} ended on ${endsOn}. Its owners can read the records that the law keeps.`
  if (nextOn === undefined)
    return `${named} ends on ${endsOn}; its owners are emailed. Everything keeps working until then; --withdraw cancels it.`
  if (nextOn === null) return `${named} is deleted: no law keeps any of its records.`
  return `${named} has ended. Its owners can read the records that the law keeps. The next of them are erased on ${nextOn}.`
}
