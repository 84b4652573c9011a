import { LockMode } from '@mikro-orm/postgresql'
import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { ResponseTooLarge } from '#core/outbound/receiver-failure'
import type { CalendarSyncState, ConnectedCalendar } from '../connections/calendar-connection.entity.ts'
import type { DavObject } from '../connections/dav/dav-client.ts'
import { SyncFailure } from '../connections/dav/sync-failure.ts'
import { CalendarEvent } from '../events/calendar-event.entity.ts'
import { addEvent, applyRevision, cancelEvent } from '../events/change-event.ts'
import { readChangedOccurrences } from '../events/occurrences.ts'
import {
  type AspectHashes,
  type EventAspect,
  eventAspects,
  type ParsedObject,
  type RemoteEvent,
  readCalendarObject,
  readerVersion,
  readTitleAndDate,
  UnreadableObject,
} from './ics/read-calendar-object.ts'
import { hashEventAspects } from './ics/write-calendar-object.ts'
import type { SyncRun } from './sync-run.ts'
import { deleteSyncedObject, readSyncedObjects, type SyncedObject, saveSyncedObject } from './synced-object.ts'

/** What has changed in a calendar since it was last read. */
interface CalendarChanges {
  calendar: ConnectedCalendar
  changed: string[]
  removed: string[]
  state: CalendarSyncState
}

/** Objects that are asked for at once, and their size; a larger one is not read. */
const batchSize = 30
/** Objects that an earlier reader could not read, of which one run tries so many again. */
const maxReread = 200
/** A calendar that had so many and has none any more was hardly emptied on purpose. */
const minObjectsToSuspectLoss = 5

/** Takes over what has changed in the other calendars; answers whether some is left for the next run. */
export async function pullChanges(run: SyncRun): Promise<boolean> {
  const news: CalendarChanges[] = []
  for (const calendar of run.connection.calendars) {
    if (run.isLate()) return true
    const found = await findCalendarChanges(run, calendar)
    if (found) news.push(found)
  }
  const removed = new Set(news.flatMap((each) => each.removed))
  await assertNotEmptied(run, removed)
  for (const { calendar, changed } of news)
    for (let index = 0; index < changed.length; index += batchSize) {
      if (run.isLate()) return true
      await pullBatch(run, calendar, changed.slice(index, index + batchSize), removed)
    }
  for (const [url, objects] of Map.groupBy(await readUnreadableObjects(run), ({ calendarUrl }) => calendarUrl)) {
    const calendar = run.connection.calendars.find((each) => each.url === url)
    for (let index = 0; calendar && index < objects.length; index += batchSize) {
      if (run.isLate()) return true
      const batch = objects.slice(index, index + batchSize).map((object) => object.url)
      await pullBatch(run, calendar, batch, removed)
    }
  }
  // Only now: what is gone from one calendar may have come to another.
  for (const url of removed) {
    if (run.isLate()) return true
    await run.operate((context) => applyRemoval(context, run, url))
  }
  for (const { calendar, state } of news) run.connection.tokens[calendar.url] = state
  return false
}

/** What a calendar has to tell; null where nothing. */
async function findCalendarChanges(run: SyncRun, calendar: ConnectedCalendar): Promise<CalendarChanges | null> {
  const { client, connection } = run
  const state = await client.readState(calendar.url)
  const last = connection.tokens[calendar.url]
  const isSame = state.token !== null ? state.token === last?.token : state.ctag !== null && state.ctag === last?.ctag
  if (last && isSame) return null
  const known = await run.operate((context) =>
    readSyncedObjects(context, connection.id, sql`o.calendar_url = ${calendar.url}`),
  )
  const etags = new Map(known.map(({ url, etag }) => [url, etag]))
  const differing = (found: ReadonlyMap<string, string>) =>
    [...found].filter(([url, etag]) => etags.get(url) !== etag || etag === '').map(([url]) => url)
  const since = last?.token && state.token ? await client.listChanges(calendar.url, last.token) : null
  if (since) {
    const removed = since.removed.filter((url) => etags.has(url))
    return { calendar, changed: differing(since.etags), removed, state: { ...state, token: since.token } }
  }
  const found = await client.listObjects(calendar.url, run.from)
  // What is over by now is not listed any more, and is kept.
  const current = await run.operate((context) => findCurrentEventIds(context, run, known))
  const removed = known.filter(({ url, eventId }) => !found.has(url) && (!eventId || current.has(eventId)))
  return { calendar, changed: differing(found), removed: removed.map(({ url }) => url), state }
}

