import type { Connection, Document } from '@hocuspocus/server'
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import { applyUpdate, decodeUpdate, encodeStateAsUpdate, Item } from 'yjs'
import { notFound, Problem } from '#core/errors/problem'
import type { Services } from '#core/operation/services'
import { type TaskOwner, TaskStopped } from '#core/threads/threads'
import {
  type AddedUpdate,
  type Author,
  documentGeneration,
  storeUpdates,
  maxInlineBytes,
  hasStorageLeft,
  type DocumentChanges,
  type PageKey,
  readChanges,
  DocumentTooComplex,
  validationModule,
} from './live-document.ts'
import { saveDocument } from './save-document.ts'
import {
  applyUpdatesWithin,
  fragmentName,
  hasDependencies,
  isWithinContent,
  maxBlockingMs,
  maxReadMs,
  combineUpdates,
  estimateSteps,
  type UpdateRejection,
} from './validate-update.ts'

/** How a change came that was made elsewhere: it is kept already. */
const elsewhere = { source: 'local', skipStoreHooks: true } as const

/** Bytes of a page's content beyond which nothing is added, but what is deleted: a page has 1,000,000 at most. */
const mostContent = 950_000
/** Bytes of a document with all that editors keep of what was deleted. */
const mostState = 8 * 1024 * 1024
/** Steps that applying something may take in the event loop, of a quarter of a microsecond. */
const mostSteps = 250_000
/** Bytes of what waits for a part of it that has not come. */
const mostPending = 4 * 1024 * 1024
/** Bytes after which a document asks again whether its organization may store more. */
const allowance = 64 * 1024
/** Milliseconds in which changes of who is there are told to the other processes at once. */
const presenceEvery = 50
/** Characters of what is told of them at once. */
const mostPresence = 6_000

/** A page that editors of this process have open. */
export class LiveRoom {
  readonly key: PageKey
  readonly #services: Services
  #document: Document | undefined
  /** The place in the order of updates up to which all are here. */
  #sequence = 0
  /** Bytes of the content when it was looked at last, and of what was added since. */
  #contentBytes = 0
  #stateBytes = 0
  #addedBytes = 0
  /** Bytes that may be added before the storage's quota is asked again, and whether it had no room for more. */
  #allowed = 0
  #isOverQuota = false
  /** What has come and is not looked at yet. */
  #fresh: AddedUpdate[] = []
  #waiting: AddedUpdate[] = []
  #next: Promise<void> | undefined
  #last: Promise<void> = Promise.resolve()
  #looking: Promise<void> | undefined
  #lookAgain = false
  #settling: Promise<void> = Promise.resolve()
  /** What was answered last, until something changes. */
  #state: { key: string; state: Uint8Array } | undefined
  readonly #present = new Set<number>()
  #presenceTimer: NodeJS.Timeout | undefined
  /** What is here is not what is kept: everybody begins anew. */
  isBroken = false

  constructor(services: Services, key: PageKey) {
    this.#services = services
    this.key = key
  }

  /** Whether all is here up to a place in the order of updates. */
  has(sequence: number): boolean {
    return sequence <= this.#sequence
  }

  get document(): Document | undefined {
    return this.#document
  }

  /** Fills a document that nobody has open yet with what is kept. */
  async load(document: Document, news: DocumentChanges) {
    applyUpdate(document, await this.#read(news), elsewhere)
    this.#sequence = news.sequence
    this.#contentBytes = news.contentBytes
    this.#stateBytes = news.stateBytes
    this.#document = document
    document.on('update', (update: Uint8Array, origin: { connection?: Connection<{ author?: Author }> } | null) => {
      this.#state = undefined
      const author = origin?.connection?.context.author
      if (author) this.#fresh.push({ data: update, author })
    })
    // Those who are there in other processes make themselves known.
    this.#tellPresence('?')
  }

  /** Those who work elsewhere do not wait for this page. */
  get #turn(): TaskOwner {
    return { organizationId: this.key.organizationId, reader: this.key.pageId }
  }

  /** What is kept as one update, that is quick to apply. */
  async #read({ updates }: DocumentChanges): Promise<Uint8Array> {
    const bytes = updates.reduce((sum, { length }) => sum + length, 0)
    const now = bytes <= maxInlineBytes ? combineUpdates({ updates, most: maxBlockingMs }) : null
    const state =
      now ?? (await this.#services.threads.run(this.#turn, validationModule, 'combineUpdates', { updates, most: maxReadMs }))
    if (!state) throw new DocumentTooComplex()
    return state
  }

