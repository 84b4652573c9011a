import { type Exchange, makeOperation, mapExchange, type Operation, type OperationResult } from 'urql'

/** Queries in flight, by key. */
const inFlight = new Map<number, Operation>()

/** Queries to send again once answered, as the answer may be stale; true if a mutation of this page is the reason. */
const outdated = new Map<number, boolean>()

/** Queries whose previous result was withheld. The next one is shown, however often data changes. */
const withheld = new Set<number>()

/** If the query is in flight, it is sent again once answered. urql drops a second request for the same query. */
export function refetchIfInFlight(key: number): boolean {
  if (!inFlight.has(key)) return false
  outdated.set(key, outdated.get(key) ?? false)
  return true
}

/** Keeps what is shown. */
const withoutData = (result: OperationResult) => ({ ...result, data: undefined, error: undefined, stale: true })

/**
 * Urql exchange. When a mutation completes while a query is in flight, that query may return stale data: its result is dropped and
 * the query is sent again.
 */
export const refetchAfterMutation: Exchange = (input) =>
  mapExchange({
    onOperation: (operation) => {
      const { kind, key } = operation
      if (kind === 'query') {
        inFlight.set(key, operation)
        outdated.delete(key)
      }
      // The query is no longer observed.
      if (kind === 'teardown') for (const each of [inFlight, outdated, withheld]) each.delete(key)
    },
    onResult: (result) => {
      const { kind, key } = result.operation
      if (kind === 'mutation' && result.data) for (const each of inFlight.keys()) outdated.set(each, true)
      if (kind !== 'query') return result
      // It was sent again meanwhile.
      if (inFlight.get(key) !== result.operation) return withoutData(result)
      const isOutdated = outdated.get(key)
      const wasWithheld = withheld.delete(key)
      inFlight.delete(key)
      outdated.delete(key)
      if (isOutdated === undefined) return result
      const again = makeOperation('query', result.operation, {
        ...result.operation.context,
        requestPolicy: 'network-only',
      })
      // After the cache has stored this result.
      queueMicrotask(() => input.client.reexecuteOperation(again))
      if (!isOutdated || wasWithheld) return result
      withheld.add(key)
      return withoutData(result)
    },
  })(input)
