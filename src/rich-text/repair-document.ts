import { type DocumentNode, documentLimits, type RichDocument, serializeNode, validateAttributes } from './document.ts'
import { DocumentBuilder, nodeType } from './document-builder.ts'
import { richTextSchema } from './schema.ts'
import { type ConversionWarning, WarningCollector } from './warnings.ts'

/**
 * Repairs a stored document, such as one that open editors have produced: unknown nodes are replaced by their
 * children, and misplaced ones moved to where they are allowed. Documents sent by clients are rejected by
 * `checkDocument` instead.
 */
export function repairDocument(json: DocumentNode): { document: RichDocument; warnings: ConversionWarning[] } {
  const warnings = new WarningCollector()
  const builder = new DocumentBuilder(warnings)
  for (const child of json.content ?? []) appendNode(child, builder, 0)
  return { document: serializeNode(builder.finish()), warnings: warnings.list }
}

function appendNode(json: DocumentNode, builder: DocumentBuilder, depth: number) {
  if (depth > 4 * documentLimits.depth || builder.tooLarge) return builder.warnings.add('nesting', String(json.type))
  const known = Object.hasOwn(richTextSchema.nodes, json.type) ? nodeType(json.type) : undefined
  const marks = (json.marks ?? []).flatMap((one) => {
    const mark = Object.hasOwn(richTextSchema.marks, one.type) ? richTextSchema.marks[one.type] : undefined
    const { attrs, bad } = mark ? validateAttributes(mark, one.attrs) : {}
    if (mark && !bad) return [mark.create(attrs)]
    builder.warnings.add('type', String(one.type))
    return []
  })
  if (known?.isText) return builder.text(String(json.text ?? ''), marks)
  if (known?.isLeaf) {
    const { attrs, bad } = validateAttributes(known, json.attrs)
    if (bad) return builder.warnings.add('type', known.name)
    const node = known.create(attrs, null, marks)
    return known.isInline ? builder.inline(node) : builder.leaf(node)
  }
  if (!known) builder.warnings.add('type', String(json.type))
  builder.open(json.type, 'html', known === richTextSchema.topNodeType ? null : (known ?? null), json.attrs ?? null)
  for (const child of json.content ?? []) appendNode(child, builder, depth + 1)
  builder.close(json.type, 'html')
}
