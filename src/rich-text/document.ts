import { type Attrs, Fragment, Mark, type MarkType, type Node, type NodeType } from '@tiptap/pm/model'
import { isValidText, richTextSchema } from './schema.ts'

interface DocumentMark {
  type: string
  attrs?: Record<string, unknown>
}

/** A node in ProseMirror's JSON. */
export interface DocumentNode {
  type: string
  attrs?: Record<string, unknown>
  content?: DocumentNode[]
  marks?: DocumentMark[]
  text?: string
}

/** A validated document; see `checkDocument`. */
export interface RichDocument extends DocumentNode {
  type: 'doc'
}

/** A violation of the schema and its path, such as `content.2.attrs.level`. */
export interface DocumentProblem {
  path: string
  message: Bilingual
}

export interface Bilingual {
  readonly de: string
  readonly en: string
}

export type DocumentCheck = { ok: true; document: RichDocument } | { ok: false; problems: DocumentProblem[] }

/**
 * Limits of a document and of a text that is converted to one. One level of nodes is two levels of JSON, and JSON
 * bodies may have 100: a document that was read can be sent back in a body or in GraphQL variables.
 */
export const documentLimits = { depth: 46, nodes: 100_000, characters: 1_048_576, problems: 20 }

/** @public For new pages. */
export const emptyDocument: RichDocument = { type: 'doc', content: [{ type: 'paragraph' }] }

export const parseNode = (document: RichDocument): Node => richTextSchema.nodeFromJSON(document)
/** Includes the node itself. */
export function countNodes(node: Node): number {
  let size = 1
  node.descendants(() => {
    size += 1
  })
  return size
}
export const serializeNode = (node: Node): RichDocument => node.toJSON() as RichDocument

/** Validates JSON against the schema and lists every violation. Unknown attributes are dropped, as ProseMirror does. */
export function checkDocument(json: unknown): DocumentCheck {
  const reader = new DocumentReader()
  const node = reader.node(json, '', 0)
  if (node && node.type !== richTextSchema.topNodeType)
    reader.refuse('type', `Das Ganze ist ${node.type.name}, nicht doc`, `The whole is a ${node.type.name}, not a doc`)
  return node && reader.problems.length === 0
    ? { ok: true, document: serializeNode(node) }
    : { ok: false, problems: reader.problems }
}

/** The given attributes completed by defaults, or the first invalid one. */
export function validateAttributes(
  type: NodeType | MarkType,
  given: Attrs | null | undefined,
): { attrs: Record<string, unknown>; bad?: { name: string; message: Bilingual } } {
  const attrs: Record<string, unknown> = {}
  for (const [name, { default: byDefault, validate }] of Object.entries(type.spec.attrs ?? {})) {
    attrs[name] = given && Object.hasOwn(given, name) && given[name] !== undefined ? given[name] : byDefault
    try {
      if (typeof validate === 'function') validate(attrs[name])
    } catch {
      const value = JSON.stringify(attrs[name])?.slice(0, 100)
      return {
        attrs,
        bad: { name, message: { de: `${value} ist hier nicht erlaubt`, en: `${value} is not allowed here` } },
      }
    }
  }
  return { attrs }
}

/** Message for a document or text that exceeds a limit. */
export const tooManyMessage = (count: number, de: string, en: string): Bilingual => ({
  de: `Das Dokument hat mehr als ${count} ${de}`,
  en: `The document has more than ${count} ${en}`,
})
export const tooManyNodes = tooManyMessage(documentLimits.nodes, 'Knoten', 'nodes')
const tooManyLevels = tooManyMessage(documentLimits.depth, 'Ebenen', 'levels')

class DocumentReader {
  readonly problems: DocumentProblem[] = []
  private nodes = 0
  private stopped = false

  refuse(path: string, de: string, en: string): undefined {
    if (this.stopped) return
    this.problems.push({ path, message: { de, en } })
    this.stopped = this.problems.length >= documentLimits.problems
  }

