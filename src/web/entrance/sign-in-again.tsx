import { createRoot } from 'react-dom/client'
import { CurrentSessionDocument } from '../../../schema/web/graphql.ts'
import { send } from '../graphql/send.ts'
import { tellAll } from '../graphql/watch.ts'
import { Entrance } from './entrance.tsx'

let isAsking = false

/**
 * Whoever's session has ended signs in over the page, of which nothing is seen meanwhile: what they had typed is there again.
 * Where somebody else has signed in, the page is shown anew, to them.
 */
export async function signInAgain() {
  if (isAsking) return
  isAsking = true
  if (await isSomebodySignedIn()) return location.reload()
  const { title, activeElement } = document
  const place = document.createElement('div')
  // Where a dialog is open, it lets nobody but this have the focus.
  place.dataset.reactAriaTopLayer = 'true'
  place.id = 'entrance'
  document.body.append(place)
  const root = createRoot(place)
  const goOn = async () => {
    const { data, problem } = await send(CurrentSessionDocument)
    if (!data?.currentSession) return problem?.code === 'unauthorized' && location.reload()
    removeEventListener('focus', lookAgain)
    root.unmount()
    place.remove()
    document.title = title
    if (activeElement instanceof HTMLElement) activeElement.focus()
    isAsking = false
    tellAll()
  }
  // They may have signed in in another tab.
  const lookAgain = async () => (await isSomebodySignedIn()) && goOn()
  addEventListener('focus', lookAgain)
  root.render(<Entrance firstRun={null} onSignedIn={goOn} />)
}

/** Whether the browser has a session, whomever the page was shown to. */
async function isSomebodySignedIn(): Promise<boolean> {
  const body = JSON.stringify({ query: String(CurrentSessionDocument) })
  const asked = fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = await asked.then((found) => found.json()).catch(() => undefined)
  return Boolean(answer?.data?.currentSession)
}
