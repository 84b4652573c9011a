import { type Connection, type Document, Hocuspocus, MessageType, OutgoingMessage } from '@hocuspocus/server'
import { toUint8Array, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import type { WebSocket } from 'ws'
import { decodeStateVector, decodeUpdate } from 'yjs'
import type { Admission } from '#core/access/admission'
import { type Bearer, readBearer } from '#core/access/bearer'
import { Problem, rateLimited, unauthorized } from '#core/errors/problem'
import { admit as admitTo } from '#core/graphql/guard'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { credentialsOfTicket } from '#core/operation/ticket'
import { createCounter } from '#core/runtime/counter'
import { limits } from '#core/schema/limits'
import { Page } from '#features/content/pages/page.entity'
import { pages } from '#features/content/pages/page.policy'
import { findNewClients, isNoop, listDeletedTypes } from './inspect-update.ts'
import { type ProtocolMessage, parseMessage, syncStep1, syncStep2 } from './protocol-message.ts'
import { type Author, resetDocument, ensureDocument, maxInlineBytes, readChanges, DocumentTooComplex } from './live-document.ts'
import { livePath } from './live-path.ts'
import { LiveRoom } from './live-room.ts'

/** Milliseconds in which a socket must have a document. */
const authenticateWithin = 10_000
const mostDocumentsOfSocket = 20
const mostDocumentsOfOrganization = 500
/** Clients that one connection speaks for, and those of a document. */
const mostPresent = 2
const mostPresentOfDocument = 500
/** Milliseconds in which an editor that shows a document for the first time deletes what its schema lacks. */
const schemaWithin = 5_000
/** What is remembered of editors whose text is not taken. */
const mostRemembered = 10_000
/** Bytes of what waits for a token: an opening is hundreds of them. */
const mostQueued = 64 * 1024
/** Bytes of a state that cost what a message does. */
const bytesOfMessage = 4 * 1024

/** A socket of somebody who edits. */
interface Client {
  message(data: Uint8Array): void
  left(event: { code: number; reason: string }): void
  /** Whether a token of it was good. */
  readonly isKnown: boolean
  /** As whom, for the log. */
  who(): object
}

export interface LiveHub {
  /** What costs more than a message is told to `spend`, in messages. */
  take(
    socket: WebSocket,
    address: string,
    send: (message: Uint8Array) => void,
    spend: (messages: number) => void,
  ): Client
  /** Keeps and stores what is under way. */
  close(): Promise<void>
}

/** What Hocuspocus keeps for each document of each socket. */
interface Context {
  socket: WebSocket
  address: string
  /** What counts for it, by key: once for each socket. */
  counted: Set<string>
  open: Set<Connection<Context>>
  /** Its documents, those included that are still being opened. */
  documents: { count: number }
  author?: Author
  organizationId?: string
  tokenId?: string
  /** Whether it may only read. */
  isReader?: boolean
  /** Something of it was refused, for the page is full: it is to begin anew when there is room. */
  isRefused?: boolean
  /** Something of it can never be taken: nothing that goes on from there is. */
  isShut?: boolean
  /** The clients that it speaks for. */
  clients?: Set<number>
  /** Until when what it takes away is what its schema lacks: its document was empty, and it has written nothing yet. */
  isNewUntil?: number
}

/** What is told to whoever may not open a document. Without a message, for Hocuspocus writes one to the console. */
class Refusal {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const documentName = /^page\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** "Try again later" (RFC 6455's registry of close codes): the editor comes back, and begins anew. */
const startAnew = (socket: WebSocket) => socket.close(1013, 'Try again.')

const mayWrite = ({ role, scope }: Pick<Admission, 'role' | 'scope'>) => scope === 'full' && pages.write.has(role)

/** The pages that this process has open, and who edits them. */
export function createHub(services: Services): LiveHub {
  const { storeAfter, storeAtLatest, lookAnyway, checkTokens: checkTokensEvery } = services.livePace
  const rooms = new Map<string, LiveRoom>()
  const clients = new Set<Context>()
  const sockets = createCounter()
  const busy = new Set<Promise<unknown>>()
  let isClosing = false
  /** Clients whose text a reader has written, and members whose editor lacks a part of the schema, by page. */
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
  /** An import may bring a page with the id of another organization's: then only one of the two can be open. */
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
        const bearer = readBearer(`Bearer ${token}`) ?? bearerOfTicket(token)
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
      // It was given up while somebody came, or another organization has opened a page of this id at the same time.
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
      // Hocuspocus answers that this message was not taken.
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
      // Hocuspocus reads them into a presence that has a client of its own, which is nobody.
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
        // Who somebody is, their token says.
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

  /** A browser that has signed in has no token to send, but a ticket for it. */
  function bearerOfTicket(ticket: string): Bearer {
    try {
      return credentialsOfTicket(services, ticket, livePath, null).bearer
    } catch (error) {
      throw error instanceof Problem && error.status === 410 ? error : unauthorized()
    }
  }

  /** Notes what an editor has when it opens a document. */
  function noteOpening(context: Context, stateVector: Uint8Array) {
    const isNew = context.isNewUntil === undefined && decodeStateVector(stateVector).size === 0
    context.isNewUntil = isNew ? performance.now() + schemaWithin : (context.isNewUntil ?? 0)
  }

  /** Why an editor's update is none that it means, if it is none. */
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
    // What somebody wrote while they might only read is not theirs to write afterwards.
    for (const client of findNewClients(document, decoded))
      if (refused.has(`${who} ${client}`)) return { error: 'forbidden' }
    if (decoded.structs.length && type !== syncStep2) context.isNewUntil = 0
    return undefined
  }

  /** Takes nothing more from a connection. */
  function refuse(connection: Connection<Context>, because: { error: string }) {
    connection.readOnly = true
    connection.context.isShut = true
    connection.sendStateless(JSON.stringify({ event: 'not_stored', ...because }))
  }

  /** Answers what Hocuspocus would read the whole document for, each time: what it is, and whether a reader has something new. */
  function answer({ type, step, name, payload }: ProtocolMessage, { open }: Context, spend: (messages: number) => void): boolean {
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

  /** Who a token is, if they may read the page. */
  async function admit(bearer: Bearer, address: string, pageId: string | undefined) {
    const standing = await services.rate.countToken(bearer, address)
    if (standing && !standing.allowed) throw rateLimited()
    return operate(services, { bearer, language: null }, 'read', async (context) => {
      admitTo({ extensions: { may: pages.read } }, context, false)
      if (pageId) await context.read(Page, pageId)
      return { member: context.member, organizationId: context.organizationId }
    })
  }

  /** Counts a socket for the token, the member and the organization that it is used by; refuses those beyond what they have. */
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
    services.bus.onTell('access', (member) => {
      const isTheirs = ({ context: { organizationId, author } }: Connection<Context>) =>
        `${organizationId}/${author?.id}` === member
      for (const client of clients) if ([...client.open].some(isTheirs)) follow(checkTokens(client))
    }),
    services.bus.onTell('page', (told) => {
      const [organizationId, pageId, sequence] = told.split('/')
      const one = rooms.get(`page.${pageId}`)
      if (sequence && one?.has(Number(sequence))) return
      for (const room of !pageId ? rooms.values() : one ? [one] : [])
        if (room.key.organizationId === organizationId) follow(look(room))
    }),
    services.bus.onTell('presence', (told) => {
      const [organizationId, pageId, text = ''] = told.split('/')
      const room = rooms.get(`page.${pageId}`)
      if (room && room.key.organizationId === organizationId) room.heedPresence(text)
    }),
  ]
  const timer = setInterval(() => {
    for (const room of rooms.values()) follow(look(room))
  }, lookAnyway)

  /** Brings the connections of a socket up to date with what their tokens may now. */
  async function checkTokens(context: Context) {
    for (const connection of context.open) {
      const { organizationId = '', tokenId = '', author } = connection.context
      const now = await services.rights.of(organizationId, tokenId)
      if (!now || !pages.read.has(now.role)) return context.socket.close(4401, now ? 'forbidden' : 'unauthorized')
      if (author) author.name = now.memberName
      if (connection.context.isReader !== !mayWrite(now)) {
        connection.readOnly = true
        // Its editor learns that only when it opens the document.
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
        // A database that is away says nothing about the token.
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
