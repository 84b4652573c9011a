import type { Editor } from '@tiptap/core'
import {
  Bold,
  Code,
  Italic,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Paperclip,
  Plus,
  Quote,
  Redo2,
  Strikethrough,
  Table2,
  Undo2,
} from 'lucide-react'
import { useEffect, useReducer, useRef, useState } from 'react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover, Toolbar } from 'react-aria-components'
import { isSafeLink } from '../../rich-text/addresses.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { insertions, tableActions } from './insertions.ts'
import { messages } from './pages.messages.ts'

interface FormattingToolbarProps {
  editor: Editor
  sendFiles: ((files: readonly File[]) => void) | undefined
}

/** Formatting toolbar: a single tab stop with arrow keys inside. */
export function FormattingToolbar({ editor, sendFiles }: FormattingToolbarProps) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [isLinking, setLinking] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  useEffect(() => {
    editor.on('transaction', redraw)
    return () => void editor.off('transaction', redraw)
  }, [editor])
  const level = [1, 2, 3].find((each) => editor.isActive('heading', { level: each }))
  const toggle = (label: string, icon: LucideIcon, name: string, run: () => void) => (
    <ToolbarButton label={label} icon={icon} isOn={editor.isActive(name)} run={run} />
  )
  const chain = () => editor.chain().focus()
  return (
    <>
      <Toolbar aria-label={messages.toolbar} className="formatting">
        <select
          className="input"
          aria-label={messages.style}
          value={level ?? 'paragraph'}
          onChange={({ currentTarget: { value } }) =>
            value === 'paragraph'
              ? chain().setParagraph().run()
              : chain()
                  .setHeading({ level: Number(value) as 1 | 2 | 3 })
                  .run()
          }
        >
          {(['paragraph', 1, 2, 3] as const).map((each) => (
            <option key={each} value={each}>
              {messages.styles[each]}
            </option>
          ))}
        </select>
        {toggle(messages.bold, Bold, 'bold', () => chain().toggleBold().run())}
        {toggle(messages.italic, Italic, 'italic', () => chain().toggleItalic().run())}
        {toggle(messages.strike, Strikethrough, 'strike', () => chain().toggleStrike().run())}
        {toggle(messages.code, Code, 'code', () => chain().toggleCode().run())}
        {toggle(messages.link, Link2, 'link', () => setLinking(true))}
        {toggle(messages.bulletList, List, 'bulletList', () => chain().toggleBulletList().run())}
        {toggle(messages.orderedList, ListOrdered, 'orderedList', () => chain().toggleOrderedList().run())}
        {toggle(messages.taskList, ListChecks, 'taskList', () => chain().toggleTaskList().run())}
        {toggle(messages.quote, Quote, 'blockquote', () => chain().toggleBlockquote().run())}
        <ToolbarMenu label={messages.insert} icon={Plus} of={insertions} editor={editor} />
        {editor.isActive('table') && (
          <ToolbarMenu label={messages.tables.label} icon={Table2} of={tableActions} editor={editor} />
        )}
        {sendFiles && <ToolbarButton label={messages.file} icon={Paperclip} run={() => files.current?.click()} />}
        <ToolbarButton label={messages.undo} icon={Undo2} run={() => chain().undo().run()} />
        <ToolbarButton label={messages.redo} icon={Redo2} run={() => chain().redo().run()} />
      </Toolbar>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          sendFiles?.([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </>
  )
}

interface ToolbarButtonProps {
  label: string
  icon: LucideIcon
  isOn?: boolean
  run: () => void
}

const ToolbarButton = ({ label, icon: Icon, isOn, run }: ToolbarButtonProps) => (
  <button
    type="button"
    className="button plain small"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    // Keeps the selection in the text.
    onMouseDown={(event) => event.preventDefault()}
    onClick={run}
  >
    <Icon size={16} aria-hidden />
  </button>
)

interface ToolbarMenuProps {
  label: string
  icon: LucideIcon
  of: typeof insertions
  editor: Editor
}

const ToolbarMenu = ({ label, icon: Icon, of, editor }: ToolbarMenuProps) => (
  <MenuTrigger>
    <AriaButton className="button plain small" aria-label={label}>
      <Icon size={16} aria-hidden />
    </AriaButton>
    <Popover className="popover">
      <Menu
        className="menu"
        aria-label={label}
        // After the menu has closed and returned the focus.
        onAction={(key) => setTimeout(() => of.find(({ id }) => id === key)?.run(editor), 50)}
      >
        {of.map(({ id, name }) => (
          <MenuItem key={id} id={id}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
)

/** Links to pages of this app become paths. */
const normalizeLink = (typed: string) => {
  const { href, pathname, origin } = URL.parse(typed, location.origin) ?? { href: '', pathname: '', origin: '' }
  if (origin === location.origin) return pathname.replace(/^\/app(?=\/pages\/)/, '')
  return /^[a-z]+:/i.test(typed) ? href : `https://${typed}`
}

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const now = String(editor.getAttributes('link').href ?? '')
  const put = (typed: string) => {
    const address = /^[\w-]+(\.[\w-]+)+/.test(typed) ? `https://${typed}` : normalizeLink(typed)
    const chain = editor.chain().extendMarkRange('link')
    if (editor.state.selection.empty && !now)
      editor
        .chain()
        .insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href: address } }] })
        .run()
    else chain.setLink({ href: address }).run()
  }
  const end = () => {
    onClose()
    setTimeout(() => editor.commands.focus(), 50)
  }
  return (
    <Dialog title={messages.linkDialog.title} isOpen onClose={onClose}>
      <Form
        send={async ({ address = '' }) => {
          if (!isSafeLink(normalizeLink(address.trim())))
            return { problem: { code: 'bad', message: '', fields: { address: messages.linkDialog.bad } } }
          put(address.trim())
          return { data: true }
        }}
        onDone={end}
      >
        {({ errors }) => (
          <>
            <TextField
              label={messages.linkDialog.address}
              hint={messages.linkDialog.hint}
              name="address"
              required
              autoFocus
              defaultValue={now}
              error={errors.address}
            />
            <div className="actions">
              {now && (
                <Button
                  variant="plain"
                  onClick={() => {
                    editor.chain().extendMarkRange('link').unsetLink().run()
                    end()
                  }}
                >
                  {messages.linkDialog.remove}
                </Button>
              )}
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary">
                {t.save}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
