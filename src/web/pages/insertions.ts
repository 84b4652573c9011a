import type { Editor } from '@tiptap/core'
import { messages } from './pages.messages.ts'

interface Insertion {
  id: string
  name: string
  run: (editor: Editor) => void
}

/** Blocks that can be inserted from the menu or after a slash. */
export const insertions: readonly Insertion[] = [
  { id: 'h1', name: messages.styles[1], run: (editor) => editor.chain().focus().setHeading({ level: 1 }).run() },
  { id: 'h2', name: messages.styles[2], run: (editor) => editor.chain().focus().setHeading({ level: 2 }).run() },
  { id: 'h3', name: messages.styles[3], run: (editor) => editor.chain().focus().setHeading({ level: 3 }).run() },
  { id: 'bulletList', name: messages.bulletList, run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { id: 'orderedList', name: messages.orderedList, run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { id: 'taskList', name: messages.taskList, run: (editor) => editor.chain().focus().toggleTaskList().run() },
  {
    id: 'table',
    name: messages.table,
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  { id: 'callout', name: messages.callout, run: (editor) => editor.chain().focus().toggleWrap('callout').run() },
  { id: 'quote', name: messages.quote, run: (editor) => editor.chain().focus().toggleBlockquote().run() },
  { id: 'details', name: messages.details, run: (editor) => editor.chain().focus().setDetails().run() },
  { id: 'codeBlock', name: messages.codeBlock, run: (editor) => editor.chain().focus().toggleCodeBlock().run() },
  { id: 'divider', name: messages.divider, run: (editor) => editor.chain().focus().setHorizontalRule().run() },
]

export const tableActions: readonly Insertion[] = [
  { id: 'addRow', name: messages.tables.addRow, run: (editor) => editor.chain().focus().addRowAfter().run() },
  { id: 'addColumn', name: messages.tables.addColumn, run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { id: 'deleteRow', name: messages.tables.deleteRow, run: (editor) => editor.chain().focus().deleteRow().run() },
  {
    id: 'deleteColumn',
    name: messages.tables.deleteColumn,
    run: (editor) => editor.chain().focus().deleteColumn().run(),
  },
  { id: 'deleteTable', name: messages.tables.delete, run: (editor) => editor.chain().focus().deleteTable().run() },
]
