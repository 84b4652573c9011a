/** What has the focus where what had it is not there any more; nothing while it is not there yet. */
type Heir = () => HTMLElement | null | undefined

let stop = () => {}

/**
 * Once something is done: what had the focus may not be offered any more, and its heir has it in its place, which is the heading
 * of the page unless another is named, until one goes on by key or pointer.
 */
export function keepFocus(heir: Heir = heading) {
  stop()
  // A dialog gives the focus back a frame after it has closed.
  const look = () => requestAnimationFrame(() => requestAnimationFrame(() => isOver || give(heir())))
  let isOver = false
  const observer = new MutationObserver(look)
  const going = new AbortController()
  stop = () => {
    isOver = true
    observer.disconnect()
    going.abort()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, { signal: going.signal, capture: true })
  look()
}

/** What was left for a while, where it is still there. */
export const backTo =
  (left: Element | null): Heir =>
  () =>
    left instanceof HTMLElement && left !== document.body && left.isConnected ? left : heading()

/** The first field of the form in front: a dialog's, or the page's. */
export const firstField: Heir = () => {
  const front = document.querySelector('.dialog') ?? document.querySelector('main')
  return front?.querySelector<HTMLElement>('form :is(input, textarea, select):enabled') ?? heading()
}

const heading = () => document.querySelector<HTMLElement>('main h1')

function give(element: HTMLElement | null | undefined) {
  if (!element || document.activeElement !== document.body) return
  if (element.matches('h1, h2, h3')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

const controlsOf = (row: Element | null | undefined) =>
  row?.isConnected ? [...row.querySelectorAll<HTMLElement>('button, a[href], input')] : []

/** For what takes away the row that it stands in: the same in the next row, or the one before; else what is around them. */
export function nextTo(control: HTMLElement): Heir {
  const row = control.closest('li, tr, .span')
  const at = controlsOf(row).indexOf(control)
  const around = row?.parentElement?.closest('li, section')
  const rows = [row?.nextElementSibling, row?.previousElementSibling, around?.matches('li') ? around : undefined]
  return () => {
    const controls = rows.map(controlsOf).find(({ length }) => length > 0) ?? []
    const title = around?.isConnected ? around.querySelector<HTMLElement>('h2, h3') : undefined
    return controls[at] ?? controls[0] ?? title ?? heading()
  }
}
