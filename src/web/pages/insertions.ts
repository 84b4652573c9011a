import type { Editor } from '@tiptap/core'
import { said } from './pages.words.ts'

interface Insertion {
  id: string
  name: string
  run: (editor: Editor) => void
}

/** What can be put into a page, by the menu or after a slash. */
export const insertions: readonly Insertion[] = [
  { id: 'h1', name: said.styles[1], run: (editor) => editor.chain().focus().setHeading({ level: 1 }).run() },
  { id: 'h2', name: said.styles[2], run: (editor) => editor.chain().focus().setHeading({ level: 2 }).run() },
  { id: 'h3', name: said.styles[3], run: (editor) => editor.chain().focus().setHeading({ level: 3 }).run() },
  { id: 'bulletList', name: said.bulletList, run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { id: 'orderedList', name: said.orderedList, run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { id: 'taskList', name: said.taskList, run: (editor) => editor.chain().focus().toggleTaskList().run() },
  {
    id: 'table',
    name: said.table,
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  { id: 'callout', name: said.callout, run: (editor) => editor.chain().focus().toggleWrap('callout').run() },
  { id: 'quote', name: said.quote, run: (editor) => editor.chain().focus().toggleBlockquote().run() },
  { id: 'details', name: said.details, run: (editor) => editor.chain().focus().setDetails().run() },
  { id: 'codeBlock', name: said.codeBlock, run: (editor) => editor.chain().focus().toggleCodeBlock().run() },
  { id: 'divider', name: said.divider, run: (editor) => editor.chain().focus().setHorizontalRule().run() },
]

export const tableActions: readonly Insertion[] = [
  { id: 'addRow', name: said.tables.addRow, run: (editor) => editor.chain().focus().addRowAfter().run() },
  { id: 'addColumn', name: said.tables.addColumn, run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { id: 'deleteRow', name: said.tables.deleteRow, run: (editor) => editor.chain().focus().deleteRow().run() },
  { id: 'deleteColumn', name: said.tables.deleteColumn, run: (editor) => editor.chain().focus().deleteColumn().run() },
  { id: 'deleteTable', name: said.tables.delete, run: (editor) => editor.chain().focus().deleteTable().run() },
]
