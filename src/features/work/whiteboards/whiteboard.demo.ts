import type { DemoPart } from '#core/feature/demo'

/** A sketch for every tenth project. */
export const whiteboardDemo: DemoPart = {
  title: { de: 'Whiteboards', en: 'Whiteboards' },
  steps({ owner, language, made, call }) {
    return made.projects
      .filter((_, index) => (made.projects.length - 1 - index) % 10 === 0)
      .map(({ id, name }) => async () => {
        const scene = { type: 'excalidraw', version: 2, elements: texts[language].map(noteAt), appState: {} }
        await call(owner, 'POST', '/whiteboards', { project_id: id, title: name, scene })
      })
  },
}

const noteAt = (text: string, index: number) => ({
  id: `note-${index}`,
  type: 'text',
  x: 40 + index * 260,
  y: 60,
  width: 220,
  height: 30,
  text,
  fontSize: 24,
  fontFamily: 5,
})

const texts = { de: ['Ziele', 'Zielgruppe', 'Offene Fragen'], en: ['Goals', 'Audience', 'Open questions'] } as const
