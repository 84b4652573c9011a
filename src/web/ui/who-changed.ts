import { LatestChangesDocument } from '../../../schema/web/graphql.ts'
import { send } from '../graphql/send.ts'
import type { Followed } from '../graphql/watch.ts'
import { useMay } from '../session.ts'

/** The names of those who have changed something, as they are told; none where that is not known. */
type Who = Promise<readonly string[]>

/** Asks the latest events who has changed a thing since this version of it, and of it one of these fields, named as in REST. */
export function useWhoChanged() {
  const may = useMay()
  return async (event: Followed, { id, version }: { id: string; version: number }, fields?: readonly string[]): Who => {
    if (!may('events')) return []
    const { data } = await send(LatestChangesDocument, { names: [event] })
    const since = (data?.events?.events ?? []).filter(({ data: thing, changes }) => {
      const told = thing as { id?: unknown; version?: unknown } | null
      const isSince = told?.id === id && Number(told.version ?? 0) > version
      return isSince && (!fields || changes?.some((name) => fields.includes(name)))
    })
    return [...new Set(since.map(({ actor }) => actor.name))]
  }
}
