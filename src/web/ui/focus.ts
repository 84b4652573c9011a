let stop = () => {}

/**
 * Once a dialog is closed: what it was opened by may not be offered any more, and the heading of the page has the focus in its
 * place, until one goes on by key or pointer.
 */
export function keepFocus() {
  stop()
  // A dialog gives the focus back a frame after it has closed.
  const look = () => requestAnimationFrame(() => requestAnimationFrame(focusHeading))
  const observer = new MutationObserver(look)
  const going = new AbortController()
  stop = () => {
    observer.disconnect()
    going.abort()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, { signal: going.signal, capture: true })
  look()
}

function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading || document.activeElement !== document.body) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
