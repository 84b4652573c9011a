import { sanitize, sanitizeUserHtml } from '#core/text/html'

/** A comment as it is kept, and what of it is text. */
export interface CommentText {
  html: string
  plain: string
  spoken: string
}

/** Reads a comment as it was sent. It takes the longer the more marks there are in it: threads run this. */
export function parseComment(content: string): CommentText {
  const html = sanitizeUserHtml(content)
  return { html, plain: plain(html), spoken: extractSpokenText(html) }
}

/** The text of HTML, without its tags: between two of them there is a space. */
const plain = (html: string, without: string[] = []): string =>
  sanitize(html.replaceAll('<', ' <'), { allowedTags: [], allowedAttributes: {}, nonTextTags: [...silent, ...without] })
    .replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

/** The text in which somebody is addressed: code addresses nobody. */
export const extractSpokenText = (html: string) => plain(html, ['code', 'pre'])

const silent = ['script', 'style', 'textarea', 'option']
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
