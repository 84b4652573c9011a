import sql, { empty } from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { addDays } from '#core/time/clock'
import { mailEndingToOwners } from './ending.mail.ts'
import { groupKeptRecords, type KeptRecordGroup, selectNewestKept } from './kept-records.ts'

/** Days between the decision and the end. */
const waitingDays = 30
/** Days before the end on which owners are reminded. */
const reminderDays = 3

export interface Ending {
  name: string
  /** First day (YYYY-MM-DD) on which only records kept by law are left; null if it does not end. */
  endsOn: string | null
  hasEnded: boolean
}

/** Reads when the organization ends. Lock its row to change that. */
export async function readEnding(context: Context, isLocked = false): Promise<Ending> {
  const { organizationId } = context
  const [found] = await context.query<Ending>(
    select`name, ends_on as "endsOn", ended_at is not null as "hasEnded" from organizations where id = ${organizationId}
      ${isLocked ? sql`for update` : empty}`,
  )
  if (!found) throw new Error(`There is no organization ${organizationId}.`)
  return found
}

/** The records that laws keep on `day` of an organization that ends, or ended, on `endsOn`. */
export async function readKeptRecords(context: Context, endsOn: string, day = endsOn): Promise<KeptRecordGroup[]> {
  return groupKeptRecords(
    await context.query(selectNewestKept({ organizationId: context.organizationId, endsOn })),
    day,
  )
}

/** The day on which an organization ends if an owner ends it today. */
export const endDateIfEndedOn = (today: string) => addDays(today, waitingDays)

/** Ends the organization on a day, and mails its owners unless that is today. Does nothing if it ends by then anyway. */
export async function scheduleEnding(context: Context, endsOn: string): Promise<void> {
  const { organizationId, clock } = context
  const before = await readEnding(context, true)
  if (before.endsOn && before.endsOn <= endsOn) return
  const reminder = addDays(endsOn, -reminderDays)
  const dueOn = reminder > clock.today() ? reminder : endsOn
  await context.write(
    sql`update organizations set ends_on = ${endsOn}::date, ending_due_on = ${dueOn}::date where id = ${organizationId}`,
  )
  context.audit('organization.ending', { id: organizationId, after: { ends_on: endsOn } })
  // A mail of the day itself would be erased before it is sent.
  if (endsOn > clock.today()) await mailEndingToOwners(context, 'begun', endsOn)
}

/** Withdraws the end and mails the owners. Does nothing if there is none; 409 if the organization has ended. */
export async function withdrawEnding(context: Context): Promise<void> {
  const { organizationId } = context
  const { endsOn, hasEnded } = await readEnding(context, true)
  if (hasEnded)
    throw invalidState({
      de: 'Diese Organisation wurde schon beendet.',
      en: 'This organization has already ended.',
    })
  if (!endsOn) return
  await context.write(sql`update organizations set ends_on = null, ending_due_on = null where id = ${organizationId}`)
  context.audit('organization.kept', { id: organizationId, before: { ends_on: endsOn } })
  await mailEndingToOwners(context, 'kept', endsOn)
}
