import { createRequire } from 'node:module'
import type Sanitize from 'sanitize-html'
import { escapeXml } from './escape-xml.ts'

const require = createRequire(import.meta.url)

/** Removes everything that the options do not allow. The package is loaded on first use. */
export const sanitize = (html: string, options: Sanitize.IOptions): string =>
  (require('sanitize-html') as typeof Sanitize)(html, options)

/** HTML in descriptions and comments: structured text and links, no styles and scripts. */
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

/** Takes time proportional to the length, so limit that first. */
export const sanitizeUserHtml = (html: string): string => sanitize(html, allowed)

/** Empty lines separate paragraphs. */
export const textToHtml = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeXml(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
    .join('')
