const escapes: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

/** Text as it stands in XML and HTML. */
export const escapeXml = (text: string) => text.replace(/[<>&"]/g, (character) => escapes[character] ?? '')