/** Objects that an earlier reader could not read, or an earlier version of the time zones. */
const readUnreadableObjects = ({ connection, operate }: SyncRun): Promise<SyncedObject[]> =>
  operate((context) =>
    readSyncedObjects(
      context,
      connection.id,
      sql`o.problem ->> 'reader' <> ${readerVersion} order by o.url limit ${maxReread}`,
    ),
  )

/** Of the events of objects, those that a list of the other calendar would show, and those that are here no more. */
async function findCurrentEventIds(
  context: Context,
  { from }: SyncRun,
  known: readonly SyncedObject[],
): Promise<Set<string>> {
  const ids = known.flatMap(({ eventId }) => eventId ?? [])
  const over = await context.query<{ id: string }>(
    select`e.id from calendar_events e
        where e.organization_id = ${context.organizationId} and e.id = any(${ids}::uuid[]) and e.span_end <= ${from}`,
  )
  const past = new Set(over.map(({ id }) => id))
  return new Set(ids.filter((id) => !past.has(id)))
}

async function assertNotEmptied(run: SyncRun, removed: ReadonlySet<string>) {
  if (removed.size < minObjectsToSuspectLoss) return
  const live = await run.operate((context) =>
    readSyncedObjects(context, run.connection.id, sql`o.event_id is not null`),
  )
  if (live.length >= minObjectsToSuspectLoss && live.every(({ url }) => removed.has(url)))
    throw new SyncFailure('emptied')
}

async function pullBatch(run: SyncRun, calendar: ConnectedCalendar, urls: string[], removed: ReadonlySet<string>) {
  let objects: Map<string, DavObject | null>
  try {
    objects = await run.client.readObjects(calendar.url, urls)
  } catch (error) {
    if (!(error instanceof ResponseTooLarge)) throw error
    // One of them is larger than what is read.
    const [only] = urls
    if (urls.length > 1) {
      for (const url of urls) await pullBatch(run, calendar, [url], removed)
      return
    }
    objects = new Map([[only as string, null]])
  }
  for (const [url, object] of objects) await pullObject(run, calendar, url, object, removed)
}

/** Takes one object over, by an operation of its own: what cannot be read stops none of the others. */
async function pullObject(
  run: SyncRun,
  calendar: ConnectedCalendar,
  url: string,
  object: DavObject | null,
  removed: ReadonlySet<string>,
) {
  const { connection } = run
  try {
    if (!object) throw new UnreadableObject('It is too large.')
    await run.operate((context) => applyObject(context, run, calendar, url, object, removed))
  } catch (error) {
    const isRefused = error instanceof UnreadableObject || (error instanceof Problem && error.status < 500)
    if (!isRefused) throw error
    run.services.log.debug({ connection_id: connection.id, err: error }, 'an entry of a calendar is not read')
    await run.operate(async (context) => {
      const [known] = await readSyncedObjects(context, connection.id, sql`o.url = ${url}`)
      const problem = { ...(object && readTitleAndDate(object.data)), reader: readerVersion }
      const nothing = { eventId: null, version: null, here: {}, there: {} }
      const kept = { ...nothing, ...known, connectionId: connection.id, url, calendarUrl: calendar.url }
      await saveSyncedObject(context, { ...kept, etag: object?.etag ?? known?.etag ?? '-', problem })
    })
  }
}

