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
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { insertions } from './insertions.ts'
import { toSameOrigin } from './links.ts'
import { messages } from './pages.messages.ts'
import type { SuggestionKeyHandler, SuggestionState } from './suggestion-list.tsx'

interface LiveExtensionOptions {
  provider: HocuspocusProvider
  document: Doc
  name: string
  color: string
  setSuggestions: (offer: SuggestionState | null) => void
  keys: RefObject<SuggestionKeyHandler | null>
}

/** The page schema of the service with the app's node views, collaboration and suggestions. */
export const createLiveExtensions = (given: LiveExtensionOptions): Extensions => [
  ...extensions.map((extension) => customizeExtension(extension, given)),
  Collaboration.configure({ document: given.document }),
  CollaborationCaret.configure({
    provider: given.provider,
    user: { name: given.name, color: given.color },
    render: renderCaret,
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
          render: renderSuggestions(messages.commands, given),
        }),
      ]
    },
  }),
]

function customizeExtension(extension: AnyExtension, given: LiveExtensionOptions): AnyExtension {
  switch (extension.name) {
    case 'image':
      return (extension as Node).extend({ addNodeView: () => createImageView })
    case 'mention':
      return extension.configure({
        HTMLAttributes: { class: 'mention' },
        suggestion: {
          char: '@',
          items: async ({ query }: { query: string }) => {
            const { data } = await fetchGraphql(MembersOfPageDocument, { q: query || null })
            return data?.members?.members ?? []
          },
          command: ({
            editor,
            range,
            props,
          }: {
            editor: Editor
            range: { from: number; to: number }
            props: SuggestionItem
          }) =>
            editor
              .chain()
              .focus()
              .insertContentAt(range, [
                { type: 'mention', attrs: { id: props.id, label: props.name } },
                { type: 'text', text: ' ' },
              ])
              .run(),
          render: renderSuggestions(messages.mention, given),
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

interface SuggestionItem {
  id: string
  name: string
}

/** Renders suggestions after a trigger character and passes keys to them. */
const renderSuggestions =
  (label: string, { setSuggestions, keys }: LiveExtensionOptions): NonNullable<SuggestionOptions['render']> =>
  () => {
    const show = ({ items, command, clientRect }: SuggestionProps<SuggestionItem, SuggestionItem>) =>
      setSuggestions({ label, items, choose: command, at: clientRect?.() ?? null })
    return {
      onStart: show,
      onUpdate: show,
      onKeyDown: ({ event }) => keys.current?.handleKey(event) ?? false,
      onExit: () => setSuggestions(null),
    }
  }

/** Image URLs expire after five minutes and are fetched by file id. */
const createImageView = ({ node }: { node: { attrs: Record<string, unknown> } }) => {
  const dom = document.createElement('img')
  dom.alt = String(node.attrs.alt ?? '')
  const id = parseFileAddress(String(node.attrs.src))
  if (id) void fetchImageUrl(id).then((address) => address && Object.assign(dom, { src: address }))
  return { dom }
}

async function fetchImageUrl(id: string): Promise<string | undefined> {
  const preview = await fetchGraphql(PictureOfPageDocument, { id })
  const url = preview.data?.filePreview?.url ?? (await fetchGraphql(FileOfPageDocument, { id })).data?.fileDownload?.url
  return url && toSameOrigin(url)
}

/** The caret of another user. */
function renderCaret({ name, color }: Record<string, unknown>): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'caret'
  caret.style.borderColor = String(color)
  const label = document.createElement('span')
  label.style.backgroundColor = String(color)
  // Rendered by CSS so that it is not part of the text.
  label.dataset.name = String(name ?? '')
  caret.append(label)
  return caret
}
