import { select } from '#core/database/select'
import { Problem } from '#core/errors/problem'
import type { Context } from './context.ts'
import { operateAsSystem } from './operation.ts'
import type { Services } from './services.ts'

/** Scheduled work in one organization; further properties, such as a quote's id, are logged if it fails. */
export interface ScheduledItem {
  organizationId: string
}

/**
 * Runs scheduled work in many organizations, which take turns. Each item is an operation of its own: a failure is logged and stops no
 * other. Jobs find their work by its state, not by their last run, so that the next run catches up. Two processes may run at once:
 * `work` locks what it changes and checks again. It returns whether some of the item is left, and is then called again. Organizations
 * that have ended are skipped unless `evenEnded`.
 */
export async function runScheduledWork<Piece extends ScheduledItem>(
  services: Services,
  job: string,
  pieces: Iterable<Piece>,
  work: (context: Context, piece: Piece) => Promise<boolean>,
  { evenEnded = false } = {},
): Promise<void> {
  const isLeft = async (piece: Piece): Promise<boolean> => {
    try {
      return await operateAsSystem(services, piece.organizationId, async (context) =>
        !evenEnded && (await hasEnded(context)) ? false : work(context, piece),
      )
    } catch (error) {
      const { organizationId: organization_id, ...named } = piece
      const line = { job, organization_id, work: named, err: error }
      if (error instanceof Problem && error.status < 500) services.log.warn(line, 'left for the next time')
      else services.log.error(line, 'left for the next time')
      return false
    }
  }
  let lines = [...Map.groupBy(pieces, ({ organizationId }) => organizationId).values()]
  while (lines.length) {
    for (const line of lines) if (line[0] && !(await isLeft(line[0]))) line.shift()
    lines = lines.filter(({ length }) => length > 0)
  }
}

async function hasEnded(context: Context): Promise<boolean> {
  const [ended] = await context.query(
    select`id from organizations where id = ${context.organizationId} and ended_at is not null`,
  )
  return ended !== undefined
}
