import {
  CaptureUpdateAction,
  Excalidraw,
  getSceneVersion,
  MainMenu,
  reconcileElements,
  restoreElements,
} from '@excalidraw/excalidraw'
import '@excalidraw/excalidraw/index.css'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { SaveSceneDocument, type WhiteboardDataFragment, WhiteboardPageDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { language } from '../i18n/locale.ts'
import { currentTheme } from '../preferences.ts'
import { useMay } from '../session.ts'
import { messages } from './whiteboards.messages.ts'

type ExcalidrawProps = ComponentProps<typeof Excalidraw>
type ExcalidrawApi = Parameters<NonNullable<ExcalidrawProps['excalidrawAPI']>>[0]
type Elements = Parameters<NonNullable<ExcalidrawProps['onChange']>>[0]

const saveDelayMs = 800

interface CanvasProps {
  whiteboard: WhiteboardDataFragment
  onStatus: (text: string) => void
}

interface Scene {
  elements?: unknown
  appState?: { viewBackgroundColor?: string; gridModeEnabled?: boolean }
}

const isDark = () => {
  const theme = currentTheme()
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Deleted elements are kept so long, so that the deletion reaches other users. In milliseconds. */
const deletedRetentionMs = 24 * 60 * 60 * 1000

/** The API does not validate scenes. */
function listElements(scene: unknown): (Element | null)[] {
  const elements = (scene as Scene | null)?.elements
  return Array.isArray(elements) ? elements : []
}

type Element = Elements[number]

/** Embedded frames would load foreign pages. */
function isSupported(element: Element | null): element is Element {
  const { type, points = [] } = (element ?? {}) as { type?: unknown; points?: unknown }
  const isKnown = typeof type === 'string' && type !== 'iframe'
  return isKnown && Array.isArray(points) && points.every((point) => Array.isArray(point))
}

const restoreScene = (scene: unknown) => restoreElements(listElements(scene).filter(isSupported), null)

/** Adds accessible names that Excalidraw leaves out. */
function labelControls(preview: HTMLElement) {
  preview.querySelector('.main-menu-trigger')?.setAttribute('aria-label', messages.menu)
  preview.querySelector('footer[role="contentinfo"]')?.setAttribute('role', 'group')
  const zoom = preview.querySelector<HTMLElement>('.reset-zoom-button')
  if (zoom) zoom.ariaLabel = `${zoom.textContent} · ${zoom.title}`
}

/** The drawing canvas. Saves after a pause and merges concurrent changes. */
export function Canvas({ whiteboard, onStatus }: CanvasProps) {
  const { id } = whiteboard
  const may = useMay()
  const canDraw = may('updateWhiteboard')
  const [save] = useMutation(SaveSceneDocument)
  const api = useRef<ExcalidrawApi>(null)
  const saved = useRef({ version: whiteboard.version, scene: getSceneVersion(restoreScene(whiteboard.scene)) })
  /** Unsupported elements are kept as they are. */
  const undrawn = useRef(listElements(whiteboard.scene).filter((part) => !isSupported(part)))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [initial] = useState(() => {
    const { appState = {} } = (whiteboard.scene ?? {}) as Scene
    return { elements: restoreScene(whiteboard.scene), appState, scrollToContent: true }
  })

  /** Merges the local scene with the saved one. */
  const merge = async (): Promise<boolean> => {
    const { data } = await fetchGraphql(WhiteboardPageDocument, { id })
    const now = api.current
    if (!data?.whiteboard || !now || data.whiteboard.version === saved.current.version) return false
    const theirs = restoreScene(data.whiteboard.scene) as unknown as Parameters<typeof reconcileElements>[1]
    const elements = reconcileElements(now.getSceneElementsIncludingDeleted(), theirs, now.getAppState())
    saved.current = { version: data.whiteboard.version, scene: getSceneVersion(theirs) }
    undrawn.current = listElements(data.whiteboard.scene).filter((part) => !isSupported(part))
    now.updateScene({ elements, captureUpdate: CaptureUpdateAction.NEVER })
    return true
  }
  const saving = useRef(Promise.resolve())
  /** Saves one after the other, each based on the version of the previous one. */
  const keep = () => {
    saving.current = saving.current.then(keepNow)
  }
  const keepNow = async (): Promise<void> => {
    const now = api.current
    if (!now) return
    const all = now.getSceneElementsIncludingDeleted()
    const elements = all.filter(({ isDeleted, updated }) => !isDeleted || updated > Date.now() - deletedRetentionMs)
    const scene = getSceneVersion(all)
    if (scene === saved.current.scene) return
    const { viewBackgroundColor, gridModeEnabled } = now.getAppState()
    onStatus(messages.saving)
    const outcome = await save({
      id,
      version: saved.current.version,
      scene: {
        type: 'excalidraw',
        version: 2,
        elements: [...elements, ...undrawn.current],
        appState: { viewBackgroundColor, gridModeEnabled },
      },
    })
    if (outcome.problem?.code === 'precondition_failed' && (await merge())) return keepNow()
    if (outcome.data) saved.current = { version: outcome.data.updateWhiteboard.version, scene }
    onStatus(outcome.problem?.message ?? messages.saved)
  }
  const now = useRef({ keep, merge })
  now.current = { keep, merge }
  const preview = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = preview.current
    if (!element) return
    const observer = new MutationObserver(() => labelControls(element))
    // Excalidraw overwrites the language of the document.
    const rename = () => {
      if (document.documentElement.lang !== language) document.documentElement.lang = language
    }
    rename()
    const named = new MutationObserver(rename)
    named.observe(document.documentElement, { attributeFilter: ['lang'] })
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      named.disconnect()
    }
  }, [])
  // Merges on focus and saves on unmount.
  useEffect(() => {
    const merge = () => now.current.merge()
    addEventListener('focus', merge)
    return () => {
      removeEventListener('focus', merge)
      clearTimeout(timer.current)
      now.current.keep()
    }
  }, [])

  return (
    <div className="canvas" ref={preview}>
      <Excalidraw
        excalidrawAPI={(given) => {
          api.current = given
        }}
        initialData={initial}
        langCode={language === 'de' ? 'de-DE' : 'en'}
        theme={isDark() ? 'dark' : 'light'}
        viewModeEnabled={!canDraw}
        aiEnabled={false}
        validateEmbeddable={false}
        handleKeyboardGlobally={false}
        UIOptions={{
          canvasActions: { loadScene: false, saveToActiveFile: false, export: false, toggleTheme: false },
          tools: { image: false },
        }}
        onChange={(elements) => {
          if (!canDraw || getSceneVersion(elements) === saved.current.scene) return
          clearTimeout(timer.current)
          timer.current = setTimeout(() => now.current.keep(), saveDelayMs)
        }}
      >
        <MainMenu>
          <MainMenu.DefaultItems.SaveAsImage />
          <MainMenu.DefaultItems.Help />
          <MainMenu.DefaultItems.ClearCanvas />
          <MainMenu.Separator />
          <MainMenu.DefaultItems.ChangeCanvasBackground />
        </MainMenu>
      </Excalidraw>
    </div>
  )
}
