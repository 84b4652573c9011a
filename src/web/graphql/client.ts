import { cacheExchange, type UpdateResolver } from '@urql/exchange-graphcache'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  Client,
  type CombinedError,
  createRequest,
  fetchExchange,
  gql,
  mapExchange,
  type OperationContext,
  useClient,
  useMutation as useUrqlMutation,
} from 'urql'
import type { CreateCardMutation, TypedDocumentString } from '#schema/web/graphql'
import { eventCacheKey, optimisticEventMove } from '../calendar/optimistic-event.ts'
import { t } from '../i18n/locale.ts'
import { optimisticPageMove } from '../pages/optimistic-move.ts'
import { optimisticTimerMutations, runningTimerUpdates } from '../time/optimistic-timer.ts'
import { confirmIdentity } from './confirm-identity.ts'
import {
  fetchGraphqlText,
  type Outcome,
  offlineProblem,
  type Problem,
  toProblem,
  unansweredProblem,
} from './fetch-graphql.ts'
import { type ObservedQuery, observePages, observeQuery } from './observe-query.ts'
import { postGraphql } from './post-graphql.ts'
import { refetchAfterMutation } from './refetch-after-mutation.ts'
import { type EventFilter, onResourceChanged } from './resource-events.ts'
import { type SeenVersion, sendWithVersion } from './send-with-version.ts'
import { serializeWrites } from './serialize-writes.ts'
import { notifySessionEnd } from './session-end.ts'

/** The lists that a mutation changes: what they show is asked for anew. A changed thing needs no word: it has an id. */
const changed: Readonly<Record<string, readonly string[]>> = {
  createToken: ['tokens'],
  deleteToken: ['tokens'],
  deleteOwnTokens: ['tokens'],
  endSession: ['sessions'],
  endOtherSessions: ['sessions'],
  endSessionsOfMember: ['sessions'],
  requireSecondFactor: ['organization'],
  changePassword: ['sessions'],
  confirmTotp: ['secondFactor', 'sessions'],
  disableTotp: ['secondFactor'],
  createRecoveryCodes: ['secondFactor'],
  createPasskey: ['passkeys', 'sessions'],
  deletePasskey: ['passkeys'],
  createMember: ['members'],
  deleteMember: ['members'],
  resetSecondFactor: ['hasSecondFactor'],
  updateOrganization: ['numbering', 'dunningPreview'],
  updateNumbering: ['numbering'],
  addBaseRate: ['baseRates', 'dunningPreview', 'notices'],
  createWebhook: ['webhooks'],
  deleteWebhook: ['webhooks'],
  testWebhook: ['webhookDeliveries'],
  replayWebhook: ['webhookDeliveries'],
  createClient: ['clients'],
  deleteClient: ['clients'],
  createInvoice: ['invoices'],
  deleteInvoice: ['invoices'],
  duplicateInvoice: ['invoices'],
  creditInvoice: ['invoices'],
  recordPayment: ['invoices', 'invoice', 'client'],
  remindInvoice: ['invoice'],
  reversePayment: ['invoices', 'invoice', 'client'],
  refundClient: ['client', 'clientRefunds'],
  createRecurringInvoice: ['recurringInvoices'],
  deleteRecurringInvoice: ['recurringInvoices'],
  runRecurringInvoice: ['invoices', 'recurringInvoice'],
  createQuote: ['quotes'],
  deleteQuote: ['quotes'],
  duplicateQuote: ['quotes'],
  convertQuoteToInvoice: ['invoices', 'quotes', 'quote'],
  createContract: ['contracts'],
  deleteContract: ['contracts'],
  createProject: ['projects'],
  createTask: ['tasks'],
  updateTask: ['tasks'],
  deleteTask: ['tasks'],
  createPage: ['pageTree'],
  updatePage: ['pageTree'],
  movePage: ['pageTree'],
  deletePage: ['pageTree'],
  restorePage: ['pageVersions'],
  createFolder: ['folders'],
  updateFolder: ['folders'],
  deleteFolder: ['folders', 'files'],
  updateFile: ['files'],
  deleteFile: ['files'],
  shareFile: ['shareLinks'],
  shareFolder: ['shareLinks'],
  revokeShareLink: ['shareLinks'],
  createTag: ['tags'],
  invoiceFromTimeEntries: ['invoices'],
  createEventType: ['eventTypes'],
  updateEventType: ['eventTypes', 'bookingSlots'],
  deleteEventType: ['eventTypes'],
  updateAvailability: ['availability', 'bookingSlots'],
  createCalendarConnection: ['calendarConnections'],
  deleteCalendarConnection: ['calendarConnections'],
  createCalendarEvent: ['calendarEvents'],
  updateCalendarEvent: ['calendarEvents', 'calendarEvent'],
  deleteCalendarEvent: ['calendarEvents'],
  cancelBooking: ['calendarEvents', 'bookings'],
  rescheduleBooking: ['calendarEvents', 'bookings'],
  createAbsence: ['absences'],
  updateAbsence: ['absences'],
  deleteAbsence: ['absences'],
  createCalendarFeed: ['calendarFeeds'],
  deleteCalendarFeed: ['calendarFeeds'],
}

