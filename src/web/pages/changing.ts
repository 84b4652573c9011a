import { MovePageDocument, PageShownDocument, UpdatePageDocument } from '../../../schema/web/graphql.ts'
import { useMutation } from '../graphql/client.ts'
import { fieldOf, type Outcome, send } from '../graphql/send.ts'
import { sendAsSeen, takeBack } from '../graphql/take-back.ts'
import type { TakeBack } from '../ui/told.tsx'
import { words } from '../words/words.ts'
import type { Place } from './branch.ts'

/** It is done, and is taken back by this. */
type Done = Outcome<TakeBack>

/** How a page is now, past the cache. */
async function askPage(id: string) {
  return fieldOf(send(PageShownDocument, { id }), 'page')
}

/** Moves a page from where it stands. */
export function useMove() {
  const [move] = useMutation(MovePageDocument)
  return async (id: string, place: Place, before: Place): Promise<Done> => {
    const { data, problem } = await move({ id, input: place })
    if (problem) return { problem }
    const { movePage: moved } = data
    const isAsLeft = (now: Place) => now.parentId === moved.parentId && now.position === moved.position
    return {
      data: () =>
        takeBack(moved, {
          send: (version) => move({ id, version, input: before }),
          ask: () => askPage(id) as Promise<Outcome<Place & { version: number }>>,
          isAsLeft,
        }),
    }
  }
}

interface Named {
  title: string
  icon: string | null
}

/**
 * Gives a page another name or sign: what of the two stays is left as somebody else may have made it meanwhile. Where they have
 * changed what is changed here, that is told, and seen from then on.
 */
export function useRename() {
  const [update] = useMutation(UpdatePageDocument)
  return async (id: string, named: Named, before: Named, see: (now: Named) => void): Promise<Done> => {
    const changed = (['title', 'icon'] as const).filter((name) => named[name] !== before[name])
    const those = (of: Named) => Object.fromEntries(changed.map((name) => [name, of[name]]))
    const ask = () => askPage(id)
    const outcome = await sendAsSeen(
      {},
      {
        send: (version) => update({ id, version, input: those(named) }),
        ask,
        isAsSeen: (now) => changed.every((name) => now[name] === before[name]),
        say: (now) => {
          see({ ...before, ...those(now) })
          return words.changedTo(changed.map((name) => now[name]).join(' '))
        },
      },
    )
    const { data, problem } = outcome
    if (problem) return { problem }
    const { updatePage: renamed } = data
    return {
      data: () =>
        takeBack(renamed, {
          send: (version) => update({ id, version, input: those(before) }),
          ask,
          isAsLeft: (now) => changed.every((name) => now[name] === renamed[name]),
        }),
    }
  }
}