async function applyObject(
  context: Context,
  run: SyncRun,
  calendar: ConnectedCalendar,
  url: string,
  { data, etag }: DavObject,
  removed: ReadonlySet<string>,
): Promise<void> {
  const { connection, reader } = run
  const [known] = await readSyncedObjects(context, connection.id, sql`o.url = ${url}`)
  const event = known?.eventId ? await lockEvent(context, run, known.eventId) : null
  const read = await readCalendarObject(data, event ? { ...reader, timezone: event.timezone } : reader)
  const object: SyncedObject = {
    ...{ connectionId: connection.id, url, calendarUrl: calendar.url, etag, problem: null },
    ...{ eventId: null, version: null, here: {}, there: read?.hashes ?? {} },
  }
  if (!read) return saveSyncedObject(context, object)
  if (event && known) return mergeObject(context, run, event, known, object, read.event, read.hashes)
  // Handed to somebody else meanwhile, or deleted: then what has changed there comes back, unless nothing has.
  if (known?.eventId && isUnchangedThere(known, read.hashes))
    return saveSyncedObject(context, { ...known, etag, problem: null })
  const twin = known?.eventId ? null : await findTwin(context, run, read.event.uid)
  if (twin) {
    const [other] = await readSyncedObjects(context, connection.id, sql`o.event_id = ${twin.id}`)
    // The same event in two calendars at once is kept once, unless ours was refused for the sake of this one.
    const isThere = other && !(other.problem && other.etag === '') && !removed.has(other.url)
    if (isThere) return saveSyncedObject(context, object)
    if (other) await deleteSyncedObject(context, other)
    // Without one it is what was written before a crash, or by an earlier connection: what differs now is in dispute.
    const before = other ?? { ...object, ...(await findAgreedHashes(context, twin, read)) }
    return mergeObject(context, run, twin, before, object, read.event, read.hashes)
  }
  const isKnown = await isOwnInvitation(context, run, read.event.uid)
  if (isKnown || read.event.isCancelled || isOverBeforeRun(read.event, run)) return saveSyncedObject(context, object)
  const added = await addRemoteEvent(context, run, read.event, { uid: read.event.uid })
  const here = await readEventHashes(context, added)
  return saveSyncedObject(context, { ...object, eventId: added.id, version: added.version, here })
}

/** Brings both sides of an event together, aspect by aspect: what has changed on one side alone holds on both. */
async function mergeObject(
  context: Context,
  run: SyncRun,
  event: CalendarEvent,
  before: SyncedObject,
  object: SyncedObject,
  remote: RemoteEvent,
  there: AspectHashes,
) {
  const here = await readEventHashes(context, event)
  const isChangedHere = (aspect: EventAspect) => before.here[aspect] !== here[aspect]
  const isChangedThere = (aspect: EventAspect) => before.there[aspect] !== there[aspect]
  // When a booking is, its guest knows by the booking alone; here it stays, and is written there again.
  const isFixed = (aspect: EventAspect) => aspect === 'when' && event.bookingId !== null
  if (remote.isCancelled && event.bookingId === null && !eventAspects.some(isChangedHere)) {
    await cancelEvent(context, event, true)
    return saveSyncedObject(context, object)
  }
  const taken = eventAspects.filter((aspect) => isChangedThere(aspect) && !isChangedHere(aspect) && !isFixed(aspect))
  const disputed = eventAspects.filter(
    (aspect) =>
      isChangedThere(aspect) && isChangedHere(aspect) && !isFixed(aspect) && !isAspectEqual(event, remote, aspect),
  )
  // Changed on both sides: what was said here stays, and what was said there stands beside it.
  if (disputed.length) await addRemoteEvent(context, run, remote, { title: formatConflictTitle(remote.title, run) })
  if (taken.length) await applyRevision(context, event, toRevision(event, remote, taken))
  const after = await readEventHashes(context, event)
  const isPending = (aspect: EventAspect) => isChangedHere(aspect) || (isChangedThere(aspect) && isFixed(aspect))
  const isLeft = eventAspects.some(isPending)
  await saveSyncedObject(context, {
    ...object,
    eventId: event.id,
    version: isLeft ? null : event.version,
    here: Object.fromEntries(eventAspects.map((aspect) => [aspect, isPending(aspect) ? '' : after[aspect]])),
  })
}

function toRevision(event: CalendarEvent, remote: RemoteEvent, taken: readonly EventAspect[]) {
  const { title, description, location, busy, startTime, endTime, timezone, allDay, recurrence, occurrences } = remote
  // A link to its meeting stands there as the place of what has none.
  const place = event.location === null && location === event.meetUrl ? null : location
  const said = { title, description: stripLink(description, event.meetUrl), location: place, busy }
  const texts = Object.fromEntries(Object.entries(said).filter(([aspect]) => taken.includes(aspect as EventAspect)))
  if (!taken.includes('when')) return { texts }
  return { texts, when: { startTime, endTime, timezone, allDay, recurrence, occurrences } }
}

/** The description without the link that was written below it. */
const stripLink = (description: string | null, link: string | null) =>
  (link && description?.endsWith(link) ? description.slice(0, -link.length).trim() : description) || null

