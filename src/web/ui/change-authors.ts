import { useEffect, useState } from 'react'
import { LatestChangesDocument } from '#schema/web/graphql'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import type { EventFilter } from '../graphql/resource-events.ts'
import { useMay } from '../session.ts'

export interface Versioned {
  id: string
  version: number
}

/** Empty if unknown. */
type AuthorNames = Promise<readonly string[]>

/**
 * Returns a function that finds who changed an object since a version, from the latest events of these names. With `fields`, named as
 * in REST, only events that changed one of them count.
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
    const since = (data?.events?.events ?? []).filter(({ data: resource, changes }) => {
      const changed = resource as { id?: unknown; version?: unknown } | null
      const isSince = changed?.id === id && Number(changed.version ?? 0) > version
      return isSince && (!fields || !changes || changes.some((name) => fields.includes(name)))
    })
    return [...new Set(since.map(({ actor }) => actor.name))]
  }
}

/** The names of those who caused such an event since this version. Without an event it is empty. */
export function useChangeAuthors(event: EventFilter | undefined, { id, version }: Versioned): readonly string[] {
  const fetchAuthors = useFetchChangeAuthors()
  const [authors, setAuthors] = useState<readonly string[]>([])
  useEffect(() => {
    setAuthors([])
    if (!event) return
    let isOver = false
    fetchAuthors(event, { id, version }).then((names) => {
      if (!isOver) setAuthors(names)
    })
    return () => {
      isOver = true
    }
  }, [event, id, version])
  return authors
}
