import { useEffect, useState } from 'react'
import { LatestChangesDocument } from '#schema/web/graphql'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import type { EventFilter } from '../graphql/resource-events.ts'
import { useMay } from '../session.ts'

export interface Versioned {
  id: string
  version: number
}

/** The names of those who have changed something, as they are told; none where that is not known. */
type AuthorNames = Promise<readonly string[]>

/**
 * Asks the latest events of these names who has changed a thing since this version of it. Of those that name what has changed,
 * only what names one of the fields counts, named as in REST.
 */
export function useFetchChangeAuthors() {
  const may = useMay()
  return async (
    events: EventFilter | readonly EventFilter[],
    { id, version }: Versioned,
    fields?: readonly string[],
  ): AuthorNames => {
    if (!may('events')) return []
    const { data } = await fetchGraphql(LatestChangesDocument, { names: [events].flat() })
    const since = (data?.events?.events ?? []).filter(({ data: thing, changes }) => {
      const told = thing as { id?: unknown; version?: unknown } | null
      const isSince = told?.id === id && Number(told.version ?? 0) > version
      return isSince && (!fields || !changes || changes.some((name) => fields.includes(name)))
    })
    return [...new Set(since.map(({ actor }) => actor.name))]
  }
}

/** Who has done this to a thing since this version of it; nobody while there is no event to ask for. */
export function useChangeAuthors(event: EventFilter | undefined, { id, version }: Versioned): readonly string[] {
  const whoChanged = useFetchChangeAuthors()
  const [who, tell] = useState<readonly string[]>([])
  useEffect(() => {
    tell([])
    if (!event) return
    let isOver = false
    whoChanged(event, { id, version }).then((names) => {
      if (!isOver) tell(names)
    })
    return () => {
      isOver = true
    }
  }, [event, id, version])
  return who
}
