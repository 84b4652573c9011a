import type { davRequest } from 'tsdav'
import type { GuardedFetch } from '#core/outbound/guarded-fetch'
import { ResponseTooLarge } from '#core/outbound/receiver-failure'
import { cleanText } from '#core/text/characters'
import { decodeText, parseCharset } from '#core/text/charset'
import { TaskStopped, type Threads, threadModule } from '#core/threads/threads'
import { type DavProps, type DavResponse, type Multistatus, parseMultistatus } from './multistatus.ts'
import { assertSuccessStatus, SyncFailure } from './sync-failure.ts'

/** A calendar as its server shows it. */
export interface DavCalendar {
  /** Its absolute address, ending with a slash. */
  url: string
  name: string
  isWritable: boolean
}

/** What a calendar holds, or what has changed in it: addresses of objects with their ETags. */
interface CalendarListing {
  etags: Map<string, string>
  /** Gone since the token; a listing of all knows none. */
  removed: string[]
  /** From which the next changes are told; null where the server tells none. */
  token: string | null
}

/** One `.ics` of a calendar: an event, or a series with all that differs about its occurrences. */
export interface DavObject {
  etag: string
  data: string
}

/** The requests of CalDAV (RFC 4791, 6578, 6764) to one server, each through the wall that is given. */
export interface DavClient {
  /** The calendars that an address leads to: a server, an account's principal or home, or one calendar. */
  discover(url: string): Promise<DavCalendar[]>
  /** What changes with each change of a calendar. */
  readState(calendar: string): Promise<{ token: string | null; ctag: string | null }>
  /** All events that have not ended before a moment. */
  listObjects(calendar: string, from: Date): Promise<Map<string, string>>
  /** What has changed since a token; null where the server does not know it any more. */
  listChanges(calendar: string, token: string): Promise<CalendarListing | null>
  /** Objects by their addresses; those that are gone are left out. */
  readObjects(calendar: string, urls: readonly string[]): Promise<Map<string, DavObject>>
  /** Writes an object over the version that is named, or as a new one. False where there is another already. */
  putObject(url: string, data: string, etag: string | null): Promise<boolean>
  /** Removes that version of an object. False where there is another one. */
  removeObject(url: string, etag: string): Promise<boolean>
}

export interface Credentials {
  username: string
  password: string
}

type Body = Parameters<typeof davRequest>[0]['init']['body']

const namespaces = {
  'xmlns:d': 'DAV:',
  'xmlns:c': 'urn:ietf:params:xml:ns:caldav',
  'xmlns:cs': 'http://calendarserver.org/ns/',
}
/** Objects that one calendar may have; beyond them it is not synchronized. */
const maxObjects = 5000
/** Characters of an answer that are read in the event loop: some milliseconds of it. More is read in a thread. */
const maxInlineCharacters = 32_000
const multistatusThread = threadModule<typeof import('./multistatus.ts')>(import.meta.url, './multistatus')
/** Answers by parts of a list of changes. */
const maxParts = 20

/** What a client works with. */
interface DavClientOptions {
  guardedFetch: Pick<GuardedFetch, 'fetch'>
  threads: Threads
  /** Whose turns at the threads its answers take. */
  organizationId: string
  /** Breaks off what is under way. */
  signal?: AbortSignal
}

