/** What has the focus where what had it is not there any more; nothing while it is not there yet. */
type FocusTarget = () => HTMLElement | null | undefined

let stop = () => {}

/** Who has the focus next, until one goes on. */
let next: FocusTarget | undefined

/**
 * Once something is done: what had the focus may not be offered any more, and its heir has it in its place, which is the heading
 * of the page unless another is named, until one goes on by key or pointer. Who has it for now gives it up to the heir.
 */
export function preserveFocus(heir: FocusTarget = heading, forNow: Element | null = null) {
  stop()
  next = heir
  // A dialog gives the focus back a frame after it has closed.
  const look = () => requestAnimationFrame(() => requestAnimationFrame(() => isOver || moveFocus(heir(), forNow)))
  let isOver = false
  const observer = new MutationObserver(look)
  const going = new AbortController()
  stop = () => {
    isOver = true
    next = undefined
    observer.disconnect()
    going.abort()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, { signal: going.signal, capture: true })
  look()
}

const isFocusable = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && element.isConnected

/** What is left for a while, where it is still there; else what was to have the focus after it, as after a menu. */
export function returnFocus(): FocusTarget {
  const [left, heir] = [document.activeElement, next]
  return () => [left, heir?.()].find(isFocusable) ?? heading()
}

/** The same where it is drawn anew elsewhere, else what is next to it. */
export function focusSuccessor(element: HTMLElement): FocusTarget {
  const beside = sameControlInNextRow(element)
  const again = () => (element.isConnected ? element : element.id ? document.getElementById(element.id) : null)
  return () => again() ?? beside()
}

/** Whatever has the focus in here and is taken away by somebody else leaves it to its heir. */
export function delegateFocus(container: HTMLElement, heirTo: (element: HTMLElement) => FocusTarget = focusSuccessor) {
  let last: { element: HTMLElement; heir: FocusTarget } | undefined
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = { element: target, heir: heirTo(target) }
  }
  const observer = new MutationObserver(() => {
    if (!last || last.element.isConnected) return
    const { heir } = last
    last = undefined
    if (document.activeElement === document.body) preserveFocus(heir)
  })
  container.addEventListener('focusin', remember)
  observer.observe(container, { childList: true, subtree: true })
  return () => {
    container.removeEventListener('focusin', remember)
    observer.disconnect()
  }
}

/** The first field of the form in front: a dialog's, or the page's. */
export const firstFormField: FocusTarget = () => {
  const front = document.querySelector('.dialog') ?? document.querySelector('main')
  return front?.querySelector<HTMLElement>('form :is(input, textarea, select):enabled') ?? heading()
}

const heading = () => document.querySelector<HTMLElement>('main h1')

function moveFocus(element: HTMLElement | null | undefined, forNow: Element | null) {
  if (!element || ![document.body, forNow].includes(document.activeElement)) return
  if (element.matches('h1, h2, h3')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

const findControls = (row: Element | null | undefined) =>
  row?.isConnected ? [...row.querySelectorAll<HTMLElement>('button, a[href], input')] : []

/** For what takes away the row that it stands in: the same in the next row, or the one before; else what is around them. */
export function sameControlInNextRow(control: HTMLElement): FocusTarget {
  const row = control.closest('li, tr, .span')
  const at = findControls(row).indexOf(control)
  const around = row?.parentElement?.closest('li, section')
  const rows = [row?.nextElementSibling, row?.previousElementSibling, around?.matches('li') ? around : undefined]
  return () => {
    const controls = rows.map(findControls).find(({ length }) => length > 0) ?? []
    const title = around?.isConnected ? around.querySelector<HTMLElement>('h2, h3') : undefined
    return controls[at] ?? controls[0] ?? title ?? heading()
  }
}
