/** Finds the element to focus. Empty while it does not exist yet. */
type FocusTarget = () => HTMLElement | null | undefined

let stop = () => {}

let next: FocusTarget | undefined

/**
 * After an action the focused element may disappear. Moves the focus to `target`, the page heading by default, until the user presses a
 * key or the pointer. `forNow` is an element that may hold the focus meanwhile.
 */
export function preserveFocus(target: FocusTarget = heading, forNow: Element | null = null) {
  stop()
  next = target
  // A dialog restores the focus a frame after it has closed.
  const focusOnceRendered = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => isOver || moveFocus(target(), forNow)))
  let isOver = false
  const observer = new MutationObserver(focusOnceRendered)
  const going = new AbortController()
  stop = () => {
    isOver = true
    next = undefined
    observer.disconnect()
    going.abort()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, { signal: going.signal, capture: true })
  focusOnceRendered()
}

const isFocusable = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && element.isConnected

/** Returns to the focused element if it still exists, else to the pending focus target, as after a menu. */
export function returnFocus(): FocusTarget {
  const [left, target] = [document.activeElement, next]
  return () => [left, target?.()].find(isFocusable) ?? heading()
}

/** The element itself, also if rendered again elsewhere; else the same control in the next row. */
export function focusSuccessor(element: HTMLElement): FocusTarget {
  const beside = sameControlInNextRow(element)
  const again = () => (element.isConnected ? element : element.id ? document.getElementById(element.id) : null)
  return () => again() ?? beside()
}

/** Moves the focus if the focused element in the container is removed by somebody else's change. */
export function delegateFocus(
  container: HTMLElement,
  focusTargetFor: (element: HTMLElement) => FocusTarget = focusSuccessor,
) {
  let last: { element: HTMLElement; target: FocusTarget } | undefined
  const remember = ({ target: element }: FocusEvent) => {
    if (element instanceof HTMLElement) last = { element, target: focusTargetFor(element) }
  }
  const observer = new MutationObserver(() => {
    if (!last || last.element.isConnected) return
    const { target } = last
    last = undefined
    if (document.activeElement === document.body) preserveFocus(target)
  })
  container.addEventListener('focusin', remember)
  observer.observe(container, { childList: true, subtree: true })
  return () => {
    container.removeEventListener('focusin', remember)
    observer.disconnect()
  }
}

/** The first field of the open dialog, else of the page. */
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

/** For an action that removes its row: the same control in the next or the previous row, else the surrounding heading. */
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