const placed = gql`
  fragment placed on BoardTask {
    id
    columnId
  }
`

/** Takes a card out of its column of a board, and puts it where it was moved to. */
const moveCard: UpdateResolver = (_result, given, cache) => {
  const { id, input } = given as { id: string; input: { columnId: string; position?: number } }
  const card = cache.keyOfEntity({ __typename: 'BoardTask', id })
  const from = card && cache.resolve(card, 'columnId')
  const tasksOf = (column: string) =>
    cache.resolve({ __typename: 'Column', id: column }, 'tasks') as string[] | undefined
  if (!card || typeof from !== 'string') return
  const left = tasksOf(from)?.filter((each) => each !== card)
  if (left) cache.link({ __typename: 'Column', id: from }, 'tasks', left)
  const there = tasksOf(input.columnId)?.filter((each) => each !== card)
  if (!there) return
  const at = input.position ?? there.length
  cache.link({ __typename: 'Column', id: input.columnId }, 'tasks', [...there.slice(0, at), card, ...there.slice(at)])
  cache.writeFragment(placed, { __typename: 'BoardTask', id, columnId: input.columnId })
}

const fresh = gql`
  fragment fresh on BoardTask {
    id
    columnId
    title
    dueDate
    priority
    commentCount
    subtaskCompleted
    subtaskTotal
    assignees {
      id
    }
    tags {
      id
    }
  }
`

/** Puts a new card below those of its column, on the board where it was written. */
const addCard: UpdateResolver = (result, _given, cache) => {
  const made = result.createTask as Partial<CreateCardMutation['createTask']> | null
  if (!made?.id || !made.columnId || !('dueDate' in made)) return
  const column = { __typename: 'Column', id: made.columnId }
  const there = cache.resolve(column, 'tasks') as string[] | undefined
  const card = { ...made, __typename: 'BoardTask' }
  const key = cache.keyOfEntity(card)
  if (!there || !key || there.includes(key)) return
  const nothing = { commentCount: 0, subtaskCompleted: 0, subtaskTotal: 0, assignees: [], tags: [] }
  cache.writeFragment(fresh, { ...card, ...nothing })
  cache.link(column, 'tasks', [...there, key])
}

/** What a mutation does to the cache beside the things it answers with, before its answer is there too. */
const arranged: Readonly<Record<string, UpdateResolver>> = {
  moveTask: moveCard,
  createTask: addCard,
  movePage: optimisticPageMove,
  ...runningTimerUpdates,
}

