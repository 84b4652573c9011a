import { SaxesParser } from 'saxes'
import { toNfc } from './characters.ts'
import type { Bilingual } from './language.ts'

/** An element as it was read: names without their prefixes. */
export interface XmlElement {
  name: string
  /** URI of its namespace; empty where it has none. */
  namespace: string
  attributes: Readonly<Record<string, string>>
  /** Its own text, without that of its children, trimmed. */
  text: string
  children: XmlElement[]
  /** Where it begins, counted from 1. */
  line: number
}

/** XML that is not read: no XML, or more of it than is taken. */
export class XmlError extends Error {
  override readonly name = 'XmlRefused'
  readonly text: Bilingual
  /** Counted from 1; null where it is about the whole. */
  readonly line: number | null

  constructor(text: Bilingual, line: number | null = null) {
    super(text.en)
    this.text = text
    this.line = line
  }
}

export interface XmlLimits {
  /** Levels of elements. */
  depth: number
  elements: number
}

/**
 * Reads a document as a tree. Document types are refused, and with them every entity but the five of XML itself, so
 * nothing is read from elsewhere and nothing grows. `take` is shown each element at its end and keeps it out of the tree
 * where it answers true: what repeats without end need not be held.
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

/** The text of a document in the encoding that it names; XmlRefused where it is not in that. */
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

/** The first child of that name. */
export const findChild = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name)

/** All children of that name. */
export const findChildren = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((one) => one.name === name) ?? []

/** The element at the end of a path of names, each time the first. */
export const findDescendant = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce<XmlElement | undefined>(findChild, element)

/** The text at the end of a path; null where there is none. */
export const findText = (element: XmlElement | undefined, ...names: string[]): string | null =>
  findDescendant(element, ...names)?.text || null

/** Reads an xs:boolean (XML Schema 1.0 §3.2.2): `true` and `1` are true. */
export const parseXmlBoolean = (text: string | null): boolean => text === 'true' || text === '1'