/** Text in the charset that its server declares; one wrong byte hides no calendar. */
function decodeBody(bytes: ArrayBuffer, contentType: string | null): string {
  try {
    return decodeText(new Uint8Array(bytes), parseCharset(contentType))
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

export async function createDavClient(
  { guardedFetch, threads, organizationId, signal }: DavClientOptions,
  { username, password }: Credentials,
): Promise<DavClient> {
  // Loaded with the first connection.
  const dav = await import('tsdav')
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const fetch: typeof globalThis.fetch = (url, init) =>
    guardedFetch.fetch(String(url), { ...init, ...(signal && { signal }) })

  async function read(answered: DavResponse): Promise<Multistatus> {
    const found =
      answered.text.length > maxInlineCharacters
        ? await threads.run(organizationId, multistatusThread, 'parseMultistatus', answered).catch((error: unknown) => {
            if (error instanceof TaskStopped) return null
            throw error
          })
        : await parseMultistatus(answered)
    if (!found) throw new ResponseTooLarge()
    return found
  }

  /** A request that is answered by statuses of many things; `at` is where the answer came from. */
  async function sendRequest(method: 'PROPFIND' | 'REPORT', url: string, depth: '0' | '1' | undefined, body: Body) {
    let answered: DavResponse | undefined
    await dav.davRequest({
      url,
      init: { method, namespace: 'd', headers: { authorization, ...(depth && { depth }) }, body },
      parseOutgoing: false,
      fetch: async (...request) => {
        const answer = await fetch(...request)
        const contentType = answer.headers.get('content-type')
        answered = {
          url: answer.url,
          status: answer.status,
          contentType,
          text: decodeBody(await answer.arrayBuffer(), contentType),
        }
        return new Response(null, { status: 204 })
      },
    })
    if (!answered) throw new Error('davRequest fetches always')
    const { responses, whole } = await read(answered)
    const [first] = responses
    return { at: answered.url, responses, whole, status: first?.status ?? 0, first }
  }

  const propfind = (url: string, depth: '0' | '1', prop: Body) =>
    sendRequest('PROPFIND', url, depth, { propfind: { _attributes: namespaces, prop } })

  /** The answer's entries, or what its status means. */
  async function report(url: string, depth: '0' | '1' | undefined, body: Body) {
    const answer = await sendRequest('REPORT', url, depth, body)
    if (!answer.whole) throw toSyncFailure(answer.status)
    return answer
  }

  /** Addresses in the same place as the calendar alone: a server speaks for itself. */
  const resolveObjectUrl = (href: unknown, at: string): string | null => {
    const url = URL.parse(String(href ?? ''), at)
    return url && url.origin === new URL(at).origin && url.href !== at && url.href.length <= 1000 ? url.href : null
  }

  const calendarProps = {
    'd:displayname': {},
    'd:resourcetype': {},
    'd:current-user-privilege-set': {},
    'c:supported-calendar-component-set': {},
  }

  async function listHome(url: string): Promise<DavCalendar[]> {
    const { at, responses, whole, status } = await propfind(url, '1', calendarProps)
    if (!whole) throw toSyncFailure(status)
    return responses.flatMap(({ href, props = {} }) => parseCalendar(href, props, at))
  }

  /** What an address leads to; null where no CalDAV answers. */
  async function findCalendars(url: string): Promise<DavCalendar[] | null> {
    const prop = { ...calendarProps, 'd:current-user-principal': {}, 'c:calendar-home-set': {} }
    const { at, whole, status, first } = await propfind(url, '0', prop)
    if (status === 401) throw new SyncFailure('credentials')
    if (!whole || !first?.props) return null
    const { props } = first
    const own = parseCalendar(first.href, props, at)
    if (own.length) return own
    const homeUrl = resolveHref(props.calendarHomeSet, at)
    if (homeUrl) return listHome(homeUrl)
    const principal = resolveHref(props.currentUserPrincipal, at)
    if (!principal) {
      if (props.currentUserPrincipal?.unauthenticated) throw new SyncFailure('credentials')
      return null
    }
    const found = await propfind(principal, '0', { 'c:calendar-home-set': {} })
    if (found.status === 401) throw new SyncFailure('credentials')
    const ofPrincipal = resolveHref(found.first?.props?.calendarHomeSet, found.at)
    return ofPrincipal ? listHome(ofPrincipal) : null
  }

  return {
    async discover(url) {
      const candidates = [url, new URL('/.well-known/caldav', url).href, new URL('/', url).href]
      // A bare name is that of a company's pages rather.
      if (new URL(url).pathname === '/') candidates.splice(0, 2, candidates[1] as string, url)
      for (const candidate of new Set(candidates)) {
        const found = await findCalendars(candidate)
        if (found) return found
      }
      throw new SyncFailure('not_caldav')
    },
    async readState(calendar) {
      const { whole, status, first } = await propfind(calendar, '0', { 'd:sync-token': {}, 'cs:getctag': {} })
      if (!whole) throw toSyncFailure(status)
      if (first && first.status >= 400) assertSuccessStatus(first.status)
      const { syncToken, getctag } = first?.props ?? {}
      return { token: getElementText(syncToken), ctag: getElementText(getctag) }
    },
    async listObjects(calendar, from) {
      const start = `${from.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
      const filter = {
        'c:comp-filter': {
          _attributes: { name: 'VCALENDAR' },
          'c:comp-filter': { _attributes: { name: 'VEVENT' }, 'c:time-range': { _attributes: { start } } },
        },
      }
      const { at, responses } = await report(calendar, '1', {
        'c:calendar-query': { _attributes: namespaces, prop: { 'd:getetag': {} }, 'c:filter': filter },
      })
      const etags = new Map<string, string>()
      for (const { href, props } of responses) {
        const url = resolveObjectUrl(href, at)
        if (url && props?.getetag !== undefined) etags.set(url, getElementText(props.getetag) ?? '')
      }
      if (etags.size > maxObjects) throw new SyncFailure('too_large')
      return etags
    },
    async listChanges(calendar, token) {
      const listing: CalendarListing = { etags: new Map(), removed: [], token }
      for (let part = 0; part < maxParts; part++) {
        const { at, responses, whole, status } = await sendRequest('REPORT', calendar, undefined, {
          'sync-collection': {
            _attributes: namespaces,
            'd:sync-token': listing.token,
            'd:sync-level': 1,
            prop: { 'd:getetag': {} },
          },
        })
        // RFC 6578 §3.2: a token that is not known any more is 403 or 409; some say so otherwise.
        if (!whole && [400, 403, 409, 410, 412, 415, 501].includes(status)) return null
        if (!whole) throw toSyncFailure(status)
        let isCut = false
        for (const response of responses) {
          const url = resolveObjectUrl(response.href, at)
          if (response.status === 507) isCut = true
          else if (url && (response.status === 404 || response.status === 410)) listing.removed.push(url)
          else if (url && response.props?.getetag !== undefined)
            listing.etags.set(url, getElementText(response.props.getetag) ?? '')
        }
        if (listing.etags.size > maxObjects) throw new SyncFailure('too_large')
        const next = getElementText(whole.syncToken)
        if (next === null) return null
        const isSame = next === listing.token
        listing.token = next
        if (!isCut || isSame) return listing
      }
      return null
    },
    async readObjects(calendar, urls) {
      const { at, responses } = await report(calendar, '1', {
        'c:calendar-multiget': {
          _attributes: namespaces,
          prop: { 'd:getetag': {}, 'c:calendar-data': {} },
          'd:href': urls.map((url) => new URL(url).pathname),
        },
      })
      // By the addresses that were asked for, however the server spells them, and no others.
      const asked = new Map(urls.map((url) => [decodeUrl(url), url]))
      const objects = new Map<string, DavObject>()
      for (const { href, props } of responses) {
        const url = asked.get(decodeUrl(resolveObjectUrl(href, at) ?? ''))
        const data = props?.calendarData?._cdata ?? props?.calendarData
        if (url && typeof data === 'string') objects.set(url, { data, etag: getElementText(props?.getetag) ?? '' })
      }
      return objects
    },
    async putObject(url, data, etag) {
      const { status } = await dav.updateObject({
        url,
        data,
        headers: {
          authorization,
          'content-type': 'text/calendar; charset=utf-8',
          ...(etag === null ? { 'If-None-Match': '*' } : { 'If-Match': toStrongEtag(etag) }),
        },
        fetch,
      })
      if (status === 412) return false
      assertSuccessStatus(status)
      return true
    },
    async removeObject(url, etag) {
      const { status } = await dav.deleteObject({
        url,
        headers: { authorization, 'If-Match': toStrongEtag(etag) },
        fetch,
      })
      if (status === 412) return false
      if (status !== 404 && status !== 410) assertSuccessStatus(status)
      return true
    },
  }
}

/** A comparison for writing is a strong one (RFC 9110 §13.1.1), whatever a proxy in between has made of the tag. */
const toStrongEtag = (etag: string) => etag.replace(/^W\//, '')

const toSyncFailure = (status: number): SyncFailure => {
  try {
    assertSuccessStatus(status)
  } catch (error) {
    return error as SyncFailure
  }
  // Well, and yet not what was asked for.
  return new SyncFailure('not_caldav')
}

/** Text of an element; numbers are made of it where it looks like one. */
const getElementText = (value: unknown): string | null => {
  const text = (value as { _cdata?: string } | undefined)?._cdata ?? value
  return typeof text === 'string' || typeof text === 'number' ? String(text) || null : null
}

/** An address with nothing encoded that need not be: `%40` is `@`. */
const decodeUrl = (url: string): string => {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

const resolveHref = (property: { href?: unknown } | undefined, at: string): string | null => {
  const href = getElementText(Array.isArray(property?.href) ? property.href[0] : property?.href)
  return href && (URL.parse(href, at)?.href ?? null)
}

/** A calendar for events, where these properties are of one. */
function parseCalendar(href: string | undefined, props: DavProps, at: string): DavCalendar[] {
  const url = URL.parse(href ?? '', at)
  if (!url || url.href.length > 1000 || props.resourcetype?.calendar === undefined) return []
  const components = [props.supportedCalendarComponentSet?.comp ?? []].flat()
  const names = components.map((component) => component?._attributes?.name)
  if (names.length && !names.includes('VEVENT')) return []
  const privileges = [props.currentUserPrivilegeSet?.privilege ?? []].flat().flatMap((each) => Object.keys(each ?? {}))
  const isWritable =
    !privileges.length || ['all', 'write', 'writeContent', 'bind'].some((each) => privileges.includes(each))
  const name = getElementText(props.displayname) ?? url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return [{ url: url.href, name: cleanText(name).slice(0, 200).toWellFormed(), isWritable }]
}
