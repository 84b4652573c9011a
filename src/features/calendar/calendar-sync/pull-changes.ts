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
import { UnreadableObject } from './ics/calendar-properties.ts'
import {
  type AspectHashes,
  type EventAspect,
  eventAspects,
  type ParsedObject,
  type RemoteEvent,
  readCalendarObject,
  readerVersion,
  readTitleAndDate,
} from './ics/read-calendar-object.ts'
import { hashEventAspects } from './ics/write-calendar-object.ts'
import type { SyncRun } from './sync-run.ts'
import { deleteSyncedObject, readSyncedObjects, type SyncedObject, saveSyncedObject } from './synced-object.ts'

interface CalendarChanges {
  calendar: ConnectedCalendar
  changed: string[]
  removed: string[]
  state: CalendarSyncState
}

/** Objects per request; it also bounds the response size. */
const batchSize = 30
/** Unreadable objects that one run reads again. */
const maxReread = 200
/** A calendar with this many objects that is suddenly empty was probably lost. */
const minObjectsToSuspectLoss = 5

/** Applies changes from the connected calendars. Returns whether some are left for the next run. */
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
  // Last, because an object may have moved to another calendar.
  for (const url of removed) {
    if (run.isLate()) return true
    await run.operate((context) => applyRemoval(context, run, url))
  }
  for (const { calendar, state } of news) run.connection.tokens[calendar.url] = state
  return false
}

/** Null if nothing has changed. */
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
  // Past events are no longer listed, but kept.
  const current = await run.operate((context) => findCurrentEventIds(context, run, known))
  const removed = known.filter(({ url, eventId }) => !found.has(url) && (!eventId || current.has(eventId)))
  return { calendar, changed: differing(found), removed: removed.map(({ url }) => url), state }
}

/** Objects that an earlier version of Kontor or of the time zone data could not read. */
const readUnreadableObjects = ({ connection, operate }: SyncRun): Promise<SyncedObject[]> =>
  operate((context) =>
    readSyncedObjects(
      context,
      connection.id,
      sql`o.problem ->> 'reader' <> ${readerVersion} order by o.url limit ${maxReread}`,
    ),
  )

/** Event ids without those that are over: the ones that the server lists, and those deleted here. */
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
    // One of them exceeds the response limit.
    const [only] = urls
    if (urls.length > 1) {
      for (const url of urls) await pullBatch(run, calendar, [url], removed)
      return
    }
    objects = new Map([[only as string, null]])
  }
  for (const [url, object] of objects) await pullObject(run, calendar, url, object, removed)
}

/** Applies one object in its own transaction, so that an unreadable one does not stop the others. */
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
  // The event was deleted here or given to another member. It comes back only if it has changed there.
  if (known?.eventId && isUnchangedThere(known, read.hashes))
    return saveSyncedObject(context, { ...known, etag, problem: null })
  const twin = known?.eventId ? null : await findTwin(context, run, read.event.uid)
  if (twin) {
    const [other] = await readSyncedObjects(context, connection.id, sql`o.event_id = ${twin.id}`)
    // An event in two calendars is stored once, unless the server had refused our object.
    const isThere = other && !(other.problem && other.etag === '') && !removed.has(other.url)
    if (isThere) return saveSyncedObject(context, object)
    if (other) await deleteSyncedObject(context, other)
    // Written before a crash or by an earlier connection: only aspects that are equal count as agreed.
    const before = other ?? { ...object, ...(await findAgreedHashes(context, twin, read)) }
    return mergeObject(context, run, twin, before, object, read.event, read.hashes)
  }
  const isKnown = await isOwnInvitation(context, run, read.event.uid)
  if (isKnown || read.event.isCancelled || isOverBeforeRun(read.event, run)) return saveSyncedObject(context, object)
  const added = await addRemoteEvent(context, run, read.event, { uid: read.event.uid })
  const here = await readEventHashes(context, added)
  return saveSyncedObject(context, { ...object, eventId: added.id, version: added.version, here })
}

/** Three-way merge by aspect: what changed on one side is applied to the other. */
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
  // Times of a booking are only changed by the booking, and are written there again.
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
  // Changed on both sides: ours is kept, and theirs is added as a copy.
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
  // The meeting link is written as location of events without one.
  const place = event.location === null && location === event.meetUrl ? null : location
  const said = { title, description: stripLink(description, event.meetUrl), location: place, busy }
  const texts = Object.fromEntries(Object.entries(said).filter(([aspect]) => taken.includes(aspect as EventAspect)))
  if (!taken.includes('when')) return { texts }
  return { texts, when: { startTime, endTime, timezone, allDay, recurrence, occurrences } }
}

/** Removes the meeting link that was appended to the description. */
const stripLink = (description: string | null, link: string | null) =>
  (link && description?.endsWith(link) ? description.slice(0, -link.length).trim() : description) || null

/** Aspects that are equal on both sides of an event that was never synchronized. Series are assumed to be equal. */
async function findAgreedHashes(context: Context, event: CalendarEvent, { event: remote, hashes }: ParsedObject) {
  const here = await readEventHashes(context, event)
  const same = eventAspects.filter(
    (aspect) => isAspectEqual(event, remote, aspect) || (aspect === 'when' && event.recurrence !== null),
  )
  const only = (said: AspectHashes) => Object.fromEntries(same.map((aspect) => [aspect, said[aspect]]))
  return { here: only(here), there: only(hashes) }
}

/** Compares what the other calendar can express. */
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

async function addRemoteEvent(
  context: Context,
  { connection }: SyncRun,
  remote: RemoteEvent,
  own: { uid?: string; title?: string },
): Promise<CalendarEvent> {
  const { isCancelled: _cancelled, uid: _uid, ...fields } = remote
  return addEvent(context, { ...fields, ...own, userId: connection.userId, connectionId: connection.id })
}

/** Deletes the event of a deleted object, unless it has changed here or is booked; then it is written again. */
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

/** Whether it is one of Kontor's own invitations, which is already in the member's calendar. */
async function isOwnInvitation(context: Context, { connection: { userId } }: SyncRun, uid: string): Promise<boolean> {
  const { organizationId } = context
  const rows = await context.query(
    select`e.id from calendar_events e
          join calendar_attendees a on a.organization_id = e.organization_id and a.event_id = e.id
        where e.organization_id = ${organizationId} and e.uid = ${uid} and a.member_id = ${userId} limit 1`,
  )
  return rows.length > 0
}

/** Null if the event was deleted, or belongs to another member. */
const lockEvent = (context: Context, { connection }: SyncRun, id: string): Promise<CalendarEvent | null> =>
  context.em.findOne(CalendarEvent, { id, userId: connection.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })

/** The event with the same UID: written by us, or moved from another calendar. */
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
