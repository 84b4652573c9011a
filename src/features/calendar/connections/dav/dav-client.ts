import type { davRequest } from 'tsdav'
import type { GuardedFetch } from '#core/outbound/guarded-fetch'
import { ResponseTooLarge } from '#core/outbound/receiver-failure'
import { cleanText } from '#core/text/characters'
import { decodeText, parseCharset } from '#core/text/charset'
import { TaskStopped, type Threads, threadModule } from '#core/threads/threads'
import { type DavProps, type DavResponse, type Multistatus, parseMultistatus } from './multistatus.ts'
import { assertSuccessStatus, SyncFailure } from './sync-failure.ts'

export interface DavCalendar {
  /** Absolute, with a trailing slash. */
  url: string
  name: string
  isWritable: boolean
}

/** Object URLs with ETags: all of a calendar, or the changed ones. */
interface CalendarListing {
  etags: Map<string, string>
  /** Deleted since the token; empty for a full listing. */
  removed: string[]
  /** Sync token for the next changes; null if the server has none. */
  token: string | null
}

/** One `.ics` object: an event, or a series with its changed occurrences. */
export interface DavObject {
  etag: string
  data: string
}

/** CalDAV requests (RFC 4791, 6578, 6764) to one server, through the guarded fetch. */
export interface DavClient {
  /** Calendars at a URL, which may be that of a server, principal, home or calendar. */
  discover(url: string): Promise<DavCalendar[]>
  /** Values that change with each change of the calendar. */
  readState(calendar: string): Promise<{ token: string | null; ctag: string | null }>
  /** ETags of events that end after a moment, by URL. */
  listObjects(calendar: string, from: Date): Promise<Map<string, string>>
  /** Changes since a token; null if the server no longer knows it. */
  listChanges(calendar: string, token: string): Promise<CalendarListing | null>
  /** Deleted objects are left out. */
  readObjects(calendar: string, urls: readonly string[]): Promise<Map<string, DavObject>>
  /** Replaces the version with this ETag, or creates the object if it is null. False if there is another version. */
  putObject(url: string, data: string, etag: string | null): Promise<boolean>
  /** False if there is another version. */
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
/** Larger calendars are not synchronized. */
const maxObjects = 5000
/** Longer responses are parsed in a worker thread; this takes some milliseconds. */
const maxInlineCharacters = 32_000
const multistatusThread = threadModule<typeof import('./multistatus.ts')>(import.meta.url, './multistatus')
/** Pages of a list of changes. */
const maxParts = 20

interface DavClientOptions {
  guardedFetch: Pick<GuardedFetch, 'fetch'>
  threads: Threads
  /** For fair use of the worker threads. */
  organizationId: string
  signal?: AbortSignal
}

/** Decodes by the declared charset. Invalid bytes are replaced, so that they do not hide a calendar. */
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

  /** Sends a request that is answered by 207 Multi-Status; `at` is the final URL. */
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

  /** Throws a SyncFailure unless it is a multistatus. */
  async function report(url: string, depth: '0' | '1' | undefined, body: Body) {
    const answer = await sendRequest('REPORT', url, depth, body)
    if (!answer.whole) throw toSyncFailure(answer.status)
    return answer
  }

  /** Null unless the URL has the origin of the calendar. */
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

  /** Null if there is no CalDAV server. */
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
      // A bare host name is usually a website, so `.well-known` is tried first.
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
        // RFC 6578 §3.2 answers an expired token with 403 or 409; some servers use other codes.
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
      // By the requested URLs, because servers may encode them differently.
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

/** If-Match needs a strong ETag (RFC 9110 §13.1.1); proxies may have weakened it. */
const toStrongEtag = (etag: string) => etag.replace(/^W\//, '')

const toSyncFailure = (status: number): SyncFailure => {
  try {
    assertSuccessStatus(status)
  } catch (error) {
    return error as SyncFailure
  }
  // A success status, but no multistatus.
  return new SyncFailure('not_caldav')
}

/** tsdav converts text that looks like a number. */
const getElementText = (value: unknown): string | null => {
  const text = (value as { _cdata?: string } | undefined)?._cdata ?? value
  return typeof text === 'string' || typeof text === 'number' ? String(text) || null : null
}

/** Decodes what need not be encoded, as `%40`. */
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

/** Empty unless it is a calendar for events. */
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
