import { type RefObject, useEffect } from 'react'
import { isSigningInAgain } from '../graphql/session-end.ts'

/** Forms and areas in which something is typed that is not saved, each with what stands for it: typed on, it is another. */
const dirtyElements = new Map<Element, symbol>()

export const dirtyToken = (place: Element) => dirtyElements.get(place)

export const markDirty = (place: Element) => dirtyElements.set(place, Symbol())

export const markSaved = (place: Element) => dirtyElements.delete(place)

/** Whether something is typed that is not saved, on the page or within a part of it. */
function isUnsaved(within: Element = document.body) {
  for (const place of dirtyElements.keys()) if (!place.isConnected) dirtyElements.delete(place)
  // Whose session has ended is not hindered.
  return !isSigningInAgain() && [...dirtyElements.keys()].some((place) => within.contains(place) && !isEmpty(place))
}

function isEmpty(place: Element) {
  const fields = [...place.querySelectorAll<HTMLInputElement>('input, textarea, select')]
  return fields.length > 0 && fields.every(({ value }) => value === '')
}

let promptDiscard = async () => true

/** How somebody is asked whether they leave what is not saved. */
export const setDiscardPrompt = (question: typeof promptDiscard) => {
  promptDiscard = question
}

/** Whether what is typed there may go: nothing is lost, or that is wanted. */
export async function confirmDiscard(within?: Element) {
  if (!isUnsaved(within)) return true
  const isLeft = await promptDiscard()
  if (isLeft)
    for (const place of dirtyElements.keys()) if (!within || within.contains(place)) dirtyElements.delete(place)
  return isLeft
}

let isPrompting = true

/** Whether who goes elsewhere now is asked. */
export const isDiscardPrompted = () => isPrompting

/** Where this goes nobody is asked: it follows on what was saved or deleted. */
export function skipDiscardPrompt(act: () => void) {
  isPrompting = false
  try {
    act()
  } finally {
    isPrompting = true
  }
}

/** The browser asks whoever loads the page anew or closes it, from the first key on. */
export function usePromptBeforeUnload() {
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [])
}

/** For a place that knows by itself whether something in it is not saved. */
export function useDirtyElement(place: RefObject<Element | null>, isTyped: boolean) {
  useEffect(() => {
    if (place.current) (isTyped ? markDirty : markSaved)(place.current)
  }, [place, isTyped])
}
