import { select } from '#core/database/select'
import { Problem } from '#core/errors/problem'
import type { Context } from './context.ts'
import { operateAsSystem } from './operation.ts'
import type { Services } from './services.ts'

/** A piece of work in one organization; what else it names, a quote or an invoice, is its own. */
export interface ScheduledItem {
  organizationId: string
}

/**
 * The clock's part in many organizations. Each piece is an operation of its own: what fails undoes itself alone, is
 * logged, and stops none of the others. Nothing is kept of it: a job finds its work by what things are, not by when it
 * ran last, so that the next time catches up with a failure as with a service that stood still. Two processes may do
 * it at once: `work` locks what it changes and looks again. It answers whether some of its piece is left: then it is
 * called again. Organizations take turns, each with its pieces in their order: one that has many keeps no other waiting.
 * Nothing is done in one that has ended, unless `evenEnded`.
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
