import { cacheExchange } from '@urql/exchange-graphcache'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  Client,
  type CombinedError,
  createRequest,
  fetchExchange,
  mapExchange,
  type OperationContext,
  useClient,
  useMutation as useUrqlMutation,
} from 'urql'
import type { TypedDocumentString } from '#schema/web/graphql'
import { t } from '../i18n/locale.ts'
import { type CacheRules, mergeCacheRules } from './cache-rules.ts'
import { confirmIdentity } from './confirm-identity.ts'
import {
  fetchGraphqlText,
  type Outcome,
  offlineProblem,
  type Problem,
  toProblem,
  unansweredProblem,
} from './fetch-graphql.ts'
import { type ObservedQuery, observeAllPages, observeQuery } from './observe-query.ts'
import { postGraphql } from './post-graphql.ts'
import { refetchAfterMutation } from './refetch-after-mutation.ts'
import { type EventFilter, onResourceChanged } from './resource-events.ts'
import { type SeenVersion, sendWithVersion } from './send-with-version.ts'
import { serializeWrites } from './serialize-writes.ts'
import { notifySessionEnd } from './session-end.ts'

/** A client with a normalized cache. It is authenticated by the session cookie. */
export const createGraphqlClient = (features: readonly CacheRules[]) =>
  new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetch: (_url, init) => postGraphql(String(init?.body), init),
    exchanges: [
      mapExchange({
        onError: (error) => {
          if (toQueryProblem(error).code === 'unauthorized') notifySessionEnd()
        },
      }),
      cacheExchange({
        // Objects without an id are stored with their parent; that needs no warning.
        logger: (severity, message) => message.startsWith('Invalid key') || console[severity](message),
        ...mergeCacheRules(features),
      }),
      refetchAfterMutation,
      fetchExchange,
    ],
  })

const toQueryProblem = ({ networkError, graphQLErrors }: CombinedError, lost = offlineProblem(t.offline)): Problem =>
  networkError || graphQLErrors.length === 0 ? lost : toProblem(graphQLErrors)

const nothing: readonly EventFilter[] = []

/** State of a query. Data stays visible while it is fetched again. */
export interface QueryState<R> {
  data: R | undefined
  problem: Problem | undefined
  retry(): void
}

/** Runs a query, and fetches it again after events that match `live`, whoever caused them. */
export function useQuery<R, V extends Record<string, unknown>>(
  document: TypedDocumentString<R, V>,
  variables: V,
  live: readonly EventFilter[] = nothing,
): QueryState<R> {
  const client = useClient()
  const request = createRequest<R, V>(String(document), variables)
  return useObservedQuery(
    useMemo(() => observeQuery(client, request), [client, request.key]),
    live,
  )
}

/** Like `useQuery`, but fetches all pages of a list, for choosing from all entries or counting them. */
export function useAllPages<R, V extends { page: number }>(
  document: TypedDocumentString<R, V>,
  variables: Omit<V, 'page'>,
  live: readonly EventFilter[] = nothing,
): QueryState<R> {
  const client = useClient()
  const requestOf = (page: number) => createRequest<R, V>(String(document), { ...variables, page } as V)
  return useObservedQuery(
    useMemo(() => observeAllPages(client, requestOf), [client, requestOf(1).key]),
    live,
  )
}

/** Codes of errors that pass after signing in again or retrying. Data, and what is typed into it, stays visible. */
const transientCodes = new Set(['unauthorized', 'offline', 'rate_limited', 'unavailable', 'disk_full'])

function useObservedQuery<R>(query: ObservedQuery<R>, live: readonly EventFilter[]): QueryState<R> {
  const { data, error } = useSyncExternalStore(query.subscribe, query.snapshot)
  useEffect(() => onResourceChanged(live, query.invalidate), [query, live.join()])
  const problem = error && toQueryProblem(error)
  const isRefused = problem && !transientCodes.has(problem.code)
  return {
    data: isRefused ? undefined : data,
    problem: isRefused || !data ? problem : undefined,
    retry: query.refetch,
  }
}

/** Sends a mutation without a version: of several writers the last one wins. */
export const lastWriteWins = Symbol('the last one wins')

/**
 * Sends a mutation. With `SeenVersion` a version conflict is retried with the newer version as long as the seen data still holds.
 * Such writes, and those with `lastWriteWins`, run one after another per object and are shown optimistically.
 */
type Send<R, V> = <T extends { version: number }>(
  variables: V,
  seeing?: SeenVersion<T> | typeof lastWriteWins,
) => Promise<Outcome<R>>

/** Returns a function that sends the mutation, and whether it is running. */
export function useMutation<R, V extends Record<string, unknown>>(
  document: TypedDocumentString<R, V>,
): [send: Send<R, V>, isSending: boolean] {
  const [{ fetching }, run] = useUrqlMutation<R, V>(String(document))
  const sendOnce = async (variables: V, context?: Partial<OperationContext>): Promise<Outcome<R>> => {
    const { data, error } = await run(variables, context)
    return error || !data
      ? { problem: error ? toQueryProblem(error, unansweredProblem()) : unansweredProblem() }
      : { data }
  }
  const attempt: Send<R, V> = async (variables, seeing) => {
    if (!seeing) return sendOnce(variables)
    const { id, version: seen } = variables as { id?: string; version?: number }
    let refused: Problem | undefined
    // The cache only sees the last answer. It may hold it back until those of later writes have arrived.
    const fetch = async (_url: unknown, init?: RequestInit) => {
      const { query, variables: given } = JSON.parse(String(init?.body))
      const { data, problem } = await serializeWrites(String(id), seen, (version) =>
        seeing === lastWriteWins
          ? fetchGraphqlText<R>(query, given)
          : sendWithVersion(version === undefined ? {} : { version }, {
              ...seeing,
              send: (at) => fetchGraphqlText<R>(query, { ...given, version: at }),
            }),
      )
      refused = problem
      return Response.json(problem ? { errors: [{ message: problem.message }] } : { data })
    }
    const outcome = await sendOnce(variables, { fetch })
    return refused ? { problem: refused } : outcome
  }
  const send: Send<R, V> = async (...given) => {
    const outcome = await attempt(...given)
    const isOpen = outcome.problem?.code === 'reauthentication_required' && (await confirmIdentity())
    return isOpen ? attempt(...given) : outcome
  }
  return [send, fetching]
}
