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

/** Bytes of a document beyond which what no page shows, such as attributes off the schema, is taken out of it. */
const muchState = 4 * 1024 * 1024

// What is dear about documents of Yjs: loaded with the first of them, and run in a thread where there is much of it.

export interface MergeInput {
  /** The updates that amount to what the page held last. */
  stored: readonly Uint8Array[]
  /** What editors have added since. */
  added: readonly Uint8Array[]
  /** What was meanwhile put in the place of the stored content, by REST or by a restore. */
  put: object | null
  /** Milliseconds of processor time that reading either of the updates may take. */
  most: number
}

export interface MergeResult {
  content: PageContent
  /** All of it as one update. */
  state: Uint8Array
  /** What the service itself has added: what was put, and what makes the document fit the schema. */
  edit: Uint8Array | null
  /** What of the document was off the schema, and is not any more; null where nothing was. */
  unfit: readonly ConversionWarning[] | null
  /** Types of nodes that the page held, and does not hold any more. */
  removed: readonly string[]
}

/** A page as a document of Yjs that nobody has edited. */
export function createInitialState(document: object): Uint8Array {
  const doc = new Doc()
  change(doc, document as RichDocument)
  return encodeStateAsUpdate(doc)
}

/**
 * What the updates amount to; null where reading them takes too long. What was put is an edit of what the page held before: what
 * others wrote since, and no page holds yet, stays beside it. What is off the schema is taken out of the document for all who
 * have it open.
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
    // Beside what no editor can read nothing can be changed.
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

/** The types of nodes that not every editor has. */
function typesOf({ type, content = [] }: DocumentNode, types = new Set<string>()): Set<string> {
  if (!['doc', 'paragraph', 'text', 'hardBreak'].includes(type)) types.add(type)
  for (const child of content) typesOf(child, types)
  return types
}

interface Fitted {
  content: PageContent
  /** What of it was off the schema; null where nothing was. */
  warnings: readonly ConversionWarning[] | null
}

/** What a page shows of what was written, whatever that is. */
function pageOf(read: DocumentNode): Fitted {
  const isStorable = isStorableJson(read)
  const written = toNfcJson(isStorable ? read : toStorableJson(read)) as DocumentNode
  for (const fit of [asItIs, repairDocument, fitParts, fitText]) {
    try {
      const { document, warnings } = fit(written)
      const content = parsePageContent(document)
      if (!('problems' in content)) return { content, warnings: warnings ?? (isStorable ? null : []) }
    } catch {
      // Then the next one, which keeps less of it.
    }
  }
  throw new Error('What was written cannot be shown as text.')
}

type Fit = { document: RichDocument; warnings: ConversionWarning[] | null }

const asItIs = (written: DocumentNode): Fit => ({ document: written as RichDocument, warnings: null })

/** Each part for itself, and those as text for which there is no place at all. */
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
    const text = cleanText(wordsOf(part))
    return { type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) }
  })
  const types = [...new Set(content.map(({ type }) => String(type).slice(0, 200)))].slice(0, 100)
  return {
    document: paragraphs.length ? { type: 'doc', content: paragraphs } : emptyDocument,
    warnings: types.map((detail) => ({ kind: 'type', detail, line: null, count: 1 })),
  }
}

const wordsOf = ({ text, content = [] }: DocumentNode): string => text ?? content.map(wordsOf).join(' ')

/** Takes out what is neither element nor text, which no editor can read; answers what it was. */
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

/** An editor that nobody has written in holds nothing at all, and shows a paragraph. */
function readFragment(doc: Doc): DocumentNode {
  const root: XmlFragment = doc.getXmlFragment(fragmentName)
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
