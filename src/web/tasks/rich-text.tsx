import { createElement, Fragment, type ReactNode, useMemo } from 'react'

const allowedElements = new Set(
  'p br hr strong b em i u s del mark sub sup code pre blockquote ul ol li table thead tbody tr th td'.split(' '),
)

/**
 * Renders user HTML from an allowlist of elements, even though the service has sanitized it. Headings become bold lines so that
 * they do not mix with those of the page.
 */
export function RichText({ html }: { html: string }) {
  const shown = useMemo(() => renderChildren(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className="prose">{shown}</div>
}

const renderChildren = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map((node, key) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof HTMLElement)) return null
    const { localName: name } = node
    const inner = renderChildren(node)
    if (/^h[1-6]$/.test(name)) return createElement('p', { key }, createElement('strong', {}, ...inner))
    if (allowedElements.has(name)) return createElement(name, { key }, ...inner)
    const href = node.getAttribute('href') ?? ''
    if (name === 'a' && /^(https?|mailto|tel):/i.test(href))
      return createElement('a', { key, href, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...inner)
    return createElement(Fragment, { key }, ...inner)
  })
