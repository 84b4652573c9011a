import { createElement, Fragment, type ReactNode, useMemo } from 'react'

const allowedElements = new Set(
  'p br hr strong b em i u s del mark sub sup code pre blockquote ul ol li table thead tbody tr th td'.split(' '),
)

/**
 * What somebody wrote, as the service has cleaned it; built anew from what may stand in it, so that nothing else can. A heading
 * in it is a bold line: those of the page are what one finds one's way by.
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
