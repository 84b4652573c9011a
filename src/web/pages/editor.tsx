import { HocuspocusProvider } from '@hocuspocus/provider'
import { useNavigate } from '@tanstack/react-router'
import { Editor as TipTap } from '@tiptap/core'
import { Cloud, CloudOff, Lock } from 'lucide-react'
import { useEffect, useReducer, useRef, useState } from 'react'
import { Doc } from 'yjs'
import { LiveTicketDocument } from '#schema/web/graphql'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { uploadFile } from '../graphql/upload-file.ts'
import { t } from '../i18n/locale.ts'
import { useMay, useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { markDirty, markSaved } from '../ui/unsaved-changes.ts'
import { FormattingToolbar } from './formatting-toolbar.tsx'
import { followLink } from './links.ts'
import { createLiveExtensions } from './live-extensions.ts'
import { messages } from './pages.messages.ts'
import { type SuggestionKeyHandler, SuggestionList, type SuggestionState } from './suggestion-list.tsx'

/** Presence color of a member, the same on all pages. */
const presenceColors = ['#0f5673', '#7c4a00', '#5b3fa8', '#1a6539', '#9c2f5a', '#8a3a1c']
const presenceColor = (id: string) => presenceColors[Number.parseInt(id.slice(0, 6), 16) % presenceColors.length] ?? ''

interface LiveState {
  state: 'connecting' | 'saved' | 'saving' | 'offline' | 'reading'
  refused?: string | undefined
  notStored?: string | undefined
  people: readonly string[]
}

interface EditorProps {
  pageId: string
  /** The page was deleted. Its text is read-only. */
  isDeleted: boolean
}

/** The collaborative text editor of a page. */
export default function Editor(given: EditorProps) {
  const [tries, again] = useReducer((count: number) => count + 1, 0)
  return <LiveEditor key={tries} {...given} again={again} />
}

function LiveEditor({ pageId, isDeleted, again }: EditorProps & { again: () => void }) {
  const may = useMay()
  const { member } = useSession()
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<TipTap>()
  const [live, setLive] = useState<LiveState>({ state: 'connecting', people: [] })
  const [offer, setOffer] = useState<SuggestionState | null>(null)
  const [uploading, setUploading] = useState('')
  const keys = useRef<SuggestionKeyHandler>(null)
  const sendFiles = useRef<(files: readonly File[], at?: number) => void>(() => {})
  const mayWrite = may('updatePage')
  const maySend = mayWrite && may('uploadUrl')

  useEffect(() => {
    const document = new Doc()
    let isConnected = false
    const showFeedback = (feedback: Partial<LiveState>) => setLive((before) => ({ ...before, ...feedback }))
    const showState = () => {
      const isReading = provider.authorizedScope === 'readonly' || !mayWrite
      const state = !isConnected
        ? 'offline'
        : !provider.isSynced
          ? 'connecting'
          : isReading
            ? 'reading'
            : provider.unsyncedChanges > 0
              ? 'saving'
              : 'saved'
      showFeedback({ state })
      const isLost = !isConnected && provider.hasUnsyncedChanges
      if (place.current) (isLost ? markDirty : markSaved)(place.current)
      if (provider.isSynced && made.isEditable === isReading) made.setEditable(!isReading)
    }
    const provider = new HocuspocusProvider({
      url: `${location.origin.replace(/^http/, 'ws')}/live`,
      name: `page.${pageId}`,
      document,
      token: async () => (await fetchGraphql(LiveTicketDocument)).data?.liveTicket ?? '',
      onStatus: ({ status }) => {
        isConnected = status === 'connected'
        showState()
      },
      onSynced: () => showState(),
      onUnsyncedChanges: () => showState(),
      onAuthenticationFailed: ({ reason }) => showFeedback({ refused: reason }),
      onAwarenessChange: ({ states }) => {
        const others = states.filter(({ clientId }) => clientId !== document.clientID)
        const names = others.map(({ user }) => String((user as { name?: string } | undefined)?.name ?? ''))
        showFeedback({ people: [...new Set(names.filter(Boolean))].sort() })
      },
      onStateless: ({ payload }) => {
        const { event, error } = JSON.parse(payload) as { event: string; error?: string }
        if (event === 'not_stored') showFeedback({ notStored: error ?? 'internal' })
      },
    })
    // Sends the own state to newcomers at once instead of with the next heartbeat.
    provider.awareness?.on('update', ({ added }: { added: number[] }, origin: unknown) => {
      if (origin !== 'local' && added.length > 0) provider.awareness?.setLocalState(provider.awareness.getLocalState())
    })
    const made = new TipTap({
      element: place.current,
      injectCSS: false,
      editable: false,
      extensions: createLiveExtensions({
        provider,
        document,
        color: presenceColor(member.id),
        name: member.name,
        setSuggestions: setOffer,
        keys,
      }),
      editorProps: {
        attributes: (): Record<string, string> =>
          made?.isEditable ? { role: 'textbox', 'aria-multiline': 'true', 'aria-label': messages.content } : {},
        handlePaste: (_view, event) => take(event.clipboardData),
        handleDrop: (view, event, _slice, isMoved) =>
          !isMoved && take(event.dataTransfer, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
        handleClick: (view, _position, event) =>
          followLink(event, view.editable, (id) => navigate({ to: '/pages/$id', params: { id } })),
      },
    })
    const take = (given: DataTransfer | null, at?: number) => {
      const files = [...(given?.files ?? [])]
      if (files.length === 0 || !maySend || !made.isEditable) return false
      sendFiles.current(files, at)
      return true
    }
    sendFiles.current = async (files, at = made.state.selection.to) => {
      for (const file of files) {
        setUploading(file.name)
        const id = await uploadFile(file)
        setUploading('')
        if (made.isDestroyed) return
        if (typeof id !== 'string') return showFeedback({ notStored: id.message })
        const address = `/storage/files/${id}`
        const content = file.type.startsWith('image/')
          ? { type: 'image', attrs: { src: address, alt: file.name } }
          : { type: 'text', text: file.name, marks: [{ type: 'link', attrs: { href: address } }] }
        made.chain().insertContentAt(Math.min(at, made.state.doc.content.size), content).run()
      }
      made.commands.focus()
    }
    setEditor(made)
    return () => {
      made.destroy()
      provider.destroy()
      document.destroy()
    }
  }, [pageId, mayWrite, maySend, member.id, member.name, navigate])

  useEffect(() => {
    if (isDeleted && editor?.isEditable) editor.setEditable(false)
  })

  const { refused, notStored, people } = live
  const state = isDeleted ? 'reading' : live.state
  const isEditing =
    editor !== undefined && (state === 'saved' || state === 'saving' || (state === 'offline' && editor.isEditable))
  const StateIcon = state === 'offline' ? CloudOff : state === 'reading' ? Lock : Cloud
  return (
    <div className="editor">
      {isEditing && (
        <FormattingToolbar editor={editor} sendFiles={maySend ? (files) => sendFiles.current(files) : undefined} />
      )}
      {(refused || notStored) && !isDeleted && (
        <div className="part" role="alert">
          <Notice variant="danger">
            {refused
              ? (messages.refusals[refused as 'not_found'] ?? messages.refusals.other)
              : describeStoreError(notStored)}{' '}
            {refused && refused !== 'not_found' && (
              <Button variant="small" onClick={again}>
                {t.retry}
              </Button>
            )}
          </Notice>
        </div>
      )}
      <div className="document" ref={place} />
      {editor && <SuggestionList ref={keys} offer={offer} editor={editor} />}
      <footer className="part quiet">
        <span role="status" className="live-state">
          <StateIcon size={16} aria-hidden />
          <span>{uploading ? messages.uploading(uploading) : messages.states[state]}</span>
        </span>
        {people.length > 0 && !isDeleted && <span className="people">{messages.here(people.join(', '))}</span>}
        {isEditing && <span className="hint">{messages.hint}</span>}
      </footer>
    </div>
  )
}

const describeStoreError = (reason = '') => {
  if (reason === 'too_large' || reason === 'too_complex') return messages.tooLarge
  if (reason === 'payload_too_large') return messages.noRoom
  // Anything but an error code is a message from the service.
  return reason.includes(' ') ? reason : messages.notStored
}
