import type { Connection, Document } from '@hocuspocus/server'
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import { applyUpdate, decodeUpdate, encodeStateAsUpdate, Item } from 'yjs'
import { notFound, Problem } from '#core/errors/problem'
import type { Services } from '#core/operation/services'
import { type TaskOwner, TaskStopped } from '#core/threads/threads'
import {
  type AddedUpdate,
  type Author,
  type DocumentChanges,
  DocumentTooComplex,
  documentGeneration,
  hasStorageLeft,
  maxInlineBytes,
  type PageKey,
  readChanges,
  storeUpdates,
  validationModule,
} from './live-document.ts'
import { saveDocument } from './save-document.ts'
import {
  applyUpdatesWithin,
  combineUpdates,
  estimateSteps,
  fragmentName,
  hasDependencies,
  isWithinContent,
  maxBlockingMs,
  maxReadMs,
  type UpdateRejection,
} from './validate-update.ts'

/** Marks updates from elsewhere, which are already stored. */
const elsewhere = { source: 'local', skipStoreHooks: true } as const

/** Bytes beyond which only deletions are accepted; a page has at most 1,000,000. */
const mostContent = 950_000
/** Bytes of a document including deleted content. */
const mostState = 8 * 1024 * 1024
/** Limit of work in the event loop; a step takes about 0.25 µs. */
const mostSteps = 250_000
/** Bytes waiting for missing dependencies. */
const mostPending = 4 * 1024 * 1024
/** Bytes after which the storage quota is checked again. */
const allowance = 64 * 1024
/** Milliseconds between presence messages to other processes. */
const presenceEvery = 50
/** Characters per presence message. */
const mostPresence = 6_000

/** A page that is open in this process. */
export class LiveRoom {
  readonly key: PageKey
  readonly #services: Services
  #document: Document | undefined
  /** Sequence number up to which all updates are applied. */
  #sequence = 0
  /** Bytes of the content when last read, and of updates since. */
  #contentBytes = 0
  #stateBytes = 0
  #addedBytes = 0
  /** Bytes left until the next quota check, and whether the quota is exceeded. */
  #allowed = 0
  #isOverQuota = false
  /** Updates that are not stored yet. */
  #fresh: AddedUpdate[] = []
  #waiting: AddedUpdate[] = []
  #next: Promise<void> | undefined
  #last: Promise<void> = Promise.resolve()
  #looking: Promise<void> | undefined
  #lookAgain = false
  #settling: Promise<void> = Promise.resolve()
  /** The cached last state. */
  #state: { key: string; state: Uint8Array } | undefined
  readonly #present = new Set<number>()
  #presenceTimer: NodeJS.Timeout | undefined
  /** True if the memory and the stored document differ: all editors must reload. */
  isBroken = false

  constructor(services: Services, key: PageKey) {
    this.#services = services
    this.key = key
  }

  has(sequence: number): boolean {
    return sequence <= this.#sequence
  }

  get document(): Document | undefined {
    return this.#document
  }

  /** Loads the stored document. */
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
    // Asks the other processes for their editors' presence.
    this.#tellPresence('?')
  }

  /** Tasks for this page do not delay the organization's others. */
  get #turn(): TaskOwner {
    return { organizationId: this.key.organizationId, reader: this.key.pageId }
  }

  /** The stored updates combined into one. */
  async #read({ updates }: DocumentChanges): Promise<Uint8Array> {
    const bytes = updates.reduce((sum, { length }) => sum + length, 0)
    const now = bytes <= maxInlineBytes ? combineUpdates({ updates, most: maxBlockingMs }) : null
    const state =
      now ??
      (await this.#services.threads.run(this.#turn, validationModule, 'combineUpdates', { updates, most: maxReadMs }))
    if (!state) throw new DocumentTooComplex()
    return state
  }

  /**
   * Accepts an editor's update: it is stored before it is acknowledged. Returns why it was rejected; then it was not applied
   * anywhere.
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
      // Deletions are always accepted.
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
    // The update remains in memory only; the document is reloaded before anything is sent.
    if (this.isBroken) return 'no_content'
    const { pendingStructs, pendingDs } = document.store
    if ((pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0) > mostPending) this.isBroken = true
    for (const added of this.#fresh.splice(0)) this.#keep(added)
    await this.#next
    return undefined
  }

  /** Validates a larger update in a thread, against the stored document. */
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

  /** What an editor lacks, and whether it had to be computed. */
  stateSince(stateVector: Uint8Array): { state: Uint8Array; isNew: boolean } {
    const key = Buffer.from(stateVector).toString('base64')
    const known = this.#state?.key === key ? this.#state : undefined
    const state = known?.state ?? encodeStateAsUpdate(this.#document as Document, stateVector)
    this.#state = { key, state }
    return { state, isNew: !known }
  }

  /** Why this many bytes are too many; undefined if they fit. */
  async #refuse(bytes: number): Promise<UpdateRejection | undefined> {
    if (this.#isTooLarge(bytes)) return 'too_large'
    return (await this.#mayAdd(bytes)) ? undefined : 'payload_too_large'
  }

  /** True if only deletions are accepted. */
  get isFull(): boolean {
    return this.#isTooLarge() || this.#isOverQuota
  }

  /** Checks the storage quota once for many updates. */
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

  /** True if the page would exceed its size. */
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
      this.#services.bus.publish('page', `${this.key.organizationId}/${this.key.pageId}/${last}`)
    } catch (error) {
      this.isBroken = true
      throw error
    }
  }

  /** Applies updates of other processes and closes the document if its page is gone. Concurrent calls are combined. */
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
      // Waits for pending writes.
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

  /** Saves the document to its page, one call at a time. */
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
        // It was reset.
        this.isBroken = true
        return this.#say({ event: 'not_stored', error: 'too_complex' })
      }
      if (error instanceof Problem && error.status < 500)
        return this.#say({ event: 'not_stored', error: error.field === 'content' ? 'too_large' : error.code })
      this.#services.log.warn({ err: error, page: this.key.pageId }, 'live page')
      this.#say({ event: 'not_stored', error: error instanceof Problem ? error.code : 'internal' })
    }
  }

  /** Sends a message outside of the protocol to all editors. */
  #say(what: object) {
    this.#document?.broadcastStateless(JSON.stringify(what))
  }

  /** Closes the document for all editors of this process. */
  end(reason: string, code: number) {
    for (const connection of this.#document?.getConnections() ?? []) connection.close({ code, reason })
  }

  /** Schedules a presence message to the other processes. */
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

  /** Applies a presence message of another process. */
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
    this.#services.bus.publish('presence', `${this.key.organizationId}/${this.key.pageId}/${told}`)
  }

  /** Waits until accepted updates are stored. */
  async close() {
    this.#tellPresenceNow()
    await this.#last.catch(() => {})
    await this.#settling
  }
}