/** What both sides say of an event that was never compared, where that is the same. A series is taken to be. */
async function findAgreedHashes(context: Context, event: CalendarEvent, { event: remote, hashes }: ParsedObject) {
  const here = await readEventHashes(context, event)
  const same = eventAspects.filter(
    (aspect) => isAspectEqual(event, remote, aspect) || (aspect === 'when' && event.recurrence !== null),
  )
  const only = (said: AspectHashes) => Object.fromEntries(same.map((aspect) => [aspect, said[aspect]]))
  return { here: only(here), there: only(hashes) }
}

/** Whether both sides say the same, as far as the other one can. */
function isAspectEqual(event: CalendarEvent, remote: RemoteEvent, aspect: EventAspect): boolean {
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  if (aspect === 'when') {
    const isSeries = event.recurrence !== null || remote.recurrence !== null
    const times = [event.startTime, event.endTime].map(Number)
    return !isSeries && times.join() === [remote.startTime, remote.endTime].map(Number).join()
  }
  if (aspect === 'busy') return event.busy === remote.busy
  if (aspect === 'title') return plain(event.title) === plain(remote.title)
  if (aspect === 'location') return plain(event.location ?? event.meetUrl) === plain(remote.location)
  return plain(event.description) === plain(stripLink(remote.description, event.meetUrl))
}

const formatConflictTitle = (title: string, { connection }: SyncRun) =>
  `${title.slice(0, 150)} (${connection.language === 'de' ? 'Fassung des anderen Kalenders' : 'version of the other calendar'})`

/** An event that came from the other calendar: it is the member's, and others see that they are busy. */
async function addRemoteEvent(
  context: Context,
  { connection }: SyncRun,
  remote: RemoteEvent,
  own: { uid?: string; title?: string },
): Promise<CalendarEvent> {
  const { isCancelled: _cancelled, uid: _uid, ...fields } = remote
  return addEvent(context, { ...fields, ...own, userId: connection.userId, connectionId: connection.id })
}

/** An object is gone there: so is the event here, unless it has changed since, or is booked; then it is written anew. */
async function applyRemoval(context: Context, run: SyncRun, url: string): Promise<void> {
  const [known] = await readSyncedObjects(context, run.connection.id, sql`o.url = ${url}`)
  if (!known) return
  await deleteSyncedObject(context, known)
  const event = known.eventId ? await lockEvent(context, run, known.eventId) : null
  if (!event || event.bookingId !== null) return
  const here = await readEventHashes(context, event)
  if (eventAspects.some((aspect) => known.here[aspect] !== here[aspect])) return
  await cancelEvent(context, event, true)
}

/** Whether an object is an invitation of Kontor's own, which is in the member's calendar already. */
async function isOwnInvitation(context: Context, { connection: { userId } }: SyncRun, uid: string): Promise<boolean> {
  const { organizationId } = context
  const rows = await context.query(
    select`e.id from calendar_events e
          join calendar_attendees a on a.organization_id = e.organization_id and a.event_id = e.id
        where e.organization_id = ${organizationId} and e.uid = ${uid} and a.member_id = ${userId} limit 1`,
  )
  return rows.length > 0
}

/** The event of an object, locked; null where it is no more, or not this member's. */
const lockEvent = (context: Context, { connection }: SyncRun, id: string): Promise<CalendarEvent | null> =>
  context.em.findOne(CalendarEvent, { id, userId: connection.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })

/** The event that an object without one stands for: it was written by us, or moved from another calendar. */
const findTwin = (
  context: Context,
  { connection: { id, userId } }: SyncRun,
  uid: string,
): Promise<CalendarEvent | null> =>
  context.em.findOne(
    CalendarEvent,
    { uid, userId, $or: [{ connectionId: id }, { connectionId: null }] },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )

const readEventHashes = async (context: Context, event: CalendarEvent): Promise<AspectHashes> =>
  hashEventAspects({ event, changed: event.recurrence === null ? [] : await readChangedOccurrences(context, event) })

const isUnchangedThere = (known: SyncedObject, there: AspectHashes) =>
  eventAspects.every((aspect) => known.there[aspect] === there[aspect])

const isOverBeforeRun = ({ endTime, recurrence }: RemoteEvent, { from }: SyncRun) =>
  recurrence === null && endTime <= from
