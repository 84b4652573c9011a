import { SaxesParser } from 'saxes'
import { toNfc } from './characters.ts'
import type { Bilingual } from './language.ts'

/** An element; names have no prefix. */
export interface XmlElement {
  name: string
  /** Namespace URI; empty if there is none. */
  namespace: string
  attributes: Readonly<Record<string, string>>
  /** Its own text without its children's, trimmed. */
  text: string
  children: XmlElement[]
  /** Line of its start, counted from 1. */
  line: number
}

/** Malformed XML, or more than the limits allow. */
export class XmlError extends Error {
  override readonly name = 'XmlRefused'
  readonly text: Bilingual
  /** Counted from 1; null if it concerns the whole document. */
  readonly line: number | null

  constructor(text: Bilingual, line: number | null = null) {
    super(text.en)
    this.text = text
    this.line = line
  }
}

export interface XmlLimits {
  depth: number
  elements: number
}

/**
 * Parses a document. Document types, and so custom entities, are rejected. `take` is called for each finished element; if it
 * returns true, the element is dropped, so that repeated elements need no memory.
 */
export function parseXml(
  text: string,
  { depth, elements }: XmlLimits,
  take: (element: XmlElement, path: readonly XmlElement[]) => boolean = () => false,
): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const path: XmlElement[] = []
  let root: XmlElement | undefined
  let count = 0
  parser.on('error', ({ message }) => {
    const said = message.replace(/^\d+:\d+: /, '')
    throw new XmlError({ de: `kein gültiges XML (${said})`, en: `not valid XML (${said})` }, parser.line)
  })
  parser.on('doctype', () => {
    throw new XmlError({ de: 'ein Dokumenttyp (DOCTYPE) wird nicht gelesen', en: 'a DOCTYPE is not read' }, parser.line)
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    count += 1
    if (count > elements || path.length >= depth) throw new XmlError(tooMuch({ depth, elements }), parser.line)
    const element: XmlElement = {
      name: local,
      namespace: uri,
      attributes: Object.fromEntries(
        Object.values(attributes).map((attribute) => [attribute.local, toNfc(attribute.value)]),
      ),
      text: '',
      children: [],
      line: parser.line,
    }
    root ??= element
    path.push(element)
  })
  const addText = (more: string) => {
    const element = path.at(-1)
    if (element) element.text += more
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = path.pop() as XmlElement
    element.text = toNfc(element.text.trim())
    if (path.length && !take(element, path)) path.at(-1)?.children.push(element)
  })
  parser.write(text).close()
  if (!root) throw new XmlError({ de: 'kein XML', en: 'not XML' })
  return root
}

const tooMuch = ({ depth, elements }: XmlLimits): Bilingual => ({
  de: `mehr als ${elements} Elemente oder ${depth} Ebenen`,
  en: `more than ${elements} elements or ${depth} levels`,
})

/** Decodes a document by its declared encoding; throws XmlError. */
export function decodeXml(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new XmlError({ de: `nicht in der Zeichenkodierung ${encoding}`, en: `not in the encoding ${encoding}` })
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^\W*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
}

export const findChild = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name)

export const findChildren = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((one) => one.name === name) ?? []

/** Follows a path of names, each time to the first match. */
export const findDescendant = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce<XmlElement | undefined>(findChild, element)

/** The text at the end of a path; null if there is none. */
export const findText = (element: XmlElement | undefined, ...names: string[]): string | null =>
  findDescendant(element, ...names)?.text || null

/** Parses an xs:boolean (XML Schema 1.0 §3.2.2): `true` and `1` are true. */
export const parseXmlBoolean = (text: string | null): boolean => text === 'true' || text === '1'
