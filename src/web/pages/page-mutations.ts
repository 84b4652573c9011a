import { MovePageDocument, PageShownDocument, UpdatePageDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fetchGraphql, type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { notifyChanged } from '../graphql/resource-events.ts'
import { t } from '../i18n/locale.ts'
import { useFetchChangeAuthors } from '../ui/change-authors.ts'
import type { Undo } from '../ui/feedback.tsx'
import type { SeenPosition, TreePosition } from './page-tree.ts'
import { messages } from './pages.messages.ts'

/** It is done, and is taken back by this. */
type UndoOutcome = Outcome<Undo>

/** How a page is now, past the cache. */
async function fetchPage(id: string) {
  return pickField(fetchGraphql(PageShownDocument, { id }), 'page')
}

/**
 * Moves a page from where it was seen. Where somebody else has moved it meanwhile it stays there, and that is told; who `see`s
 * it then may mean it once more.
 */
export function useMovePage() {
  const [move] = useMutation(MovePageDocument)
  const whoChanged = useFetchChangeAuthors()
  return async (
    id: string,
    place: TreePosition,
    seen: SeenPosition,
    see?: (now: SeenPosition) => void,
  ): Promise<UndoOutcome> => {
    const put = async (
      input: TreePosition,
      { parentId, position, version }: SeenPosition,
      see?: (now: SeenPosition) => void,
    ) => {
      const outcome = await move(
        { id, version, input },
        {
          fetchCurrent: () => fetchPage(id),
          isUnchanged: (now) => now.parentId === parentId && now.position === position,
          fetchAuthors: (since) => whoChanged('page.updated', { id, version: since }, ['parent_id', 'position']),
          describeConflict: (now, who) => {
            see?.(now)
            return see && t.changedTo(now.parent?.title ?? messages.top, who)
          },
        },
      )
      if (outcome.problem?.code === 'changed_since') notifyChanged('page.updated')
      return outcome
    }
    const { data, problem } = await put(place, seen, see)
    if (problem) return { problem }
    const { parentId, position } = seen
    return { data: () => put({ parentId, position }, data.movePage) }
  }
}

interface PageTitle {
  title: string
  icon: string | null
  version: number
}

/**
 * Gives a page another name or sign: what of the two stays is left as somebody else may have made it meanwhile. Where they have
 * changed what is changed here, that is told, and seen from then on.
 */
export function useRenamePage() {
  const [update] = useMutation(UpdatePageDocument)
  const whoChanged = useFetchChangeAuthors()
  return async (
    id: string,
    named: Omit<PageTitle, 'version'>,
    before: PageTitle,
    see: (now: PageTitle) => void,
  ): Promise<UndoOutcome> => {
    const changed = (['title', 'icon'] as const).filter((name) => named[name] !== before[name])
    const those = (of: Omit<PageTitle, 'version'>) => Object.fromEntries(changed.map((name) => [name, of[name]]))
    const ask = () => fetchPage(id)
    const askWho = (version: number) => whoChanged('page.updated', { id, version }, changed)
    const isAs = (seen: PageTitle) => (now: PageTitle) => changed.every((name) => now[name] === seen[name])
    const say = (now: PageTitle, who: readonly string[]) => {
      see({ ...before, ...those(now), version: now.version })
      return t.changedTo(changed.map((name) => now[name]).join(' '), who)
    }
    const { version } = before
    const { data, problem } = await update(
      { id, version, input: those(named) },
      { fetchCurrent: ask, isUnchanged: isAs(before), fetchAuthors: askWho, describeConflict: say },
    )
    if (problem) return { problem }
    const { updatePage: renamed } = data
    const back = () =>
      update(
        { id, version: renamed.version, input: those(before) },
        { fetchCurrent: ask, isUnchanged: isAs(renamed), fetchAuthors: askWho },
      )
    return { data: back }
  }
}
