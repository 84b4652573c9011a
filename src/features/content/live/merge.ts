import { updateYFragment } from '@tiptap/y-tiptap'
import { applyUpdate, Doc, encodeStateAsUpdate, mergeUpdates, XmlElement, type XmlFragment, XmlText } from 'yjs'
import { type PageContent, readPageContent } from '#features/content/pages/page-content'
import { checkDocument, type DocumentNode, emptyDocument, nodeOf, type RichDocument } from '#rich-text/document'
import { fitDocument } from '#rich-text/fit-document'
import type { ConversionWarning } from '#rich-text/warnings'

/** Bytes of a document beyond which what no page shows, such as attributes off the schema, is taken out of it. */
const muchState = 4 * 1024 * 1024

// What is dear about documents of Yjs: loaded with the first of them, and run in a thread where there is much of it.

/** Where editors keep the content: the name that TipTap uses unless told otherwise. */
const fragment = 'default'

export interface ToMerge {
  /** The updates that amount to what the page held last. */
  stored: readonly Uint8Array[]
  /** What editors have added since. */
  added: readonly Uint8Array[]
  /** What was meanwhile put in the place of the stored content, by REST or by a restore. */
  put: object | null
}

export interface Merged {
  content: PageContent
  /** All of it as one update. */
  state: Uint8Array
  /** What the service itself has added: what was put, and what makes the document fit the schema. */
  edit: Uint8Array | null
  /** What of the document was off the schema, and is not any more. */
  unfit: readonly ConversionWarning[]
}

/** A page as a document of Yjs that nobody has edited. */
export function firstState(document: object): Uint8Array {
  const doc = new Doc()
  change(doc, document as RichDocument)
  return encodeStateAsUpdate(doc)
}

/**
 * What the updates amount to. What was put is an edit of what the page held before: what others wrote since, and no page holds
 * yet, stays beside it. What is off the schema is taken out of the document for all who have it open.
 */
export function mergeUpdatesOf({ stored, added, put }: ToMerge): Merged {
  const doc = new Doc()
  const edits: Uint8Array[] = []
  const apply = (updates: readonly Uint8Array[]) =>
    doc.transact(() => {
      for (const update of updates) applyUpdate(doc, update)
    })
  const edit = (document: RichDocument) => {
    const note = (update: Uint8Array) => void edits.push(update)
    doc.on('update', note)
    change(doc, document)
    doc.off('update', note)
  }
  apply(stored)
  if (put) edit(put as RichDocument)
  apply(added)
  const written = readFragment(doc)
  const checked = checkDocument(written)
  const { document, warnings } = checked.ok ? { ...checked, warnings: [] } : fitDocument(written)
  if (!checked.ok || encodeStateAsUpdate(doc).length > muchState) edit(document)
  const content = readPageContent(document)
  if ('problems' in content) throw new Error(`A fitted document is off the schema: ${content.problems[0]?.message.en}`)
  return {
    content,
    state: encodeStateAsUpdate(doc),
    edit: edits.length ? mergeUpdates(edits) : null,
    unfit: warnings,
  }
}

function change(doc: Doc, document: RichDocument) {
  const root = doc.getXmlFragment(fragment)
  doc.transact(() => updateYFragment(doc, root, nodeOf(document), { mapping: new Map(), isOMark: new Map() }))
}

/** An editor that nobody has written in holds nothing at all, and shows a paragraph. */
function readFragment(doc: Doc): DocumentNode {
  const root: XmlFragment = doc.getXmlFragment(fragment)
  return root.length ? { type: 'doc', content: root.toArray().flatMap(readType) } : emptyDocument
}

/** What ProseMirror's bindings write of it; what they do not write is nothing. */
function readType(type: unknown): DocumentNode[] {
  if (type instanceof XmlText) return (type.toDelta() as Piece[]).flatMap(readPiece)
  if (!(type instanceof XmlElement)) return []
  const attrs: Record<string, unknown> = type.getAttributes()
  return [{ type: type.nodeName, attrs, content: type.toArray().flatMap(readType) }]
}

interface Piece {
  insert: unknown
  attributes?: Record<string, unknown>
}

function readPiece({ insert, attributes = {} }: Piece): DocumentNode[] {
  if (typeof insert !== 'string') return []
  const marks = Object.entries(attributes).map(([name, attrs]) => ({
    // A mark that may overlap itself bears a hash.
    type: name.replace(/--[a-zA-Z0-9+/=]{8}$/, ''),
    attrs: attrs && typeof attrs === 'object' ? (attrs as Record<string, unknown>) : {},
  }))
  return [{ type: 'text', text: insert, marks }]
}
