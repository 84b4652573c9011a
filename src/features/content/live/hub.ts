import { type Connection, type Document, Hocuspocus, MessageType, OutgoingMessage } from '@hocuspocus/server'
import { toUint8Array, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import type { WebSocket } from 'ws'
import { decodeStateVector, decodeUpdate } from 'yjs'
import type { Admission } from '#core/access/admission'
import { type Bearer, parseBearer } from '#core/access/bearer'
import { Problem, rateLimited, unauthorized } from '#core/errors/problem'
import { assertMayCall as admitTo } from '#core/graphql/guard'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { parseTicket } from '#core/operation/ticket'
import { createKeyedCounter } from '#core/runtime/keyed-counter'
import { limits } from '#core/schema/limits'
import { Page } from '#features/content/pages/page.entity'
import { pages } from '#features/content/pages/page.policy'
import { findNewClients, isNoop, listDeletedTypes } from './inspect-update.ts'
import {
  type Author,
  DocumentTooComplex,
  ensureDocument,
  maxInlineBytes,
  readChanges,
  resetDocument,
} from './live-document.ts'
import { livePath } from './live-path.ts'
import { LiveRoom } from './live-room.ts'
import { type ProtocolMessage, parseMessage, syncStep1, syncStep2 } from './protocol-message.ts'

/** Milliseconds until a socket must have opened a document. */
const authenticateWithin = 10_000
const mostDocumentsOfSocket = 20
const mostDocumentsOfOrganization = 500
/** Presence clients per connection and per document. */
const mostPresent = 2
const mostPresentOfDocument = 500
/** Milliseconds during which a newly opened editor may delete what its schema lacks. */
const schemaWithin = 5_000
/** Entries kept about rejected clients. */
const mostRemembered = 10_000
/** Bytes queued until the token is verified; an opening takes hundreds. */
const mostQueued = 64 * 1024
/** Bytes of state that cost as much as one message. */
const bytesOfMessage = 4 * 1024

/** The socket of an editor. */
interface Client {
  message(data: Uint8Array): void
  left(event: { code: number; reason: string }): void
  /** True after a token was accepted. */
  readonly isKnown: boolean
  /** For logging. */
  who(): object
}

export interface LiveHub {
  /** `spend` is called with the cost of expensive operations, in messages. */
  take(
    socket: WebSocket,
    address: string,
    send: (message: Uint8Array) => void,
    spend: (messages: number) => void,
  ): Client
  /** Stores pending updates and saves the documents. */
  close(): Promise<void>
}

/** Hocuspocus's context of a document on a socket. */
interface Context {
  socket: WebSocket
  address: string
  /** Counters of the socket, each counted once. */
  counted: Set<string>
  open: Set<Connection<Context>>
  /** Including those that are being opened. */
  documents: { count: number }
  author?: Author
  organizationId?: string
  tokenId?: string
  /** Read-only. */
  isReader?: boolean
  /** An update was rejected because the page is full. The editor reconnects when there is space. */
  isRefused?: boolean
  /** An update can never be accepted, so nothing that depends on it can. */
  isShut?: boolean
  /** Presence clients of this connection. */
  clients?: Set<number>
  /** Until this time, deletions of a new editor are attributed to its schema. */
  isNewUntil?: number
}

/** Rejects opening a document. Without a message, as Hocuspocus would print it. */
class Refusal {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const documentName = /^page\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Close code 1013 "Try again later": the editor reconnects and reloads. */
const startAnew = (socket: WebSocket) => socket.close(1013, 'Try again.')

const mayWrite = ({ role, scope }: Pick<Admission, 'role' | 'scope'>) => scope === 'full' && pages.write.has(role)

/** The open pages of this process and their editors. */
export function createHub(services: Services): LiveHub {
  const { storeAfter, storeAtLatest, pollInterval, tokenCheckInterval: checkTokensEvery } = services.livePace
  const rooms = new Map<string, LiveRoom>()
  const clients = new Set<Context>()
  const sockets = createKeyedCounter()
  const busy = new Set<Promise<unknown>>()
  let isClosing = false
  /** Clients with text of read-only users, and members with an incomplete schema, by page. */
  const refused = new Set<string>()
  const remember = (what: string) => {
    const [oldest] = refused.size >= mostRemembered ? refused : []
    if (oldest) refused.delete(oldest)
    refused.add(what)
  }

  const follow = (work: Promise<unknown>) => {
    const done = work
      .catch((error: unknown) => services.log.warn({ err: error }, 'live page'))
      .finally(() => busy.delete(done))
    busy.add(done)
  }
  const endBroken = (room: LiveRoom) => {
    for (const { context } of connectionsOf(room)) startAnew(context.socket)
  }
  const connectionsOf = (room: LiveRoom) => (room.document?.getConnections() ?? []) as Connection<Context>[]
  const roomOf = (document: Document) => [rooms.get(document.name)].find((room) => room?.document === document)
  /** An import may create a page with the id of another organization's page; only one of them can be open. */
  const isOfAnother = (room: LiveRoom | undefined, organizationId: string | undefined) =>
    room !== undefined && room.key.organizationId !== organizationId
  const forget = (name: string, room: LiveRoom) => {
    if (rooms.get(name) === room) rooms.delete(name)
  }
  const look = async (room: LiveRoom) => {
    if (room.isBroken) return endBroken(room)
    await room.look()
    if (room.isBroken) return endBroken(room)
    if (!room.isFull) for (const { context } of connectionsOf(room)) if (context.isRefused) startAnew(context.socket)
  }

  const hocuspocus = new Hocuspocus<Context>({
    quiet: true,
    debounce: storeAfter,
    maxDebounce: storeAtLatest,
    maxPendingDocuments: mostDocumentsOfSocket,
    maxUnauthenticatedQueueSize: mostQueued,
    async onAuthenticate({ token, documentName: name, context, connectionConfig }) {
      try {
        const [, pageId] = documentName.exec(name) ?? []
        const bearer = parseBearer(`Bearer ${token}`) ?? bearerOfTicket(token)
        const { member, organizationId } = await admit(bearer, context.address, pageId)
        if (!pageId || isOfAnother(rooms.get(name), organizationId)) throw new Refusal('not_found')
        if (isClosing || rooms.get(name)?.isBroken) throw new Error('The document is to be read again.')
        count(context, bearer, organizationId, member.id)
        connectionConfig.readOnly = !mayWrite(member)
        const isReader = connectionConfig.readOnly
        return { author: { id: member.id, name: member.name }, organizationId, tokenId: member.tokenId, isReader }
      } catch (error) {
        if (error instanceof Refusal) throw error
        if (error instanceof Problem && error.status < 500) throw new Refusal(error.code)
        startAnew(context.socket)
        throw new Refusal('unavailable')
      }
    },
    async onLoadDocument({ document, context: { organizationId = '', documents, socket } }) {
      const room = new LiveRoom(services, { organizationId, pageId: document.name.slice('page.'.length) })
      rooms.set(document.name, room)
      try {
        await ensureDocument(services, room.key)
        let news = await readChanges(services, room.key, 0)
        if (news?.isPut) {
          await room.settle()
          news = await readChanges(services, room.key, 0)
        }
        if (!news) throw new Refusal('not_found')
        await room.load(document, news).catch(async (error: unknown) => {
          if (!(error instanceof DocumentTooComplex)) throw error
          await resetDocument(services, room.key)
          const anew = await readChanges(services, room.key, 0)
          if (anew) await room.load(document, anew)
        })
      } catch (error) {
        forget(document.name, room)
        documents.count -= 1
        if (error instanceof Refusal) throw error
        if (error instanceof Problem && error.status < 500) throw new Refusal(error.code)
        services.log.warn({ err: error }, 'live page')
        startAnew(socket)
        throw new Refusal('unavailable')
      }
    },
    async connected({ connection, context }) {
      const { document } = connection
      context.open.add(connection)
      // The room was closed, or taken by another organization's page, in the meantime.
      if (hocuspocus.documents.get(document.name) !== document || isOfAnother(roomOf(document), context.organizationId))
        startAnew(context.socket)
    },
    async onDisconnect({ context, document }) {
      context.documents.count -= 1
      for (const connection of context.open) if (connection.document === document) context.open.delete(connection)
    },
    async beforeSync({ connection, context, document, type, payload }) {
      const room = roomOf(document)
      if (!room || isOfAnother(room, context.organizationId)) throw new Error('A document is another one.')
      if (type === 0) return noteOpening(context, payload)
      if (connection.readOnly) return
      const because = mayTake(room, connection, type, payload)
      if (because) return refuse(connection, because)
      const unfit = await room.take(connection, payload).catch((error: unknown) => {
        services.log.warn({ err: error }, 'live page')
        return 'unavailable' as const
      })
      if (!unfit) return
      // Makes Hocuspocus report that the message was not accepted.
      connection.readOnly = true
      if (room.isBroken) return endBroken(room)
      if (unfit === 'unavailable' || unfit === 'no_content') return startAnew(context.socket)
      if (unfit === 'too_complex') return refuse(connection, { error: unfit })
      context.isRefused = true
      connection.sendStateless(JSON.stringify({ event: 'not_stored', error: unfit }))
    },
    async afterHandleMessage({ connection, context, document }) {
      const { isReader, isShut } = context
      if (!isReader && !isShut && !roomOf(document)?.isBroken) connection.readOnly = false
    },
    async beforeHandleAwareness({ states, context, document }) {
      if (!context?.author) return
      const { author } = context
      context.clients ??= new Set()
      const { clients } = context
      const present = document.awareness.getStates()
      // Hocuspocus parses presence into an awareness with a client of its own.
      for (const nobody of [...states.keys()].slice(0, 1)) states.delete(nobody)
      for (const [client, state] of states) {
        const known = present.get(client)
        const isOthers = known !== undefined && known.user?.id !== author.id
        const isTooMany = clients.size >= mostPresent || (!known && present.size >= mostPresentOfDocument)
        if (isOthers || (!clients.has(client) && isTooMany)) {
          states.delete(client)
          continue
        }
        clients.add(client)
        // The name comes from the token.
        state.user = { ...(typeof state.user === 'object' ? state.user : {}), ...author }
      }
    },
    async onAwarenessUpdate({ document, added, updated, removed, transactionOrigin }) {
      if ((transactionOrigin as { source?: string } | null)?.source === 'local') return
      roomOf(document)?.notePresence([...added, ...updated, ...removed])
    },
    async onStoreDocument({ document }) {
      await roomOf(document)?.settle()
    },
    async afterUnloadDocument({ documentName: name }) {
      const room = rooms.get(name)
      if (!room?.document?.isDestroyed) return
      forget(name, room)
      follow(room.close())
    },
  })

  /** Browsers with a session send a ticket instead of a token. */
  function bearerOfTicket(ticket: string): Bearer {
    try {
      return parseTicket(services, ticket, livePath, null).bearer
    } catch (error) {
      throw error instanceof Problem && error.status === 410 ? error : unauthorized()
    }
  }

  /** Records what the editor already has. */
  function noteOpening(context: Context, stateVector: Uint8Array) {
    const isNew = context.isNewUntil === undefined && decodeStateVector(stateVector).size === 0
    context.isNewUntil = isNew ? performance.now() + schemaWithin : (context.isNewUntil ?? 0)
  }

  /** Why an update is rejected; undefined if it is accepted. */
  function mayTake({ key }: LiveRoom, connection: Connection<Context>, type: number, update: Uint8Array) {
    const { context, document } = connection
    if (update.length > maxInlineBytes) return undefined
    const decoded = decodeUpdate(update)
    const who = `${key.pageId} ${context.author?.id}`
    const isLacking = type === syncStep2 ? refused.has(who) : performance.now() < (context.isNewUntil ?? 0)
    const types = isLacking ? listDeletedTypes(document, decoded) : []
    if (types.length) {
      remember(who)
      return { error: 'schema', types }
    }
    // Text written while read-only is not accepted later either.
    for (const client of findNewClients(document, decoded))
      if (refused.has(`${who} ${client}`)) return { error: 'forbidden' }
    if (decoded.structs.length && type !== syncStep2) context.isNewUntil = 0
    return undefined
  }

  /** Accepts nothing more from the connection. */
  function refuse(connection: Connection<Context>, because: { error: string }) {
    connection.readOnly = true
    connection.context.isShut = true
    connection.sendStateless(JSON.stringify({ event: 'not_stored', ...because }))
  }

  /** Answers messages for which Hocuspocus would encode the whole document each time. */
  function answer(
    { type, step, name, payload }: ProtocolMessage,
    { open }: Context,
    spend: (messages: number) => void,
  ): boolean {
    const connection = [...open].find(({ messageAddress }) => messageAddress === name)
    const room = connection && roomOf(connection.document)
    if (type !== MessageType.Sync || !room || room.key.organizationId !== connection.context.organizationId)
      return false
    const { document, context } = connection
    const message = () => new OutgoingMessage(connection.messageAddress)
    if (step === syncStep1) {
      noteOpening(context, payload)
      const { state, isNew } = room.stateSince(payload)
      spend(state.length / (isNew ? bytesOfMessage : 4 * bytesOfMessage))
      const { encoder } = message().createSyncMessage()
      writeVarUint(encoder, syncStep2)
      writeVarUint8Array(encoder, state)
      connection.send(toUint8Array(encoder))
      connection.send(message().createSyncMessage().writeFirstSyncStepFor(document).toUint8Array())
      return true
    }
    if (!context.isReader) return false
    const decoded = payload.length <= maxInlineBytes ? decodeUpdate(payload) : undefined
    for (const client of decoded ? findNewClients(document, decoded) : [])
      remember(`${room.key.pageId} ${context.author?.id} ${client}`)
    connection.send(
      message()
        .writeSyncStatus(decoded !== undefined && isNoop(document, decoded))
        .toUint8Array(),
    )
    return true
  }

  /** Authenticates the token and checks that it may read the page. */
  async function admit(bearer: Bearer, address: string, pageId: string | undefined) {
    const standing = await services.rateLimiter.countToken(bearer, address)
    if (standing && !standing.allowed) throw rateLimited()
    return operate(services, { bearer, language: null }, 'read', async (context) => {
      admitTo({ extensions: { may: pages.read } }, context, false)
      if (pageId) await context.read(Page, pageId)
      return { member: context.member, organizationId: context.organizationId }
    })
  }

  /** Counts a socket for its token, member and organization; throws beyond the limits. */
  function count(
    { counted, documents: own, socket }: Context,
    { key }: Bearer,
    organizationId: string,
    memberId: string,
  ) {
    const documents = [...rooms.values()].filter((room) => room.key.organizationId === organizationId).length
    if (own.count >= mostDocumentsOfSocket || documents >= mostDocumentsOfOrganization) throw rateLimited()
    const shares = [
      { name: key, most: limits.socketsPerToken },
      { name: `${organizationId}/${memberId}`, most: limits.socketsPerMember },
      { name: organizationId, most: limits.socketsPerOrganization },
    ].filter(({ name }) => !counted.has(name))
    if (shares.some(({ name, most }) => sockets.count(name) >= most)) throw rateLimited()
    own.count += 1
    for (const { name } of shares) {
      counted.add(name)
      sockets.add(name, 1)
      socket.once('close', () => sockets.add(name, -1))
    }
  }

  const stopListening = [
    services.bus.subscribe('access', (member) => {
      const isTheirs = ({ context: { organizationId, author } }: Connection<Context>) =>
        `${organizationId}/${author?.id}` === member
      for (const client of clients) if ([...client.open].some(isTheirs)) follow(checkTokens(client))
    }),
    services.bus.subscribe('page', (told) => {
      const [organizationId, pageId, sequence] = told.split('/')
      const one = rooms.get(`page.${pageId}`)
      if (sequence && one?.has(Number(sequence))) return
      for (const room of !pageId ? rooms.values() : one ? [one] : [])
        if (room.key.organizationId === organizationId) follow(look(room))
    }),
    services.bus.subscribe('presence', (told) => {
      const [organizationId, pageId, text = ''] = told.split('/')
      const room = rooms.get(`page.${pageId}`)
      if (room && room.key.organizationId === organizationId) room.heedPresence(text)
    }),
  ]
  const timer = setInterval(() => {
    for (const room of rooms.values()) follow(look(room))
  }, pollInterval)

  /** Applies changed permissions of tokens to the connections of a socket. */
  async function checkTokens(context: Context) {
    for (const connection of context.open) {
      const { organizationId = '', tokenId = '', author } = connection.context
      const now = await services.tokenRights.load(organizationId, tokenId)
      if (!now || !pages.read.has(now.role)) return context.socket.close(4401, now ? 'forbidden' : 'unauthorized')
      if (author) author.name = now.memberName
      if (connection.context.isReader !== !mayWrite(now)) {
        connection.readOnly = true
        // The editor only learns about new permissions when it reopens the document.
        startAnew(context.socket)
      }
    }
  }

  return {
    take(socket, address, send, spend) {
      const context: Context = { socket, address, counted: new Set(), open: new Set(), documents: { count: 0 } }
      const like = {
        send: (data: unknown) => send(data as Uint8Array),
        close: (code?: number, reason?: string) => socket.close(code, reason),
        get readyState() {
          return socket.readyState
        },
      }
      clients.add(context)
      const client = hocuspocus.handleConnection(like, new Request('http://localhost/live'), context)
      const checking = setInterval(() => {
        // Keeps connections if the database is unavailable.
        checkTokens(context).catch(() => {})
      }, checkTokensEvery)
      const late = setTimeout(() => {
        if (!context.counted.size) socket.close(4408, 'No document was opened in time.')
      }, authenticateWithin)
      let known: Context | undefined
      return {
        message(data) {
          const frame = parseMessage(data)
          if (!frame) socket.close(1007, 'This is no message of the protocol.')
          else if (!answer(frame, context, spend)) client.handleMessage(data)
        },
        left(event) {
          clients.delete(context)
          clearInterval(checking)
          clearTimeout(late)
          known = [...context.open][0]?.context
          client.handleClose(event)
        },
        get isKnown() {
          return context.counted.size > 0
        },
        who: () => (known ? { organization_id: known.organizationId, member_id: known.author?.id } : {}),
      }
    },
    async close() {
      isClosing = true
      clearInterval(timer)
      for (const stop of stopListening) stop()
      const open = [...rooms.values()]
      await Promise.race([
        Promise.all(open.map((room) => room.close().then(() => room.settle()))),
        new Promise((resolve) => setTimeout(resolve, 3_000).unref()),
      ])
      await Promise.all(busy)
    },
  }
}
