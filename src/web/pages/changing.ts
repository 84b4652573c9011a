import { MovePageDocument, PageShownDocument, UpdatePageDocument } from '../../../schema/web/graphql.ts'
import { useMutation } from '../graphql/client.ts'
import { type Outcome, send } from '../graphql/send.ts'
import { takeBack } from '../graphql/take-back.ts'
import type { TakeBack } from '../ui/told.tsx'
import type { Place } from './branch.ts'

/** It is done, and is taken back by this. */
type Done = Outcome<TakeBack>

/** How a page is now, past the cache. */
async function askPage(id: string) {
  const { data, problem } = await send(PageShownDocument, { id })
  return data ? { data: data.page } : { problem }
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

/** Gives a page another name or sign: what of the two stays is left as somebody else may have made it meanwhile. */
export function useRename() {
  const [update] = useMutation(UpdatePageDocument)
  return async (id: string, named: Named, before: Named): Promise<Done> => {
    const changed = (['title', 'icon'] as const).filter((name) => named[name] !== before[name])
    const those = (of: Named) => Object.fromEntries(changed.map((name) => [name, of[name]]))
    const { data, problem } = await update({ id, input: those(named) })
    if (problem) return { problem }
    const { updatePage: renamed } = data
    return {
      data: () =>
        takeBack(renamed, {
          send: (version) => update({ id, version, input: those(before) }),
          ask: () => askPage(id),
          isAsLeft: (now) => changed.every((name) => now[name] === renamed[name]),
        }),
    }
  }
}