/** Arranges at once, and asks for lists anew once it is done. */
const updateAfter =
  (mutation: string): UpdateResolver =>
  (result, given, cache, info) => {
    arranged[mutation]?.(result, given, cache, info)
    if (info.optimistic) return
    for (const { fieldName, arguments: asked } of cache.inspectFields('Query'))
      if (changed[mutation]?.includes(fieldName)) cache.invalidate('Query', fieldName, asked)
  }

/** GraphQL with a normalised cache, as the session whose cookie the browser has. */
export const createGraphqlClient = () =>
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
        // What has no id belongs to what it stands in, as it is meant.
        logger: (severity, message) => message.startsWith('Invalid key') || console[severity](message),
        optimistic: {
          // Shown where it is put at once; where it is refused it stands where it stood.
          moveTask: ({ id, input }) => ({ __typename: 'Task', id, columnId: (input as { columnId: string }).columnId }),
          movePage: ({ id, input }) => ({ __typename: 'Page', id, parentId: (input as { parentId: string }).parentId }),
          ...optimisticTimerMutations,
          updateCalendarEvent: optimisticEventMove,
        },
        // In a list the occurrences of a series bear its id.
        keys: { CalendarEvent: eventCacheKey },
        updates: {
          Mutation: Object.fromEntries(
            Object.keys({ ...changed, ...arranged }).map((mutation) => [mutation, updateAfter(mutation)]),
          ),
        },
      }),
      refetchAfterMutation,
      fetchExchange,
    ],
  })

const toQueryProblem = ({ networkError, graphQLErrors }: CombinedError, lost = offlineProblem(t.offline)): Problem =>
  networkError || graphQLErrors.length === 0 ? lost : toProblem(graphQLErrors)

const nothing: readonly EventFilter[] = []

/** How a query stands; data that is there is shown while it is asked for again. */
export interface QueryState<R> {
  data: R | undefined
  problem: Problem | undefined
  retry(): void
}

/** Asks, and asks anew when something of this happens, whoever did it. */
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

/** The same with all pages of a list, however many there are: where one chooses from all, or counts them. */
export function useAllPages<R, V extends { page: number }>(
  document: TypedDocumentString<R, V>,
  variables: Omit<V, 'page'>,
  live: readonly EventFilter[] = nothing,
): QueryState<R> {
  const client = useClient()
  const requestOf = (page: number) => createRequest<R, V>(String(document), { ...variables, page } as V)
  return useObservedQuery(
    useMemo(() => observePages(client, requestOf), [client, requestOf(1).key]),
    live,
  )
}

/** What is otherwise once one has signed in again, or at the next try: what was seen stays, and what is typed into it. */
const transientCodes = new Set(['unauthorized', 'offline', 'rate_limited', 'unavailable', 'disk_full'])

function useObservedQuery<R>(asked: ObservedQuery<R>, live: readonly EventFilter[]): QueryState<R> {
  const { data, error } = useSyncExternalStore(asked.subscribe, asked.snapshot)
  useEffect(() => onResourceChanged(live, asked.invalidate), [asked, live.join()])
  const problem = error && toQueryProblem(error)
  const isRefused = problem && !transientCodes.has(problem.code)
  return {
    data: isRefused ? undefined : data,
    problem: isRefused || !data ? problem : undefined,
    retry: asked.refetch,
  }
}

/** Of several who change the same the last one wins: it is sent for no version. */
export const lastWriteWins = Symbol('the last one wins')

/**
 * Sends a mutation. What is meant for something as it was seen goes on at its newer version while that is still so. This, and what
 * is sent where the last one wins, goes after what was sent of the same before, and all the while it is shown as done.
 */
type Send<R, V> = <T extends { version: number }>(
  variables: V,
  seeing?: SeenVersion<T> | typeof lastWriteWins,
) => Promise<Outcome<R>>

/** What sends a mutation, and whether it is under way. */
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
    // The cache hears of the last answer alone. It may keep it back until those of what is sent after it are there.
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
