import { sanitize, sanitizeUserHtml } from '#core/text/html'

/** A comment as stored, and its plain texts. */
export interface CommentText {
  html: string
  plain: string
  spoken: string
}

/** Parses a comment. Takes time proportional to its markup, so long ones run in a thread. */
export function sanitizeComment(content: string): CommentText {
  const html = sanitizeUserHtml(content)
  return { html, plain: plain(html), spoken: extractSpokenText(html) }
}

/** Text without tags, separated by spaces. */
const plain = (html: string, without: string[] = []): string =>
  sanitize(html.replaceAll('<', ' <'), { allowedTags: [], allowedAttributes: {}, nonTextTags: [...silent, ...without] })
    .replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

/** Text without code, in which mentions count. */
export const extractSpokenText = (html: string) => plain(html, ['code', 'pre'])

const silent = ['script', 'style', 'textarea', 'option']
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
