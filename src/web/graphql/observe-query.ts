import { replaceEqualDeep } from '@tanstack/react-router'
import type { AnyVariables, Client, CombinedError, GraphQLRequest } from 'urql'
import { refetchIfInFlight } from './refetch-after-mutation.ts'

interface QuerySnapshot<R> {
  data: R | undefined
  error: CombinedError | undefined
}

/** A query as an external store. An equal result does not notify; equal parts keep their identity. */
export interface ObservedQuery<R> {
  snapshot: () => QuerySnapshot<R>
  subscribe: (onChange: () => void) => () => void
  /** Fetches at once. */
  refetch: () => void
  /** Fetches, or lets a running fetch be repeated, because the data may have changed. */
  invalidate: () => void
}

/** Starts with the cached result. */
export function observeQuery<R, V extends AnyVariables>(
  client: Client,
  request: GraphQLRequest<R, V>,
): ObservedQuery<R> {
  const cached = client.readQuery(request.query, request.variables, { requestPolicy: 'cache-only' })
  let known: QuerySnapshot<R> = { data: cached?.data ?? undefined, error: undefined }
  const again = () =>
    client.reexecuteOperation(client.createRequestOperation('query', request, { requestPolicy: 'network-only' }))
  return {
    snapshot: () => known,
    subscribe: (onChange) =>
      client.executeQuery(request).subscribe(({ data, error }) => {
        // The cache has no data between an invalidation and the new response: the previous data stays.
        const next = replaceEqualDeep(known, { data: data ?? known.data, error })
        if (next === known) return
        known = next
        onChange()
      }).unsubscribe,
    refetch: again,
    invalidate: () => {
      if (!refetchIfInFlight(request.key)) again()
    },
  }
}

/** A paginated query as one result. The first page tells how many there are; the others are fetched in parallel. */
export function observeAllPages<R, V extends AnyVariables>(
  client: Client,
  requestOf: (page: number) => GraphQLRequest<R, V>,
): ObservedQuery<R> {
  const pages: ObservedQuery<R>[] = []
  const ends: (() => void)[] = []
  let known: QuerySnapshot<R> = { data: undefined, error: undefined }
  let listen: ((page: ObservedQuery<R>) => () => void) | undefined
  const count = () => countPages(pages[0]?.snapshot().data)
  const update = () => {
    while (pages.length < count()) {
      const page = observeQuery(client, requestOf(pages.length + 1))
      pages.push(page)
      if (listen) ends.push(listen(page))
    }
    const answers = pages.slice(0, count()).map((page) => page.snapshot())
    const all = answers.flatMap(({ data }) => (data ? [data] : []))
    const error = answers.find((each) => each.error)?.error
    known = replaceEqualDeep(known, {
      data: all.length === answers.length ? (mergePages(all) as R) : known.data,
      error,
    })
  }
  update()
  const each = (act: (page: ObservedQuery<R>) => void) => () => {
    for (const page of pages) act(page)
  }
  return {
    snapshot: () => known,
    subscribe: (onChange) => {
      listen = (page) =>
        page.subscribe(() => {
          const before = known
          update()
          if (known !== before) onChange()
        })
      ends.push(...pages.map(listen))
      return () => {
        listen = undefined
        for (const end of ends.splice(0)) end()
      }
    },
    refetch: each((page) => page.refetch()),
    invalidate: each((page) => page.invalidate()),
  }
}

/** The page count of the longest list in a result. */
function countPages(answer: unknown): number {
  const counts = Object.values(answer ?? {}).map((list) => {
    const rows = Object.values(list ?? {}).find(Array.isArray)
    return rows && rows.length > 0 ? Math.ceil(Number(list.total ?? 0) / rows.length) : 1
  })
  return Math.max(1, ...counts)
}

/** Merges pages. Rows created meanwhile shift others to the next page, so rows are deduplicated by id. */
function mergePages(pages: readonly unknown[]): unknown {
  const [first] = pages
  if (Array.isArray(first)) return [...new Map(pages.flat().map((row) => [(row as { id: string }).id, row])).values()]
  if (typeof first !== 'object' || first === null) return first
  return Object.fromEntries(
    Object.keys(first).map((key) => [key, mergePages(pages.map((page) => (page as Record<string, unknown>)[key]))]),
  )
}
