import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRef,
} from 'pdf-lib'

/** Structure types (ISO 32000-1 §14.8.4). */
export type StructureType =
  | ('Document' | 'Sect' | 'P' | 'BlockQuote' | 'Code' | 'Link' | 'Figure')
  | ('H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6')
  | ('L' | 'LI' | 'Lbl' | 'LBody')
  | ('Table' | 'TR' | 'TH' | 'TD')

/** Alternative text of a figure, and scope of a table header cell. */
export interface StructureAttributes {
  alternative?: string
  scope?: 'Column' | 'Row'
}

interface Annotation {
  page: PDFPage
  annotation: PDFRef
}

/** An element of the document structure. Its children are elements, marked content and annotations in reading order. */
export class StructureElement {
  readonly kind: StructureType
  readonly attributes: StructureAttributes
  readonly ref: PDFRef
  readonly children: (StructureElement | { page: PDFPage; id: number } | Annotation)[] = []

  constructor(kind: StructureType, attributes: StructureAttributes, ref: PDFRef) {
    this.kind = kind
    this.attributes = attributes
    this.ref = ref
  }
}

/** The structure tree of a tagged PDF, and which marked content belongs to which element. */
export class StructureTree {
  readonly #context: PDFContext
  readonly root: StructureElement
  /** The elements of each page's marked content, by MCID. */
  readonly #pieces = new Map<PDFPage, StructureElement[]>()
  readonly #annotations: { part: StructureElement; dict: PDFDict }[] = []

  constructor({ context }: PDFDocument) {
    this.#context = context
    this.root = new StructureElement('Document', {}, context.nextRef())
  }

  /** Appends a new element to its parent. */
  add(parent: StructureElement, kind: StructureType, attributes: StructureAttributes = {}): StructureElement {
    const part = new StructureElement(kind, attributes, this.#context.nextRef())
    parent.children.push(part)
    return part
  }

  /** Returns the MCID of new marked content on a page. */
  piece(part: StructureElement, page: PDFPage): number {
    const pieces = this.#pieces.get(page) ?? []
    this.#pieces.set(page, pieces)
    part.children.push({ page, id: pieces.length })
    return pieces.push(part) - 1
  }

  /** Makes an annotation belong to an element. */
  annotate(part: StructureElement, page: PDFPage, annotation: PDFRef, dict: PDFDict) {
    part.children.push({ page, annotation })
    this.#annotations.push({ part, dict })
  }

  /** Writes the tree into the document; an existing tree is kept before it. */
  write({ catalog }: PDFDocument) {
    const context = this.#context
    const known = findExistingTree(catalog)
    const tree = known?.ref ?? context.nextRef()
    const first = known?.nextKey ?? 0
    const numbers: (number | PDFRef)[] = []
    for (const [index, [page, parts]] of [...this.#pieces].entries()) {
      page.node.set(PDFName.of('StructParents'), context.obj(first + index))
      numbers.push(first + index, context.register(context.obj(parts.map(({ ref }) => ref))))
    }
    for (const [index, { part, dict }] of this.#annotations.entries()) {
      const number = first + this.#pieces.size + index
      dict.set(PDFName.of('StructParent'), context.obj(number))
      numbers.push(number, part.ref)
    }
    this.#writePart(this.root, tree)
    const nums = context.obj([...(known?.numbers ?? []), ...numbers])
    context.assign(
      tree,
      context.obj({
        Type: 'StructTreeRoot',
        K: known ? context.obj([...known.kids, this.root.ref]) : this.root.ref,
        ParentTree: context.register(context.obj({ Nums: nums })),
        ParentTreeNextKey: first + this.#pieces.size + this.#annotations.length,
      }),
    )
    catalog.set(PDFName.of('StructTreeRoot'), tree)
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
    catalog.set(PDFName.of('ViewerPreferences'), context.obj({ DisplayDocTitle: true }))
  }

  #writePart({ kind, attributes, ref, children }: StructureElement, parent: PDFRef) {
    const context = this.#context
    const dict: PDFDict = context.obj({ Type: 'StructElem', S: kind, P: parent })
    const kids = children.map((child) => {
      if (child instanceof StructureElement) {
        this.#writePart(child, ref)
        return child.ref
      }
      if ('annotation' in child) return context.obj({ Type: 'OBJR', Pg: child.page.ref, Obj: child.annotation })
      return context.obj({ Type: 'MCR', Pg: child.page.ref, MCID: child.id })
    })
    dict.set(PDFName.of('K'), context.obj(kids))
    if (attributes.alternative) dict.set(PDFName.of('Alt'), PDFHexString.fromText(attributes.alternative))
    if (attributes.scope) dict.set(PDFName.of('A'), context.obj({ O: 'Table', Scope: attributes.scope }))
    context.assign(ref, dict)
  }
}

/** The tree written by an earlier call of this module; null if there is none. */
function findExistingTree(catalog: PDFDocument['catalog']) {
  const ref = catalog.get(PDFName.of('StructTreeRoot'))
  const tree = catalog.lookupMaybe(PDFName.of('StructTreeRoot'), PDFDict)
  const numbers = tree?.lookupMaybe(PDFName.of('ParentTree'), PDFDict)?.lookupMaybe(PDFName.of('Nums'), PDFArray)
  if (!(ref instanceof PDFRef) || !tree || !numbers) return null
  const kids = tree.get(PDFName.of('K'))
  return {
    ref,
    kids: kids instanceof PDFArray ? kids.asArray() : kids ? [kids] : [],
    numbers: numbers.asArray(),
    nextKey: tree.lookupMaybe(PDFName.of('ParentTreeNextKey'), PDFNumber)?.asNumber() ?? numbers.size() / 2,
  }
}
