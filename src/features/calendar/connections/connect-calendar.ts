import { createHash } from 'node:crypto'
import { select } from '#core/database/select'
import { conflict, invalidField, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { assertRecentAuthentication } from '#core/operation/recent-authentication'
import { assertReceiverUrl } from '#core/outbound/receiver-url'
import { type CalendarAccount, CalendarConnection, type ConnectedCalendar } from './calendar-connection.entity.ts'
import type { CalendarAccountInput, CreateCalendarConnectionInput } from './calendar-connection.inputs.ts'
import type { CalendarServers } from './calendar-servers.ts'
import type { DavCalendar } from './dav/dav-client.ts'
import { getSyncFaultMessage, type SyncFault, toSyncFault } from './dav/sync-failure.ts'
import { requestSync } from './request-sync.ts'

const maxConnections = 10
const maxCalendars = 20

export const passwordSealPurpose = 'calendar connection'

/** Without the state of synchronization, which is not audited. */
export const auditedConnectionColumns = ['url', 'username', 'allDay'] as const

/** 422 names the field that is wrong. */
export async function connectCalendar(
  context: Context,
  input: CreateCalendarConnectionInput,
): Promise<CalendarConnection> {
  const { url, username, password, allDay } = input
  const { services, member, clock } = context
  await assertRecentAuthentication(context)
  await assertConnectionLimit(context)
  const calendars = await discoverCalendars(context, input)
  const connection = context.create(CalendarConnection, {
    ...{ userId: member.id, url, username, ...(allDay && { allDay }) },
    sealedPassword: services.secrets.seal(password, passwordSealPurpose),
    calendars: chooseCalendars(calendars, input),
    nextSyncAt: clock.now(),
  })
  context.audit('calendar_connection.created', connection, auditedConnectionColumns)
  await requestSync(context, connection)
  return connection
}

/** Calendars to choose from. 422 names the field that is wrong. */
export async function discoverAccount(context: Context, account: CalendarAccountInput): Promise<CalendarAccount> {
  const calendars = await discoverCalendars(context, account)
  return { calendars: calendars.map(({ url, name, isWritable }) => ({ url, name, writable: isWritable })) }
}

async function discoverCalendars(
  context: Context,
  { url, username, password }: CalendarAccountInput,
): Promise<DavCalendar[]> {
  const { organizationId, services } = context
  assertReceiverUrl(url, services.receivers)
  const account = { url, username, password }
  const key = createHash('sha256').update(JSON.stringify(account)).digest('hex')
  const found = await context.prepareOutside(`calendars ${key}`, (outside) =>
    tryDiscover(outside.calendarServers, organizationId, account),
  )
  if ('fault' in found) throw createAccountProblem(found.fault)
  return found.calendars
}

const createAccountProblem = (fault: SyncFault) =>
  new Problem(422, 'validation_failed', getSyncFaultMessage(fault), fault === 'credentials' ? 'password' : 'url')

async function tryDiscover(
  servers: CalendarServers,
  organizationId: string,
  account: CalendarAccountInput,
): Promise<{ calendars: DavCalendar[] } | { fault: SyncFault }> {
  try {
    return { calendars: await servers.discover(organizationId, account) }
  } catch (error) {
    const fault = toSyncFault(error)
    if (!fault) throw error
    return { fault: fault === 'gone' ? 'not_caldav' : fault }
  }
}

/** Selected calendars, with the one that is written to. */
function chooseCalendars(
  found: readonly DavCalendar[],
  { calendars: wanted, writeCalendar }: CreateCalendarConnectionInput,
): ConnectedCalendar[] {
  const names = found
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 500)
  const isCalled = ({ url, name }: DavCalendar, called: string) => called === name || called === url
  for (const [index, called] of (wanted ?? []).entries())
    if (!found.some((each) => isCalled(each, called)))
      throw invalidField(`calendars.${index}`, {
        de: `gibt es dort nicht, wohl aber: ${names}`,
        en: `is not there; there are: ${names}`,
      })
  const chosen = wanted ? found.filter((each) => wanted.some((called) => isCalled(each, called))) : found
  if (chosen.length > maxCalendars)
    throw invalidField('calendars', {
      de: `sind mehr als ${maxCalendars}: bitte einige davon nennen`,
      en: `are more than ${maxCalendars}: please name some of them`,
    })
  const target = chosen.find(
    (each) => each.isWritable && (writeCalendar === undefined || isCalled(each, writeCalendar)),
  )
  if (!target && writeCalendar !== undefined) {
    const writable = chosen
      .filter(({ isWritable }) => isWritable)
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 500)
    throw invalidField('writeCalendar', {
      de: `ist keiner, in den geschrieben werden darf; das sind: ${writable || '–'}`,
      en: `is none that may be written to; these are: ${writable || '–'}`,
    })
  }
  if (!target) throw createAccountProblem('no_calendar')
  return chosen.map(({ url, name }) => ({ url, name, writesHere: url === target.url }))
}

/** 409 at the limit. Locks the member, so that concurrent requests cannot exceed it. */
async function assertConnectionLimit(context: Context) {
  const { organizationId, member } = context
  await context.query(
    select`from members where organization_id = ${organizationId} and id = ${member.id} for no key update`,
  )
  const [row] = await context.query<{ kept: number }>(
    select`count(*) as kept from calendar_connections where organization_id = ${organizationId} and user_id = ${member.id}`,
  )
  if (Number(row?.kept ?? 0) >= maxConnections)
    throw conflict('conflict', {
      de: `Mehr als ${maxConnections} verbundene Kalender sind nicht möglich: Bitte zuerst einen löschen.`,
      en: `A member has at most ${maxConnections} connected calendars: please delete one first.`,
    })
}
