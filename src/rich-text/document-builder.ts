import { type Attrs, type ContentMatch, Fragment, Mark, type Node, type NodeType } from '@tiptap/pm/model'
import { documentLimits, validateAttributes } from './document.ts'
import { normalizeInline, replaceLineEnds } from './inline.ts'
import { richTextSchema } from './schema.ts'
import type { WarningCollector } from './warnings.ts'

export const nodeType = (name: string): NodeType => {
  const found = richTextSchema.nodes[name]
  if (!found) throw new Error(`The schema has no ${name}.`)
  return found
}

const paragraph = nodeType('paragraph')
const detailsContent = nodeType('detailsContent')

/** The parent that a node is wrapped in if it is found elsewhere. */
const wrappers: Record<string, string> = {
  listItem: 'bulletList',
  taskItem: 'taskList',
  tableRow: 'table',
  tableCell: 'tableRow',
  tableHeader: 'tableRow',
}

/** A node whose children are still being added. */
class OpenNode {
  readonly content: Node[] = []
  match: ContentMatch
  readonly type: NodeType
  readonly attrs: Attrs | null

  constructor(nodeType: NodeType, attrs: Attrs | null) {
    this.type = nodeType
    this.attrs = attrs
    this.match = nodeType.contentMatch
  }

  /** True if the node may come next, after the open child `inner`. `append` adds required nodes before it. */
  takes(next: NodeType, inner?: OpenNode): boolean {
    const match = inner ? this.behind(inner.type) : this.match
    if (match.matchType(next)) return true
    if (match !== this.type.contentMatch) return false
    const { name } = this.type
    if (name === 'listItem' || name === 'taskItem') return next.isInGroup('block')
    return name === 'details' && next.name === 'detailsContent'
  }

  /** What may follow an open child. */
  private behind(open: NodeType): ContentMatch {
    const { match } = this
    const { defaultType: filler } = match
    return match.matchType(open) ?? (filler && match.matchType(filler)?.matchType(open)) ?? match
  }

  append(node: Node): void {
    if (!this.match.matchType(node.type)) {
      const filling = this.match.fillBefore(Fragment.from(node))
      if (!filling) throw new Error(`A ${node.type.name} cannot stand in a ${this.type.name}.`)
      for (const filler of filling.content) this.push(filler)
    }
    this.push(node)
  }

  private push(node: Node) {
    this.content.push(node)
    this.match = this.match.matchType(node.type) ?? this.match
  }

  /** The finished node; undefined if it would be empty. */
  finish(): Node | undefined {
    const { name, isTextblock, spec } = this.type
    if (spec.code) return this.type.create(this.attrs, Fragment.fromArray(this.content))
    if (isTextblock) {
      const content = normalizeInline(this.content)
      return content.length === 0 && name === 'paragraph' ? undefined : this.type.create(this.attrs, content)
    }
    if (this.content.length === 0 && droppedIfEmpty.has(name)) return undefined
    return this.type.createAndFill(this.attrs, this.content) ?? undefined
  }
}
const droppedIfEmpty = new Set(['bulletList', 'orderedList', 'taskList', 'table', 'tableRow', 'details'])

/**
 * Nodes opened by Markdown stay open until Markdown closes them; nodes opened by an HTML element end at content they
 * cannot hold.
 */
type Origin = 'text' | 'html'

interface Frame {
  name: string
  origin: Origin
  block: boolean
  /** Number of open nodes before this frame. */
  depth: number
  /** Number of nodes that cannot be closed from inside this frame. */
  floor: number
  marks: readonly Mark[]
  /** True inside script, style and the like, whose text is dropped. */
  hidden: boolean
}

const maxFrames = 400

/** Builds a valid document from open and close calls in any order. */
export class DocumentBuilder {
  /** Current line of the source. */
  line: number | null = null
  readonly warnings: WarningCollector
  private readonly nodes: OpenNode[] = [new OpenNode(richTextSchema.topNodeType, null)]
  private readonly frames: Frame[] = []
  private size = 0

  constructor(warnings: WarningCollector) {
    this.warnings = warnings
  }

