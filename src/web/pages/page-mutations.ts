import { MovePageDocument, PageShownDocument, UpdatePageDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fetchGraphql, type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { notifyChanged } from '../graphql/resource-events.ts'
import { t } from '../i18n/locale.ts'
import { useFetchChangeAuthors } from '../ui/change-authors.ts'
import type { Undo } from '../ui/feedback.tsx'
import type { SeenPosition, TreePosition } from './page-tree.ts'
import { messages } from './pages.messages.ts'

/** Success carries a function that undoes the change. */
type UndoOutcome = Outcome<Undo>

/** Fetches a page past the cache. */
async function fetchPage(id: string) {
  return pickField(fetchGraphql(PageShownDocument, { id }), 'page')
}

/**
 * Moves a page unless someone else has moved it since it was seen. The conflict is reported, and after `see` a second attempt
 * overwrites it.
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
 * Changes the title or icon of a page. The unchanged one of the two is left as it is. Concurrent changes of the same field are
 * reported, and a second attempt overwrites them.
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
