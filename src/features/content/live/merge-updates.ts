import { updateYFragment } from '@tiptap/y-tiptap'
import {
  ContentFormat,
  ContentString,
  ContentType,
  Doc,
  encodeStateAsUpdate,
  type Item,
  mergeUpdates,
  XmlElement,
  type XmlFragment,
  XmlText,
} from 'yjs'
import { cleanText, isStorableJson, toNfcJson, toStorableJson } from '#core/text/characters'
import { type PageContent, parsePageContent } from '#features/content/pages/page-content'
import { type DocumentNode, emptyDocument, parseNode, type RichDocument } from '#rich-text/document'
import { repairDocument } from '#rich-text/repair-document'
import { type ConversionWarning, WarningCollector } from '#rich-text/warnings'
import { applyUpdatesWithin, fragmentName } from './validate-update.ts'

/** Bytes beyond which invisible content, such as unknown attributes, is removed. */
const muchState = 4 * 1024 * 1024

// Expensive operations on Yjs documents, loaded on first use; run in a thread if large.

export interface MergeInput {
  /** The updates that the page was last saved from. */
  stored: readonly Uint8Array[]
  /** Updates since then. */
  added: readonly Uint8Array[]
  /** Content that was written by REST in the meantime. */
  put: object | null
  /** CPU milliseconds to read either of the updates. */
  most: number
}

export interface MergeResult {
  content: PageContent
  /** Everything as one update. */
  state: Uint8Array
  /** The service's own changes: content written by REST, and repairs. */
  edit: Uint8Array | null
  /** What violated the schema and was removed; null if nothing did. */
  unfit: readonly ConversionWarning[] | null
  /** Types of nodes that the page no longer contains. */
  removed: readonly string[]
}

/** The initial update of a document with this content. */
export function createInitialState(document: object): Uint8Array {
  const doc = new Doc()
  change(doc, document as RichDocument)
  return encodeStateAsUpdate(doc)
}

/**
 * Merges updates; null if reading takes too long. Content written by REST is applied as an edit of what the page last
 * contained, so that concurrent unsaved text remains. Violations of the schema are removed for all editors.
 */
export function mergePageUpdates({ stored, added, put, most }: MergeInput): MergeResult | null {
  const doc = new Doc()
  const edits: Uint8Array[] = []
  const noted = <Result>(work: () => Result): Result => {
    const note = (update: Uint8Array) => void edits.push(update)
    doc.on('update', note)
    const result = work()
    doc.off('update', note)
    return result
  }
  if (!applyUpdatesWithin(doc, stored, most)) return null
  if (put) {
    // Unreadable content must be removed first.
    noted(() => takeOut(doc))
    noted(() => change(doc, put as RichDocument))
  }
  const before = typesOf(readFragment(doc))
  if (!applyUpdatesWithin(doc, added, most)) return null
  const strange = noted(() => takeOut(doc))
  const { content, warnings } = pageOf(readFragment(doc))
  if (warnings || encodeStateAsUpdate(doc).length > muchState) noted(() => change(doc, content.document))
  const after = typesOf(content.document)
  return {
    content,
    removed: [...before].filter((type) => !after.has(type)),
    state: encodeStateAsUpdate(doc),
    edit: edits.length ? mergeUpdates(edits) : null,
    unfit: warnings || strange.length ? [...strange, ...(warnings ?? [])] : null,
  }
}

/** Types of nodes that not every editor supports. */
function typesOf({ type, content = [] }: DocumentNode, types = new Set<string>()): Set<string> {
  if (!['doc', 'paragraph', 'text', 'hardBreak'].includes(type)) types.add(type)
  for (const child of content) typesOf(child, types)
  return types
}

interface Fitted {
  content: PageContent
  /** What violated the schema; null if nothing did. */
  warnings: readonly ConversionWarning[] | null
}

