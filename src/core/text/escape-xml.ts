const escapes: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

/** Escapes text for XML and HTML. */
export const escapeXml = (text: string) => text.replace(/[<>&"]/g, (character) => escapes[character] ?? '')
