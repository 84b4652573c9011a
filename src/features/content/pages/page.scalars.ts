import { createUncheckedJsonScalar } from '#core/schema/scalars'

// Recursive types that GraphQL cannot express; OpenAPI describes them.

const text = (description: string) => ({ type: 'string', description })
const uuidOrNull = (description: string) => ({ type: ['string', 'null'], format: 'uuid', description })
const listOf = (name: string, description: string) => ({
  type: 'array',
  items: { $ref: `#/components/schemas/${name}` },
  description,
})
const attrs = { type: 'object', additionalProperties: true, description: 'Attributes; the guide lists them by type.' }

const richText = {
  RichTextDocument: {
    type: 'object',
    description: 'The content of a page: a ProseMirror document, as TipTap writes it.',
    required: ['type', 'content'],
    properties: {
      type: { const: 'doc', ...text('Always `doc`.') },
      content: listOf('RichTextNode', 'Blocks in their order, at least one.'),
    },
  },
  RichTextNode: {
    type: 'object',
    description: 'A part of a document: a block, or what stands in a line.',
    required: ['type'],
    properties: {
      type: text('Type of the node, such as `paragraph`; the guide lists them.'),
      attrs,
      content: listOf('RichTextNode', 'Nodes in it, in their order.'),
      marks: listOf('RichTextMark', 'Marks of text, of a picture or of a mention.'),
      text: text('The text, of `text` alone.'),
    },
  },
  RichTextMark: {
    type: 'object',
    description: 'How text is marked.',
    required: ['type'],
    properties: { type: text('Type of the mark, such as `bold`; the guide lists them.'), attrs },
  },
}

const pageNode = {
  PageNode: {
    type: 'object',
    description: 'A page in the tree, with those that lie under it.',
    required: ['id', 'title', 'icon', 'parent_id', 'project_id', 'position', 'version', 'children'],
    properties: {
      id: { format: 'uuid', ...text('Identifies the page.') },
      title: text('Title of the page.'),
      icon: { type: ['string', 'null'], description: 'Icon of the page, an emoji.' },
      parent_id: uuidOrNull('Page that this one lies under; null at the top.'),
      project_id: uuidOrNull('Project of the page; null if it belongs to none.'),
      position: { type: 'integer', description: 'Index among the pages under the same parent, from 0.' },
      version: { type: 'integer', description: 'Number of changes to the page; its ETag.' },
      children: listOf('PageNode', 'Pages under this one, in their order.'),
    },
  },
}

const documentOrText = { anyOf: [{ $ref: '#/components/schemas/RichTextDocument' }, { type: 'string' }] }

/** OpenAPI schema of the content in requests. */
export const contentInputSchema = documentOrText

export const PageContentValue = createUncheckedJsonScalar(
  'PageContent',
  'The content of a page: a ProseMirror document, `{"type": "doc", "content": […]}`, whose nodes and marks the guide lists; or text, where Markdown or HTML was asked for.',
  documentOrText,
  richText,
)

export const PageTreeValue = createUncheckedJsonScalar(
  'PageTree',
  'Pages in pages: a list of `{id, title, icon, parent_id, project_id, position, version, children}`, where `children` is such a list again. Names are as in REST.',
  { type: 'array', items: { $ref: '#/components/schemas/PageNode' } },
  pageNode,
)
