import { AbstractType, applyUpdate, Doc, decodeUpdate, encodeStateAsUpdate, getItem, Item } from 'yjs'

// What an update costs cannot be seen from its size: each part of it is looked for a place among those that lie where it wants
// to be, and 28 KB that were made for that take seconds. It is tried with a limit, and where it is no keystroke in a thread.

/** Where editors keep the content: the name that TipTap uses unless told otherwise. */
export const fragmentName = 'default'

/** Milliseconds of processor time in which a document that is kept is read; one that takes longer is not opened any more. */
export const maxReadMs = 3_000
/** Milliseconds that something may take at once in the event loop. */
export const maxBlockingMs = 50
/** Milliseconds of processor time in which what an editor sends has to be read, and the document that it makes. */
const mostToTake = 200
const mostWithIt = 1_200

/** Levels of what editors write: what is deeper than pages are is mended, what is much deeper is never kept. */
const mostLevels = 200
/** Parts of a document, those included that were deleted: each is an object in memory. */
const mostParts = 100_000

class TimeLimitExceeded extends Error {}

const processorTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Applies updates as one. False where it took longer than so many milliseconds: the document is of no use then. */
export function applyUpdatesWithin(doc: Doc, updates: readonly Uint8Array[], most: number, origin?: unknown): boolean {
  const { clients } = doc.store
  const began = processorTime()
  let until = performance.now() + most
  let calls = 0
  // Yjs looks there once for each part at least, and has no other place where it could be ended.
  clients.get = (client) => {
    calls += 1
    if (calls % 16 === 0 && performance.now() > until) {
      const left = most - (processorTime() - began)
      if (left <= 0) throw new TimeLimitExceeded()
      until = performance.now() + left
    }
    return Map.prototype.get.call(clients, client)
  }
  try {
    doc.transact(() => {
      for (const update of updates) applyUpdate(doc, update, origin)
    }, origin)
    return true
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return false
    throw error
  } finally {
    Reflect.deleteProperty(clients, 'get')
  }
}

/** All updates as one; null where that takes too long. */
export function combineUpdates({ updates, most }: { updates: readonly Uint8Array[]; most: number }): Uint8Array | null {
  const doc = new Doc()
  return applyUpdatesWithin(doc, updates, most) ? encodeStateAsUpdate(doc) : null
}

export type DecodedUpdate = ReturnType<typeof decodeUpdate>

const rangesOf = ({ ds }: DecodedUpdate) => [...ds.clients.values()].reduce((sum, { length }) => sum + length, 0)
const partsOf = (doc: Doc) => [...doc.store.clients.values()].reduce((sum, { length }) => sum + length, 0)

/** Steps that applying an update may take at most, in parts that are looked at. */
export function estimateSteps(doc: Doc, decoded: DecodedUpdate): number {
  const changes = decoded.structs.length + rangesOf(decoded)
  return changes * (partsOf(doc) + changes)
}

/** Why an update is not taken. */
export type UpdateRejection = 'payload_too_large' | 'too_complex' | 'too_large' | 'incomplete' | 'no_content'

function readUpdate(update: Uint8Array): DecodedUpdate | null {
  try {
    return decodeUpdate(update)
  } catch {
    return null
  }
}

/**
 * What an update would make of a document that consists of others: whether it can be taken, and adds something.
 * @public A thread calls it by its name.
 */
export function validateUpdate({ updates, update }: { updates: readonly Uint8Array[]; update: Uint8Array }): {
  unfit: UpdateRejection | null
  adds: boolean
} {
  const doc = new Doc()
  doc.getXmlFragment(fragmentName)
  const began = processorTime()
  const isRead = applyUpdatesWithin(doc, updates, mostWithIt)
  const decoded = readUpdate(update)
  if (!decoded) return { unfit: 'no_content', adds: true }
  const adds = decoded.structs.length > 0
  if (!isRead) return { unfit: 'too_complex', adds }
  if (partsOf(doc) + decoded.structs.length + 2 * rangesOf(decoded) > mostParts) return { unfit: 'too_large', adds }
  const isTaken = applyUpdatesWithin(doc, [update], mostToTake)
  if (!isTaken || processorTime() - began > mostWithIt) return { unfit: 'too_complex', adds }
  if (doc.store.pendingStructs) return { unfit: 'incomplete', adds }
  return { unfit: isWithinContent(doc, decoded) ? null : 'no_content', adds }
}

/** Whether all is there that an update goes on from. */
export function hasDependencies(doc: Doc, { structs }: DecodedUpdate): boolean {
  const known = new Map<number, number>()
  const has = (id: { client: number; clock: number } | null) => !id || id.clock < endOf(id.client)
  const endOf = (client: number) => {
    const end = known.get(client)
    if (end !== undefined) return end
    const last = doc.store.clients.get(client)?.at(-1)
    return last ? last.id.clock + last.length : 0
  }
  for (const { id, length } of structs) {
    if (id.clock > endOf(id.client)) return false
    known.set(id.client, Math.max(endOf(id.client), id.clock + length))
  }
  return structs.every(
    (struct) =>
      !(struct instanceof Item) ||
      (has(struct.origin) && has(struct.rightOrigin) && (!isId(struct.parent) || has(struct.parent))),
  )
}

const isId = (parent: unknown): parent is { client: number; clock: number } =>
  typeof parent === 'object' && parent !== null && 'clock' in parent

/** Whether what was added lies where editors have their content, and no deeper than programs can read. */
export function isWithinContent(doc: Doc, { structs }: DecodedUpdate): boolean {
  const root = doc.share.get(fragmentName)
  return structs.every((struct) => {
    if (!(struct instanceof Item)) return true
    const item = getItem(doc.store, struct.id)
    let parent = item instanceof Item ? item.parent : root
    for (let level = 0; level < mostLevels && parent instanceof AbstractType; level += 1) {
      if (!parent._item) return parent === root
      parent = parent._item.parent
    }
    return false
  })
}
