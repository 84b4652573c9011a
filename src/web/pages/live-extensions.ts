import type { HocuspocusProvider } from '@hocuspocus/provider'
import { type AnyExtension, type Editor, Extension, type Extensions, type Node } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion, type SuggestionOptions, type SuggestionProps } from '@tiptap/suggestion'
import type { RefObject } from 'react'
import type { Doc } from 'yjs'
import { FileOfPageDocument, MembersOfPageDocument, PictureOfPageDocument } from '#schema/web/graphql'
import { parseFileAddress } from '../../rich-text/addresses.ts'
import { extensions } from '../../rich-text/schema.ts'
import { send } from '../graphql/send.ts'
import { insertions } from './insertions.ts'
import { localOf } from './links.ts'
import type { Offer, OffersKeys } from './offers.tsx'
import { messages } from './pages.messages.ts'

interface LiveExtensions {
  provider: HocuspocusProvider
  document: Doc
  name: string
  shade: string
  offer: (offer: Offer | null) => void
  keys: RefObject<OffersKeys | null>
}

/** The types of a page as the service has them, shown as the app shows them, and written by several at once. */
export const extensionsOf = (given: LiveExtensions): Extensions => [
  ...extensions.map((extension) => shown(extension, given)),
  Collaboration.configure({ document: given.document }),
  CollaborationCaret.configure({
    provider: given.provider,
    user: { name: given.name, color: given.shade },
    render: caretOf,
  }),
  Extension.create({
    name: 'slash',
    addProseMirrorPlugins() {
      return [
        Suggestion<{ id: string; name: string }>({
          editor: this.editor,
          pluginKey: new PluginKey('slash'),
          char: '/',
          items: ({ query }) => {
            const sought = query.toLocaleLowerCase()
            return insertions.filter(({ name }) => name.toLocaleLowerCase().includes(sought))
          },
          command: ({ editor, range, props: { id } }) => {
            editor.chain().focus().deleteRange(range).run()
            insertions.find((each) => each.id === id)?.run(editor)
          },
          render: offered(messages.commands, given),
        }),
      ]
    },
  }),
]

function shown(extension: AnyExtension, given: LiveExtensions): AnyExtension {
  switch (extension.name) {
    case 'image':
      return (extension as Node).extend({ addNodeView: () => picture })
    case 'mention':
      return extension.configure({
        HTMLAttributes: { class: 'mention' },
        suggestion: {
          char: '@',
          items: async ({ query }: { query: string }) => {
            const { data } = await send(MembersOfPageDocument, { q: query || null })
            return data?.members?.members ?? []
          },
          command: ({ editor, range, props }: { editor: Editor; range: { from: number; to: number }; props: Named }) =>
            editor
              .chain()
              .focus()
              .insertContentAt(range, [
                { type: 'mention', attrs: { id: props.id, label: props.name } },
                { type: 'text', text: ' ' },
              ])
              .run(),
          render: offered(messages.mention, given),
        },
      })
    case 'details':
      return extension.configure({
        HTMLAttributes: { class: 'details' },
        renderToggleButton: ({ element, isOpen }: { element: HTMLButtonElement; isOpen: boolean }) => {
          element.setAttribute('aria-label', isOpen ? messages.shut : messages.open)
          element.setAttribute('aria-expanded', String(isOpen))
        },
      })
    case 'taskItem':
      return extension.configure({
        a11y: { checkboxLabel: ({ textContent }: { textContent: string }) => messages.task(textContent) },
      })
    default:
      return extension
  }
}

interface Named {
  id: string
  name: string
}

/** Shows what is offered after a sign, and gives it the keys. */
const offered =
  (label: string, { offer, keys }: LiveExtensions): NonNullable<SuggestionOptions['render']> =>
  () => {
    const show = ({ items, command, clientRect }: SuggestionProps<Named, Named>) =>
      offer({ label, items, choose: command, at: clientRect?.() ?? null })
    return {
      onStart: show,
      onUpdate: show,
      onKeyDown: ({ event }) => keys.current?.press(event) ?? false,
      onExit: () => offer(null),
    }
  }

/** A picture is asked for by the file it is: its address lasts five minutes. */
const picture = ({ node }: { node: { attrs: Record<string, unknown> } }) => {
  const dom = document.createElement('img')
  dom.alt = String(node.attrs.alt ?? '')
  const id = parseFileAddress(String(node.attrs.src))
  if (id) void addressOf(id).then((address) => address && Object.assign(dom, { src: address }))
  return { dom }
}

async function addressOf(id: string): Promise<string | undefined> {
  const preview = await send(PictureOfPageDocument, { id })
  const url = preview.data?.filePreview?.url ?? (await send(FileOfPageDocument, { id })).data?.fileDownload?.url
  return url && localOf(url)
}

/** Where somebody else writes. */
function caretOf({ name, color }: Record<string, unknown>): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'caret'
  caret.style.borderColor = String(color)
  const label = document.createElement('span')
  label.style.backgroundColor = String(color)
  // Shown by the style: it is no part of the text.
  label.dataset.name = String(name ?? '')
  caret.append(label)
  return caret
}
