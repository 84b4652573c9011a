import { ContentType, type Doc, findIndexSS, Item, XmlElement, XmlText } from 'yjs'
import type { DecodedUpdate } from './validate-update.ts'

/** Existing items that an update deletes. */
function* deletedBy(doc: Doc, { ds }: DecodedUpdate): Generator<Item> {
  for (const [client, ranges] of ds.clients) {
    const structs = doc.store.clients.get(client) ?? []
    const last = structs.at(-1)
    for (const { clock, len } of ranges) {
      if (!last || clock >= last.id.clock + last.length) continue
      for (let index = findIndexSS(structs, clock); index < structs.length; index += 1) {
        const struct = structs[index]
        if (!struct || struct.id.clock >= clock + len) break
        if (struct instanceof Item && !struct.deleted) yield struct
      }
    }
  }
}

/**
 * Types of deleted nodes and marks that an editor may not support (paragraphs are always supported). ProseMirror bindings
 * silently delete what their schema lacks, for all users.
 */
export function listDeletedTypes(doc: Doc, decoded: DecodedUpdate): string[] {
  const types = new Set<string>()
  for (const { content } of deletedBy(doc, decoded)) {
    const type = content instanceof ContentType ? content.type : null
    if (type instanceof XmlElement && type.nodeName !== 'paragraph') types.add(type.nodeName)
    if (type instanceof XmlText)
      for (const { attributes } of type.toDelta() as { attributes?: object }[])
        for (const mark of Object.keys(attributes ?? {})) types.add(mark)
  }
  return [...types].slice(0, 20)
}

/** Clients for which the update contains new structs. */
export function findNewClients(doc: Doc, { structs }: DecodedUpdate): Set<number> {
  const clients = new Set<number>()
  for (const { id, length } of structs) {
    const last = doc.store.clients.get(id.client)?.at(-1)
    if (!last || last.id.clock + last.length < id.clock + length) clients.add(id.client)
  }
  return clients
}

/** True if the update changes nothing. */
export const isNoop = (doc: Doc, decoded: DecodedUpdate): boolean =>
  findNewClients(doc, decoded).size === 0 && deletedBy(doc, decoded).next().done === true
