import { createRequire } from 'node:module'
import type Sanitize from 'sanitize-html'
import { escapeXml } from './escape-xml.ts'

const require = createRequire(import.meta.url)

/** HTML without what the options do not allow; the package is loaded with the first. */
export const sanitize = (html: string, options: Sanitize.IOptions): string =>
  (require('sanitize-html') as typeof Sanitize)(html, options)

/** What people may write as HTML, in a description or a comment: text with its structure, links, no styles and no code. */
const allowed: Sanitize.IOptions = {
  allowedTags: (
    'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s del mark sub sup code pre blockquote ul ol li a span ' +
    'table thead tbody tr th td'
  ).split(' '),
  allowedAttributes: { a: ['href', 'title', 'rel'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow' } }),
  },
}

/** HTML without what is not on the allow-list. Its cost grows with its length: cap that first. */
export const sanitizeUserHtml = (html: string): string => sanitize(html, allowed)

/** Plain text as HTML: an empty line ends a paragraph. */
export const textToHtml = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeXml(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
    .join('')
