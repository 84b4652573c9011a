import { type RefObject, useEffect } from 'react'
import { isSigningInAgain } from '../graphql/session-end.ts'

/** Forms and areas in which something is typed that is not saved, each with what stands for it: typed on, it is another. */
const typed = new Map<Element, symbol>()

export const typedIn = (place: Element) => typed.get(place)

export const markTyped = (place: Element) => typed.set(place, Symbol())

export const markSaved = (place: Element) => typed.delete(place)

/** Whether something is typed that is not saved, on the page or within a part of it. */
function isUnsaved(within: Element = document.body) {
  for (const place of typed.keys()) if (!place.isConnected) typed.delete(place)
  // Whose session has ended is not hindered.
  return !isSigningInAgain() && [...typed.keys()].some((place) => within.contains(place) && !isEmpty(place))
}

function isEmpty(place: Element) {
  const fields = [...place.querySelectorAll<HTMLInputElement>('input, textarea, select')]
  return fields.length > 0 && fields.every(({ value }) => value === '')
}

let ask = async () => true

/** How somebody is asked whether they leave what is not saved. */
export const askBy = (question: typeof ask) => {
  ask = question
}

/** Whether what is typed there may go: nothing is lost, or that is wanted. */
export async function mayLeave(within?: Element) {
  if (!isUnsaved(within)) return true
  const isLeft = await ask()
  if (isLeft) for (const place of typed.keys()) if (!within || within.contains(place)) typed.delete(place)
  return isLeft
}

let isAsked = true

/** Whether who goes elsewhere now is asked. */
export const isLeavingAsked = () => isAsked

/** Where this goes nobody is asked: it follows on what was saved or deleted. */
export function withoutAsking(act: () => void) {
  isAsked = false
  try {
    act()
  } finally {
    isAsked = true
  }
}

/** The browser asks whoever loads the page anew or closes it, from the first key on. */
export function useAskBeforeUnload() {
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [])
}

/** For a place that knows by itself whether something in it is not saved. */
export function useUnsaved(place: RefObject<Element | null>, isTyped: boolean) {
  useEffect(() => {
    if (place.current) (isTyped ? markTyped : markSaved)(place.current)
  }, [place, isTyped])
}