  /** True if the finished nodes exceed the node limit. */
  get tooLarge(): boolean {
    return this.size > documentLimits.nodes
  }

  get top(): NodeType {
    return this.innermost.type
  }

  private get innermost(): OpenNode {
    return this.nodes[this.nodes.length - 1] as OpenNode
  }

  private get frame(): Frame | undefined {
    return this.frames[this.frames.length - 1]
  }

  private get marks(): readonly Mark[] {
    return this.frame?.marks ?? Mark.none
  }

  /** Opens a node; `close` with the same name closes it. If the node is not allowed here, its children take its place. */
  open(name: string, origin: Origin, node: NodeType | null, attrs: Attrs | null = null) {
    if (origin === 'html' && this.frames.length >= maxFrames) return this.warnings.add('nesting', name, this.line)
    this.endLine()
    // A Markdown list is opened with its first item, so its parent must be open before.
    if (origin === 'text' && !node) this.finishTo((this.place(paragraph) ?? this.nodes.length) + 1)
    if (this.innermost.type.name === 'details' && node?.name !== 'detailsSummary') this.place(paragraph)
    // An element may close open nodes as far as Markdown allows.
    const index = node ? this.start(node, attrs) : undefined
    const depth = index ?? this.nodes.length
    const isContainer = index !== undefined && !node?.isTextblock
    const floor = origin === 'html' ? (this.frame?.floor ?? 1) : isContainer ? this.nodes.length : Math.max(depth, 1)
    this.frames.push({ name, origin, block: true, depth, floor, marks: this.marks, hidden: false })
  }

  /** Opens a mark or an inline element. */
  openInline(name: string, origin: Origin, mark?: Mark) {
    if (origin === 'html' && this.frames.length >= maxFrames) return this.warnings.add('nesting', name, this.line)
    const { floor = 1 } = this.frame ?? {}
    const hidden = origin === 'html' && this.hidden
    const marks = mark ? mark.addToSet(this.marks) : this.marks
    this.frames.push({ name, origin, block: false, depth: this.nodes.length, floor, marks, hidden })
  }

  openHidden(name: string): void {
    this.openInline(name, 'html')
    const { frame } = this
    if (frame?.name === name) frame.hidden = true
  }

  /** Closes the innermost frame of this name and all inside it. An HTML element never closes a Markdown frame. */
  close(name: string, origin: Origin): boolean {
    let index = this.frames.length - 1
    while (index >= 0) {
      const frame = this.frames[index] as Frame
      if (frame.name === name && frame.origin === origin) break
      if (origin === 'html' && frame.origin === 'text') return false
      index -= 1
    }
    const frame = this.frames[index]
    if (!frame) return false
    this.frames.length = index
    if (frame.block) this.finishTo(frame.depth)
    return true
  }

  /** Closes the nearest element with one of these names, unless one of `within` is closer. */
  closeAny(names: readonly string[], within: readonly string[]): void {
    for (let index = this.frames.length - 1; index >= 0; index--) {
      const { name, origin } = this.frames[index] as Frame
      if (origin === 'text' || within.includes(name)) return
      if (names.includes(name)) {
        this.close(name, 'html')
        return
      }
    }
  }

  /** Opens a list, unless one of the same type is open. */
  inList(list: NodeType, attrs: Attrs | null): void {
    const floor = this.frame?.floor ?? 1
    this.finishTo(this.innermost.type === list && this.nodes.length === floor + 1 ? floor + 1 : floor)
    if (this.nodes.length === floor) this.start(list, attrs)
  }

  get isLinked(): boolean {
    return this.marks.some((mark) => mark.type.name === 'link')
  }

  get hidden(): boolean {
    return this.frame?.hidden ?? false
  }

  /** Ends a line that an HTML element started, but no Markdown paragraph. */
  endHtmlLine(): void {
    if (this.nodes.length > (this.frame?.floor ?? 1)) this.endLine()
  }

  /** Ends the open paragraph or heading. */
  endLine(): void {
    while (this.innermost.type.isTextblock && this.nodes.length > 1) this.finishInnermost()
  }

