import {
  type AnyExtension,
  type Attribute,
  type Extensions,
  getSchema,
  type Mark,
  mergeAttributes,
  Node,
} from '@tiptap/core'
import { Details, DetailsContent, DetailsSummary } from '@tiptap/extension-details'
import { Image } from '@tiptap/extension-image'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { Mention } from '@tiptap/extension-mention'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import type { Schema } from '@tiptap/pm/model'
import StarterKit from '@tiptap/starter-kit'
import { isMemberId, isSafeLink, parseFileAddress } from './addresses.ts'

// The schema of page contents. Editors use `extensions` and add history or collaboration. TipTap barely validates
// attributes, so checks are added here for ProseMirror.

export type CalloutKind = 'note' | 'tip' | 'important' | 'warning' | 'caution'
/** The kinds of GitHub alerts. */
export const calloutKinds: readonly CalloutKind[] = ['note', 'tip', 'important', 'warning', 'caution']

type Check = (value: unknown) => boolean

const checked = (name: string, allowed: Check): Attribute['validate'] => {
  return (value) => {
    if (!allowed(value)) throw new RangeError(`${name} is not allowed to be ${JSON.stringify(value)}`)
  }
}

/** No control characters or lone surrogates, which databases and browsers reject. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is refused.
export const isValidText: Check = (value) => typeof value === 'string' && value.isWellFormed() && !/\u0000/.test(value)

const optional =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const short = (most: number) => (value: unknown) => isValidText(value) && (value as string).length <= most
const whole = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most
const oneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value)

const longestAddress = 4_000
const isAddress = (allowed: (address: string) => boolean) => (value: unknown) =>
  short(longestAddress)(value) && allowed(value as string)

/** The attributes of a type with their checks; attributes without a check are removed from the schema. */
function checks(parent: (() => Record<string, Attribute>) | null | undefined, allowed: Record<string, Check>) {
  const attributes = parent?.() ?? {}
  return Object.fromEntries(
    Object.entries(allowed).map(([name, check]) => [name, { ...attributes[name], validate: checked(name, check) }]),
  )
}

const cell: Record<string, Check> = {
  colspan: whole(1, 1_000),
  rowspan: whole(1, 1_000),
  colwidth: optional((widths) => Array.isArray(widths) && widths.length <= 1_000 && widths.every(whole(0, 10_000))),
  align: optional(oneOf(['left', 'center', 'right'])),
}

/** Front matter of a Markdown file, verbatim. */
const FrontMatter = Node.create({
  name: 'frontMatter',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'pre[data-type="frontMatter"]', preserveWhitespace: 'full', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['pre', mergeAttributes(HTMLAttributes, { 'data-type': 'frontMatter' }), 0],
})

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'note',
      parseHTML: (element: { getAttribute(name: string): string | null }) =>
        element.getAttribute('data-kind') ?? 'note',
      renderHTML: ({ kind }: { kind: CalloutKind }) => ({ 'data-kind': kind }),
      validate: checked('kind', oneOf(calloutKinds)),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-type="callout"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { 'data-type': 'callout', role: 'note' }),
    0,
  ],
})

const attributesOf: Record<string, Record<string, Check>> = {
  heading: { level: whole(1, 6) },
  orderedList: { start: whole(0, 999_999_999) },
  codeBlock: { language: optional((name) => short(100)(name) && /^\S+$/.test(name as string)) },
  link: { href: isAddress(isSafeLink), title: optional(short(1_000)) },
}

/** Restricts a type to these attributes, each validated. */
const withChecks = <Type extends AnyExtension>(type: Type, allowed: Record<string, Check>): Type =>
  (type as Node).extend({
    addAttributes() {
      return checks(this.parent, allowed)
    },
  }) as AnyExtension as Type

const Kit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (extension.name === 'doc') return (extension as Node).extend({ content: 'frontMatter? block+' })
      // As on GitHub, code may be bold or a link.
      if (extension.name === 'code') return (extension as Mark).extend({ excludes: '' })
      const allowed = attributesOf[extension.name]
      return allowed ? withChecks(extension, allowed) : extension
    })
  },
})

/** @public For editors. */
export const extensions: Extensions = [
  // Collaboration brings its own undo.
  Kit.configure({
    undoRedo: false,
    link: { openOnClick: false, isAllowedUri: (address) => isSafeLink(address ?? '') },
  }),
  FrontMatter,
  Callout,
  Table,
  TableRow,
  withChecks(TableHeader, cell),
  withChecks(TableCell, cell),
  TaskList,
  withChecks(TaskItem, { checked: (value) => typeof value === 'boolean' }).configure({ nested: true }),
  // Inline, as in Markdown: an image may be inside a link or a table cell.
  withChecks(Image, {
    src: isAddress((address) => parseFileAddress(address) !== undefined),
    alt: optional(short(10_000)),
    title: optional(short(1_000)),
    width: optional(whole(1, 100_000)),
    height: optional(whole(1, 100_000)),
  }).configure({ inline: true }),
  Details,
  DetailsSummary,
  DetailsContent,
  withChecks(Mention, { id: isMemberId, label: optional(short(200)) }),
]

export const richTextSchema: Schema = getSchema(extensions)
