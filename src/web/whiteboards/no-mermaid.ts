/** Stands in place of what reads Mermaid's diagrams, which is not part of the app. */
export const parseMermaidToExcalidraw = () => Promise.reject(new Error('Mermaid is not part of the app.'))