/** Converts any content to a valid page. */
function pageOf(read: DocumentNode): Fitted {
  const isStorable = isStorableJson(read)
  const written = toNfcJson(isStorable ? read : toStorableJson(read)) as DocumentNode
  for (const fit of [asItIs, repairDocument, fitParts, fitText]) {
    try {
      const { document, warnings } = fit(written)
      const content = parsePageContent(document)
      if (!('problems' in content)) return { content, warnings: warnings ?? (isStorable ? null : []) }
    } catch {
      // Try the next, coarser way.
    }
  }
  throw new Error('What was written cannot be shown as text.')
}

type Fit = { document: RichDocument; warnings: ConversionWarning[] | null }

const asItIs = (written: DocumentNode): Fit => ({ document: written as RichDocument, warnings: null })

/** Repairs each block separately; what fits nowhere becomes text. */
function fitParts({ content = [] }: DocumentNode): Fit {
  const parts = content.map((part) => {
    const whole = { type: 'doc', content: [part] }
    try {
      return repairDocument(whole)
    } catch {
      return fitText(whole)
    }
  })
  return {
    document: { type: 'doc', content: parts.flatMap(({ document }) => document.content ?? []) },
    warnings: parts.flatMap(({ warnings }) => warnings),
  }
}

function fitText({ content = [] }: DocumentNode): { document: RichDocument; warnings: ConversionWarning[] } {
  const paragraphs = content.map((part) => {
    const text = cleanText(extractText(part))
    return { type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) }
  })
  const types = [...new Set(content.map(({ type }) => String(type).slice(0, 200)))].slice(0, 100)
  return {
    document: paragraphs.length ? { type: 'doc', content: paragraphs } : emptyDocument,
    warnings: types.map((detail) => ({ kind: 'type', detail, line: null, count: 1 })),
  }
}

const extractText = ({ text, content = [] }: DocumentNode): string => text ?? content.map(extractText).join(' ')

/** Removes content that is neither element nor text, which no editor can read; returns warnings. */
function takeOut(doc: Doc): ConversionWarning[] {
  const warnings = new WarningCollector()
  doc.transact((transaction) => {
    const refuse = (item: Item, name: string) => {
      warnings.add('type', name)
      item.delete(transaction)
    }
    const clear = (type: XmlFragment | XmlText) => {
      const mayHave = type instanceof XmlText ? isWord : isNode
      for (let item = type._start; item; item = item.right)
        if (!item.deleted && !mayHave(item.content)) refuse(item, nameOf(item.content))
        else if (!item.deleted && item.content instanceof ContentType) clear(item.content.type as XmlElement)
      if (type instanceof XmlElement) return
      for (const item of type._map.values()) if (!item.deleted) refuse(item, nameOf(item.content))
    }
    clear(doc.getXmlFragment(fragmentName))
  })
  return warnings.list
}

const isWord = (content: unknown) => content instanceof ContentString || content instanceof ContentFormat
const isNode = (content: unknown) =>
  content instanceof ContentType && [XmlElement, XmlText].some((kind) => content.type.constructor === kind)
const nameOf = (content: object) => (content instanceof ContentType ? content.type : content).constructor.name

function change(doc: Doc, document: RichDocument) {
  const root = doc.getXmlFragment(fragmentName)
  doc.transact(() => updateYFragment(doc, root, parseNode(document), { mapping: new Map(), isOMark: new Map() }))
}

/** An untouched editor contains nothing and shows an empty paragraph. */
function readFragment(doc: Doc): DocumentNode {
  const root: XmlFragment = doc.getXmlFragment(fragmentName)
  return root.length ? { type: 'doc', content: root.toArray().flatMap(readType) } : emptyDocument
}

/** Reads what ProseMirror's bindings write; anything else is ignored. */
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
    // Overlapping marks have a hash suffix.
    type: name.replace(/--[a-zA-Z0-9+/=]{8}$/, ''),
    attrs: attrs && typeof attrs === 'object' ? (attrs as Record<string, unknown>) : {},
  }))
  return [{ type: 'text', text: insert, marks }]
}
