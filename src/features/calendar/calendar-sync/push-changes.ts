import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { toLocalDate } from '#core/time/local-time'
import { SyncFailure } from '../connections/dav/sync-failure.ts'
import { CalendarEvent } from '../events/calendar-event.entity.ts'
import { loadEventDetails } from '../events/event-details.ts'
import { type AspectHashes, eventAspects, readCalendarObject } from './ics/read-calendar-object.ts'
import { createCalendarObject, hashEventAspects, patchCalendarObject } from './ics/write-calendar-object.ts'
import type { SyncRun } from './sync-run.ts'
import { deleteSyncedObject, readSyncedObjects, type SyncedObject, saveSyncedObject } from './synced-object.ts'

const maxEvents = 200

/** Writes changes to the connected calendars. Returns whether some are left for the next run. */
export async function pushChanges(run: SyncRun): Promise<boolean> {
  let isLeft = false
  for (const object of await run.operate((context) => readOrphanedObjects(context, run))) {
    if (run.isLate()) return true
    isLeft = !(await pushRemoval(run, object)) || isLeft
  }
  const ids = await run.operate((context) => readUnsyncedEventIds(context, run))
  for (const id of ids) {
    if (run.isLate()) return true
    isLeft = !(await pushEvent(run, id)) || isLeft
  }
  return isLeft || ids.length === maxEvents
}

const readOrphanedObjects = async (
  context: Context,
  { connection: { id, userId } }: SyncRun,
): Promise<SyncedObject[]> => {
  const { organizationId } = context
  const rows = await context.query<{ url: string }>(
    select`o.url from calendar_objects o
          left join calendar_events e on e.organization_id = ${organizationId} and e.id = o.event_id and e.user_id = ${userId}
        where o.organization_id = ${organizationId} and o.connection_id = ${id} and o.event_id is not null and e.id is null
        limit ${maxEvents}`,
  )
  const gone = rows.map(({ url }) => url)
  return gone.length ? readSyncedObjects(context, id, sql`o.url = any(${gone}::text[])`) : []
}

const readUnsyncedEventIds = async (
  context: Context,
  { connection: { id, userId }, from }: SyncRun,
): Promise<string[]> => {
  const { organizationId } = context
  const rows = await context.query<{ id: string }>(
    select`e.id from calendar_events e
          left join calendar_objects o on o.organization_id = ${organizationId} and o.connection_id = ${id} and o.event_id = e.id
        where e.organization_id = ${organizationId} and e.user_id = ${userId}
          and (e.connection_id is null or e.connection_id = ${id}) and (e.span_end is null or e.span_end > ${from})
          and (o.event_id is null or o.version is null or o.version <> e.version)
        order by e.span_start, e.id limit ${maxEvents}`,
  )
  return rows.map((row) => row.id)
}

/** False if the object has changed there meanwhile: the next run reads it first. */
async function pushRemoval({ client, operate }: SyncRun, object: SyncedObject): Promise<boolean> {
  const isRemoved = object.etag !== '' && (await tryWrite(() => client.removeObject(object.url, object.etag)))
  if (isRemoved === false) return false
  await operate((context) =>
    isRemoved === 'refused'
      ? saveSyncedObject(context, { ...object, eventId: null, version: null, problem: {} })
      : deleteSyncedObject(context, object),
  )
  return true
}

/** False if the object has changed there meanwhile: the next run reads it first. */
async function pushEvent(run: SyncRun, id: string): Promise<boolean> {
  const { client, connection, reader, operate } = run
  const read = await operate(async (context) => {
    const event = await context.em.findOne(CalendarEvent, { id, userId: connection.userId })
    if (!event) return null
    const { changed } = await loadEventDetails(context, event)
    const { version } = event
    const hashes = hashEventAspects({ event, changed })
    const [known] = await readSyncedObjects(context, connection.id, sql`o.event_id = ${id}`)
    return { written: { event, changed }, version, hashes, known }
  })
  if (!read) return true
  const { written, version, hashes, known } = read
  const { title, startTime, timezone } = written.event
  const own = { ...reader, timezone }
  const refused = { title, date: toLocalDate(startTime, timezone) }
  const keep = (object: Partial<SyncedObject>) =>
    operate((context) =>
      saveSyncedObject(context, {
        ...{ connectionId: connection.id, url: '', calendarUrl: '', etag: '', there: {}, problem: null },
        ...known,
        ...{ eventId: id, version, here: hashes },
        ...object,
      }),
    )
  if (!known) {
    const target = connection.calendars.find(({ writesHere }) => writesHere)
    if (!target) return true
    const url = `${target.url}${id}.ics`
    const data = createCalendarObject(written)
    const done = await tryWrite(() => client.putObject(url, data, null))
    // False after a crash: the object is already there and is read back by the next run.
    await keep({
      url,
      calendarUrl: target.url,
      problem: done === 'refused' ? refused : null,
      there: await hashText(data),
    })
    return true
  }
  const changed = eventAspects.filter((aspect) => known.here[aspect] !== hashes[aspect])
  if (!changed.length) {
    await keep({})
    return true
  }
  const found = (await client.readObjects(known.calendarUrl, [known.url])).get(known.url)
  if (!found || (known.etag !== '' && found.etag !== known.etag)) return false
  // An object that cannot be parsed is not overwritten.
  const data = await patchCalendarObject(found.data, written, changed, own).catch(() => null)
  const done = data === null ? 'refused' : await tryWrite(() => client.putObject(known.url, data, found.etag))
  if (done === false) return false
  if (done === 'refused' || data === null) await keep({ etag: found.etag, problem: refused })
  else await keep({ etag: '', problem: null, there: await hashText(data) })
  return true

  async function hashText(text: string): Promise<Partial<AspectHashes>> {
    return (await readCalendarObject(text, own))?.hashes ?? {}
  }
}

/** A refusal concerns one object only. */
async function tryWrite(work: () => Promise<boolean>): Promise<boolean | 'refused'> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SyncFailure && error.reason === 'not_allowed') return 'refused'
    throw error
  }
}
