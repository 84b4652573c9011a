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

/** Gives a page another name and sign. */
export function useRename() {
  const [update] = useMutation(UpdatePageDocument)
  return async (id: string, named: Named, before: Named): Promise<Done> => {
    const { data, problem } = await update({ id, input: named })
    if (problem) return { problem }
    const { updatePage: renamed } = data
    return {
      data: () =>
        takeBack(renamed, {
          send: (version) => update({ id, version, input: before }),
          ask: () => askPage(id),
          isAsLeft: (now) => now.title === renamed.title && now.icon === renamed.icon,
        }),
    }
  }
}
