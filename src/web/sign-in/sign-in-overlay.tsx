import { createRoot } from 'react-dom/client'
import { CurrentSessionDocument } from '#schema/web/graphql'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { notifyAll } from '../graphql/resource-events.ts'
import { isSigningInAgain, setSigningInAgain } from '../graphql/session-end.ts'
import { SignInFlow } from './sign-in-flow.tsx'

/**
 * After the session has ended, the user signs in over the hidden page and finds their input again. If another member signs in, the page
 * reloads.
 */
export async function openSignInOverlay() {
  if (isSigningInAgain()) return
  setSigningInAgain(true)
  // The refused request may belong to an earlier session.
  if ((await fetchGraphql(CurrentSessionDocument)).data?.currentSession) return setSigningInAgain(false)
  if (await hasBrowserSession()) return location.reload()
  const { title, activeElement } = document
  const place = document.createElement('div')
  // Keeps React Aria dialogs from trapping the focus.
  place.dataset.reactAriaTopLayer = 'true'
  place.id = 'entrance'
  document.body.append(place)
  const root = createRoot(place)
  const release = captureKeys(place)
  const goOn = async () => {
    const { data, problem } = await fetchGraphql(CurrentSessionDocument)
    if (data?.currentSession?.mustSetUpSecondFactor) return location.reload()
    if (!data?.currentSession) return problem?.code === 'unauthorized' && location.reload()
    removeEventListener('focus', lookAgain)
    release()
    root.unmount()
    place.remove()
    document.title = title
    if (activeElement instanceof HTMLElement) activeElement.focus()
    setSigningInAgain(false)
    notifyAll()
  }
  // They may have signed in in another tab.
  const lookAgain = async () => (await hasBrowserSession()) && goOn()
  addEventListener('focus', lookAgain)
  root.render(<SignInFlow firstRun={null} onSignedIn={goOn} />)
}

/** Keeps keyboard and clipboard events from the page underneath. Returns a function that ends this. */
function captureKeys(place: HTMLElement): () => void {
  const going = new AbortController()
  const { signal } = going
  for (const kind of ['keydown', 'keypress', 'keyup', 'cut', 'copy', 'paste']) {
    const isForPlace = ({ target }: Event) => target instanceof Node && place.contains(target)
    addEventListener(kind, (event) => isForPlace(event) || event.stopImmediatePropagation(), { capture: true, signal })
    place.addEventListener(kind, (event) => event.stopPropagation(), { signal })
  }
  return () => going.abort()
}

/** Whether the browser has a session of any member. */
async function hasBrowserSession(): Promise<boolean> {
  const body = JSON.stringify({ query: String(CurrentSessionDocument) })
  const response = fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = await response.then((found) => found.json()).catch(() => undefined)
  return Boolean(answer?.data?.currentSession)
}