  /**
   * Takes what an editor has written: it is kept before that is acknowledged. Answers why it is not taken; then nothing of it
   * has been anywhere.
   */
  async take(connection: Connection, update: Uint8Array): Promise<UpdateRejection | undefined> {
    const document = connection.document
    const decoded = update.length <= maxInlineBytes ? decodeUpdate(update) : undefined
    const isTried = !decoded || estimateSteps(document, decoded) > mostSteps
    if (isTried) {
      const { unfit, adds } = await this.#try(update)
      const refused = unfit ?? (adds ? await this.#refuse(update.length) : undefined)
      if (refused) return refused
    } else {
      // What only deletes makes room.
      const refused = decoded.structs.length ? await this.#refuse(update.length) : undefined
      if (refused) return refused
      if (
        decoded.structs.some(
          (struct) => struct instanceof Item && typeof struct.parent === 'string' && struct.parent !== fragmentName,
        )
      )
        return 'no_content'
      if (!hasDependencies(document, decoded)) return 'incomplete'
    }
    try {
      const isApplied = applyUpdatesWithin(document, [update], maxReadMs, { source: 'connection', connection })
      if (!isApplied || (decoded && !isTried && !isWithinContent(document, decoded))) this.isBroken = true
    } catch {
      this.isBroken = true
    }
    // What it has left behind in memory is nobody's, and nobody is sent it: the document is read again.
    if (this.isBroken) return 'no_content'
    const { pendingStructs, pendingDs } = document.store
    if ((pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0) > mostPending) this.isBroken = true
    for (const added of this.#fresh.splice(0)) this.#keep(added)
    await this.#next
    return undefined
  }

  /** Tries what is no keystroke where it holds up nobody, on what is kept. */
  async #try(update: Uint8Array) {
    await this.#last
    const news = await readChanges(this.#services, this.key, 0)
    if (!news) throw notFound()
    const { threads } = this.#services
    return threads
      .run(this.#turn, validationModule, 'validateUpdate', { updates: news.updates, update: new Uint8Array(update) })
      .catch((error) => {
        if (error instanceof TaskStopped) return { unfit: 'too_complex' as const, adds: true }
        throw error
      })
  }

  /** What the document has and an editor does not; whether it had to be read for that. */
  stateSince(stateVector: Uint8Array): { state: Uint8Array; isNew: boolean } {
    const key = Buffer.from(stateVector).toString('base64')
    const known = this.#state?.key === key ? this.#state : undefined
    const state = known?.state ?? encodeStateAsUpdate(this.#document as Document, stateVector)
    this.#state = { key, state }
    return { state, isNew: !known }
  }

  /** Why so many bytes more are too many, where they are. */
  async #refuse(bytes: number): Promise<UpdateRejection | undefined> {
    if (this.#isTooLarge(bytes)) return 'too_large'
    return (await this.#mayAdd(bytes)) ? undefined : 'payload_too_large'
  }

  /** Whether nothing can be added. */
  get isFull(): boolean {
    return this.#isTooLarge() || this.#isOverQuota
  }

  /** Whether the organization's storage has room, asked once for many updates. */
  async #mayAdd(bytes: number): Promise<boolean> {
    if (this.#isOverQuota) return false
    if (this.#allowed < bytes) {
      const more = bytes + allowance
      this.#isOverQuota = !(await hasStorageLeft(this.#services, this.key, more))
      this.#allowed = this.#isOverQuota ? 0 : more
    }
    this.#allowed -= bytes
    return !this.#isOverQuota
  }

  /** Whether so many bytes more are more than a page can hold. */
  #isTooLarge(more = 0): boolean {
    const content = this.#contentBytes + 2 * this.#addedBytes + more
    return content > mostContent || this.#stateBytes + this.#addedBytes + more > mostState
  }

  #keep(added: AddedUpdate) {
    this.#addedBytes += added.data.length
    this.#waiting.push(added)
    this.#next ??= this.#last = this.#last.then(() => this.#write())
    this.#next.catch(() => {})
  }

  async #write() {
    const added = this.#waiting
    this.#waiting = []
    this.#next = undefined
    try {
      const { before, last } = await storeUpdates(this.#services, this.key, added)
      if (before === this.#sequence) this.#sequence = last
      this.#services.bus.tell('page', `${this.key.organizationId}/${this.key.pageId}/${last}`)
    } catch (error) {
      this.isBroken = true
      throw error
    }
  }

  /** Reads what other processes have added, and closes the document where its page is gone; calls made meanwhile are one more. */
  look(): Promise<void> {
    if (this.#looking) this.#lookAgain = true
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look() {
    do {
      this.#lookAgain = false
      if (this.#isOverQuota) this.#isOverQuota = !(await hasStorageLeft(this.#services, this.key, allowance))
      // What is being written is not news.
      await this.#last.catch(() => {})
      const document = this.#document
      if (!document || document.isDestroyed) return
      const after = this.#sequence
      const news = await readChanges(this.#services, this.key, after)
      if (!news) return this.end('not_found', 4404)
      const isSame = documentGeneration(news.sequence) === documentGeneration(after)
      if (!isSame || !applyUpdatesWithin(document, news.updates, maxReadMs, elsewhere)) {
        this.isBroken = true
        return
      }
      this.#sequence = Math.max(this.#sequence, news.sequence)
      if (news.contentBytes !== this.#contentBytes || !news.isOpen) this.#addedBytes = 0
      this.#contentBytes = news.contentBytes
      this.#stateBytes = news.stateBytes
      if (news.isPut) await this.settle()
    } while (this.#lookAgain)
  }

  /** Has the page hold what the document amounts to, one call at a time. */
  settle(): Promise<void> {
    this.#settling = this.#settling.then(() => this.#settle())
    return this.#settling
  }

  async #settle() {
    try {
      await this.#last.catch(() => {})
      const { unfit, removed } = await saveDocument(this.#services, this.key)
      if (unfit) this.#say({ event: 'changed', warnings: unfit })
      if (removed.length) this.#say({ event: 'removed', types: removed })
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return this.end('not_found', 4404)
      if (error instanceof DocumentTooComplex) {
        // It was begun anew.
        this.isBroken = true
        return this.#say({ event: 'not_stored', error: 'too_complex' })
      }
      if (error instanceof Problem && error.status < 500)
        return this.#say({ event: 'not_stored', error: error.field === 'content' ? 'too_large' : error.code })
      this.#services.log.warn({ err: error, page: this.key.pageId }, 'live page')
      this.#say({ event: 'not_stored', error: error instanceof Problem ? error.code : 'internal' })
    }
  }

  /** Tells the editors what the protocol itself has no word for. */
  #say(what: object) {
    this.#document?.broadcastStateless(JSON.stringify(what))
  }

  /** Closes the document for all who have it open, here. */
  end(reason: string, code: number) {
    for (const connection of this.#document?.getConnections() ?? []) connection.close({ code, reason })
  }

  /** Notes that somebody has come, moved or left, for the other processes. */
  notePresence(clients: readonly number[]) {
    for (const client of clients) this.#present.add(client)
    this.#presenceTimer ??= setTimeout(() => this.#tellPresenceNow(), presenceEvery)
  }

  #tellPresenceNow() {
    clearTimeout(this.#presenceTimer)
    this.#presenceTimer = undefined
    const changed = [...this.#present]
    this.#present.clear()
    this.#tellPresenceOf(changed)
  }

  /** What another process tells of who is there. */
  heedPresence(told: string) {
    const document = this.#document
    if (!document || document.isDestroyed) return
    if (told === '?') this.#tellPresenceOf([...document.awareness.getStates().keys()])
    else applyAwarenessUpdate(document.awareness, Buffer.from(told, 'base64url'), elsewhere)
  }

  #tellPresenceOf(clients: readonly number[]) {
    const document = this.#document
    if (!document) return
    const known = clients.filter((client) => document.awareness.meta.has(client))
    if (!known.length) return
    const told = Buffer.from(encodeAwarenessUpdate(document.awareness, known)).toString('base64url')
    if (told.length <= mostPresence) this.#tellPresence(told)
    else if (known.length > 1) for (const client of known) this.#tellPresenceOf([client])
  }

  #tellPresence(told: string) {
    this.#services.bus.tell('presence', `${this.key.organizationId}/${this.key.pageId}/${told}`)
  }

  /** Waits until what was taken is kept. */
  async close() {
    this.#tellPresenceNow()
    await this.#last.catch(() => {})
    await this.#settling
  }
}
