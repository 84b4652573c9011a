import { type RefObject, useEffect } from 'react'
import { isSigningInAgain } from '../graphql/session-end.ts'

/** Elements with unsaved input. The symbol changes with each input. */
const dirtyElements = new Map<Element, symbol>()

export const dirtyToken = (place: Element) => dirtyElements.get(place)

export const markDirty = (place: Element) => dirtyElements.set(place, Symbol())

export const markSaved = (place: Element) => dirtyElements.delete(place)

export function hasUnsavedInput(within: Element = document.body) {
  for (const place of dirtyElements.keys()) if (!place.isConnected) dirtyElements.delete(place)
  // After the session has ended nothing blocks leaving.
  return !isSigningInAgain() && [...dirtyElements.keys()].some((place) => within.contains(place) && !isEmpty(place))
}

function isEmpty(place: Element) {
  const fields = [...place.querySelectorAll<HTMLInputElement>('input, textarea, select')]
  return fields.length > 0 && fields.every(({ value }) => value === '')
}

let promptDiscard = async () => true

export const setDiscardPrompt = (question: typeof promptDiscard) => {
  promptDiscard = question
}

/** Resolves to whether unsaved input may be discarded: there is none, or the user agreed. */
export async function confirmDiscard(within?: Element) {
  if (!hasUnsavedInput(within)) return true
  const isLeft = await promptDiscard()
  if (isLeft)
    for (const place of dirtyElements.keys()) if (!within || within.contains(place)) dirtyElements.delete(place)
  return isLeft
}

let isPrompting = true

export const isDiscardPrompted = () => isPrompting

/** Navigates without the prompt, after saving or deleting. */
export function skipDiscardPrompt(act: () => void) {
  isPrompting = false
  try {
    act()
  } finally {
    isPrompting = true
  }
}

/** For a component that knows by itself whether it has unsaved input. */
export function useDirtyElement(place: RefObject<Element | null>, isTyped: boolean) {
  useEffect(() => {
    if (place.current) (isTyped ? markDirty : markSaved)(place.current)
  }, [place, isTyped])
}