  /** Adds a block without children. */
  leaf(node: Node): void {
    const index = this.place(node.type)
    if (index === undefined) return
    this.finishTo(index + 1)
    this.append(node)
  }

  code(node: NodeType, attrs: Attrs | null, text: string): void {
    this.leaf(node.create(attrs, text ? richTextSchema.text(text) : null))
  }

  /** Adds text or an inline node. */
  inline(node: Node) {
    if (!this.innermost.type.isTextblock) this.start(paragraph, null)
    const { type, match } = this.innermost
    if (!type.isTextblock) return this.warnings.add('nesting', type.name, this.line)
    const inner = match.matchType(node.type) ? node : textFallback(node, type)
    if (!inner) return
    this.innermost.content.push(
      inner.mark(type.allowedMarks(this.marks.reduce((set, mark) => mark.addToSet(set), inner.marks))),
    )
  }

  text(text: string, marks: readonly Mark[] = Mark.none): void {
    const sound = text.toWellFormed().replaceAll('\0', '\uFFFD')
    if (sound) this.inline(richTextSchema.text(sound, marks))
  }

  /** Adds HTML text: line ends become blanks and are dropped between blocks. */
  flowing(text: string) {
    const { type, content } = this.innermost
    if (type.spec.code) return this.text(text)
    const last = content[content.length - 1]
    const atStart = !type.isTextblock || !last || last.type.name === 'hardBreak'
    const line = replaceLineEnds(text)
    if (this.marks.some((mark) => mark.type.name === 'code')) return this.text(line)
    this.text(atStart ? line.replace(/^[ \t]+/, '') : line)
  }

  finish(): Node {
    this.frames.length = 0
    this.finishTo(1)
    const whole = this.nodes[0]?.finish()
    if (!whole) throw new Error('A document cannot be empty.')
    return whole
  }

  /** Opens a node at the innermost place that allows it; returns the number of nodes around it. */
  private start(node: NodeType, attrs: Attrs | null): number | undefined {
    const valid = validateAttributes(node, attrs).bad ? null : attrs
    let index = this.place(node)
    const wrapper = wrappers[node.name]
    if (index === undefined && wrapper && this.start(nodeType(wrapper), null) !== undefined) index = this.place(node)
    if (index === undefined) return undefined
    // Leaves room for the required descendants of a container.
    if (index + 1 > documentLimits.depth - (node.isTextblock ? 1 : 4)) {
      this.warnings.add('nesting', node.name, this.line)
      return undefined
    }
    this.finishTo(index + 1)
    this.nodes.push(new OpenNode(node, valid))
    return index + 1
  }

  /** Index of the innermost open node that allows this type. */
  private place(node: NodeType): number | undefined {
    const floor = this.frame?.floor ?? 1
    for (let index = this.nodes.length - 1; index >= floor - 1; index--) {
      const open = this.nodes[index] as OpenNode
      const inner = this.nodes[index + 1]
      if (open.takes(node, inner)) return index
      if (
        open.type.name === 'details' &&
        open.takes(detailsContent, inner) &&
        detailsContent.contentMatch.matchType(node)
      ) {
        this.finishTo(index + 1)
        this.nodes.push(new OpenNode(detailsContent, null))
        return index + 1
      }
    }
  }

  private finishTo(depth: number): void {
    while (this.nodes.length > Math.max(depth, 1)) this.finishInnermost()
  }

  private finishInnermost(): void {
    const node = this.nodes.pop()?.finish()
    if (node) this.append(node)
  }

  private append(node: Node): void {
    this.innermost.append(node)
    // The children of a container were counted when they were added.
    this.size += 1 + (node.isTextblock ? node.childCount : 0)
  }
}

/** The text of an inline node where only text is allowed. */
function textFallback(node: Node, place: NodeType): Node | undefined {
  const { name } = node.type
  const text = name === 'hardBreak' ? (place.spec.code ? '\n' : ' ') : String(node.attrs.alt ?? node.attrs.label ?? '')
  return text && !node.isText ? richTextSchema.text(text) : undefined
}