  node(json: unknown, path: string, depth: number): Node | undefined {
    if (this.stopped) return
    if (++this.nodes > documentLimits.nodes) return this.tooLarge(path, tooManyNodes)
    if (depth > documentLimits.depth) return this.tooLarge(path, tooManyLevels)
    if (!isObject(json)) return this.refuse(path, 'Das ist kein Knoten', 'This is not a node')
    const type = typeof json.type === 'string' ? own(richTextSchema.nodes, json.type) : undefined
    const name = JSON.stringify(json.type)?.slice(0, 100)
    if (!type) return this.refuse(at(path, 'type'), `Einen Knoten ${name} gibt es nicht`, `There is no node ${name}`)
    const marks = this.marks(json.marks ?? [], at(path, 'marks'))
    if (type.isText) {
      if (json.text === '' || !isValidText(json.text))
        return this.refuse(at(path, 'text'), 'Das ist kein Text', 'This is not a text')
      return marks && richTextSchema.text(json.text as string, marks)
    }
    const attrs = this.attributes(type, json.attrs, path)
    const children = this.children(type, json.content ?? [], path, depth)
    return attrs && children && marks && type.create(attrs, children, marks)
  }

  private tooLarge(path: string, message: Bilingual): undefined {
    this.stopped = true
    this.problems.splice(0, documentLimits.problems, { path, message })
  }

  private attributes(type: NodeType | MarkType, json: unknown, path: string): Record<string, unknown> | undefined {
    if (json !== undefined && json !== null && !isObject(json))
      return this.refuse(at(path, 'attrs'), 'Das sind keine Attribute', 'These are no attributes')
    const { attrs, bad } = validateAttributes(type, json)
    return bad ? this.refuse(at(path, `attrs.${bad.name}`), bad.message.de, bad.message.en) : attrs
  }

  private marks(json: unknown, path: string): readonly Mark[] | undefined {
    if (!Array.isArray(json)) return this.refuse(path, 'Das sind keine Auszeichnungen', 'These are no marks')
    let set = Mark.none
    for (const [index, one] of json.entries()) {
      const place = `${path}.${index}`
      const type = isObject(one) && typeof one.type === 'string' ? own(richTextSchema.marks, one.type) : undefined
      if (!type)
        return this.refuse(at(place, 'type'), 'Eine solche Auszeichnung gibt es nicht', 'There is no such mark')
      const attrs = this.attributes(type, (one as DocumentMark).attrs, place)
      if (!attrs) return
      set = type.create(attrs).addToSet(set)
    }
    return set
  }

  private children(type: NodeType, json: unknown, path: string, depth: number): Fragment | undefined {
    if (!Array.isArray(json)) return this.refuse(at(path, 'content'), 'Das ist kein Inhalt', 'This is no content')
    const nodes: Node[] = []
    let match = type.contentMatch
    let whole = true
    for (const [index, one] of json.entries()) {
      const place = at(path, `content.${index}`)
      const child = this.node(one, place, depth + 1)
      if (!child) {
        whole = false
        continue
      }
      const next = match.matchType(child.type)
      if (!next) {
        const [inner, outer] = [child.type.name, type.name]
        return this.refuse(
          place,
          `${inner} kann hier nicht in ${outer} stehen`,
          `A ${inner} cannot stand here in a ${outer}`,
        )
      }
      match = next
      if (!type.allowsMarks(child.marks))
        return this.refuse(
          at(place, 'marks'),
          `In ${type.name} gibt es solche Auszeichnungen nicht`,
          `A ${type.name} has no such marks in it`,
        )
      nodes.push(child)
    }
    if (!whole) return
    if (!match.validEnd)
      return this.refuse(
        path,
        `${type.name} ist ohne weiteren Inhalt nicht vollständig`,
        `A ${type.name} is not complete without more in it`,
      )
    return Fragment.fromArray(nodes)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const own = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
const at = (path: string, step: string) => (path ? `${path}.${step}` : step)
