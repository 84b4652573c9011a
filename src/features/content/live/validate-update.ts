import { AbstractType, applyUpdate, Doc, decodeUpdate, encodeStateAsUpdate, getItem, Item } from 'yjs'

// The size of an update does not tell its cost: Yjs searches a position for each part, and a crafted 28 KB update takes
// seconds. Updates are validated with a time limit, larger ones in a thread.

/** TipTap's default name. */
export const fragmentName = 'default'

/** CPU milliseconds to read a stored document; a slower one cannot be opened. */
export const maxReadMs = 3_000
/** Milliseconds of work in the event loop. */
export const maxBlockingMs = 50
/** CPU milliseconds to read an update, and the resulting document. */
const mostToTake = 200
const mostWithIt = 1_200

/** Depth of content: beyond a page's limit it is repaired, beyond this one it is rejected. */
const mostLevels = 200
/** Structs of a document including deleted ones, each an object in memory. */
const mostParts = 100_000

class TimeLimitExceeded extends Error {}

const processorTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Applies updates in one transaction. False if that took too long; the document is then unusable. */
export function applyUpdatesWithin(doc: Doc, updates: readonly Uint8Array[], most: number, origin?: unknown): boolean {
  const { clients } = doc.store
  const began = processorTime()
  let until = performance.now() + most
  let calls = 0
  // Yjs calls this at least once per struct, and offers no other place to abort.
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

/** Null if it takes too long. */
export function combineUpdates({ updates, most }: { updates: readonly Uint8Array[]; most: number }): Uint8Array | null {
  const doc = new Doc()
  return applyUpdatesWithin(doc, updates, most) ? encodeStateAsUpdate(doc) : null
}

export type DecodedUpdate = ReturnType<typeof decodeUpdate>

const rangesOf = ({ ds }: DecodedUpdate) => [...ds.clients.values()].reduce((sum, { length }) => sum + length, 0)
const partsOf = (doc: Doc) => [...doc.store.clients.values()].reduce((sum, { length }) => sum + length, 0)

/** Upper bound of the structs visited when applying an update. */
export function estimateSteps(doc: Doc, decoded: DecodedUpdate): number {
  const changes = decoded.structs.length + rangesOf(decoded)
  return changes * (partsOf(doc) + changes)
}

/** Why an update is rejected. */
export type UpdateRejection = 'payload_too_large' | 'too_complex' | 'too_large' | 'incomplete' | 'no_content'

function readUpdate(update: Uint8Array): DecodedUpdate | null {
  try {
    return decodeUpdate(update)
  } catch {
    return null
  }
}

/**
 * Validates an update against a document: whether it is accepted, and whether it adds anything.
 * @public Called by name in a thread.
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

/** True if everything that the update depends on is present. */
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

/** True if the additions are part of the content and not too deep. */
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
