import { Builder, type } from './builder.ts'
import { attributesOf, type DocumentNode, documentOf, most, type RichDocument } from './document.ts'
import { schema } from './schema.ts'
import { type ConversionWarning, Warnings } from './warnings.ts'

/**
 * Any tree of nodes as a document: what is not on the schema gives what is in it, and is put where it can stand. For documents
 * that are already written, such as what open editors have made of theirs; whoever sends one is told by `checkDocument`.
 */
export function fitDocument(json: DocumentNode): { document: RichDocument; warnings: ConversionWarning[] } {
  const warnings = new Warnings()
  const builder = new Builder(warnings)
  for (const child of json.content ?? []) put(child, builder, 0)
  return { document: documentOf(builder.finish()), warnings: warnings.list }
}

function put(json: DocumentNode, builder: Builder, depth: number) {
  if (depth > 4 * most.depth || builder.tooLarge) return builder.warnings.add('nesting', String(json.type))
  const known = Object.hasOwn(schema.nodes, json.type) ? type(json.type) : undefined
  const marks = (json.marks ?? []).flatMap((one) => {
    const mark = Object.hasOwn(schema.marks, one.type) ? schema.marks[one.type] : undefined
    const { attrs, bad } = mark ? attributesOf(mark, one.attrs) : {}
    if (mark && !bad) return [mark.create(attrs)]
    builder.warnings.add('type', String(one.type))
    return []
  })
  if (known?.isText) return builder.text(String(json.text ?? ''), marks)
  if (known?.isLeaf) {
    const { attrs, bad } = attributesOf(known, json.attrs)
    if (bad) return builder.warnings.add('type', known.name)
    const node = known.create(attrs, null, marks)
    return known.isInline ? builder.inline(node) : builder.leaf(node)
  }
  if (!known) builder.warnings.add('type', String(json.type))
  builder.open(json.type, 'html', known === schema.topNodeType ? null : (known ?? null), json.attrs ?? null)
  for (const child of json.content ?? []) put(child, builder, depth + 1)
  builder.close(json.type, 'html')
}
