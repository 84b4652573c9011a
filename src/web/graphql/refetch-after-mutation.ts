import { type Exchange, makeOperation, mapExchange, type Operation, type OperationResult } from 'urql'

/** Queries whose answer is on its way, as they were asked last. */
const inFlight = new Map<number, Operation>()

/** Those to be asked once more when it is there, as it may be from before a change; and whether this page made it, and would show it undone. */
const outdated = new Map<number, boolean>()

/** The answer before was kept back: the next one is shown, however often something is changed. */
const withheld = new Set<number>()

/** Whether a query is asked anew by itself as soon as its answer is there: urql drops what is asked twice at once. */
export function refetchIfInFlight(key: number): boolean {
  if (!inFlight.has(key)) return false
  outdated.set(key, outdated.get(key) ?? false)
  return true
}

/** Says nothing: what was known stays. */
const withoutData = (result: OperationResult) => ({ ...result, data: undefined, error: undefined, stale: true })

/** Between the cache and the network: what was on its way when something was changed is asked for anew, and the old answer kept back. */
export const refetchAfterMutation: Exchange = (input) =>
  mapExchange({
    onOperation: (operation) => {
      const { kind, key } = operation
      if (kind === 'query') {
        inFlight.set(key, operation)
        outdated.delete(key)
      }
      // Nobody looks at it any longer: it has no answer that could ask anew.
      if (kind === 'teardown') for (const each of [inFlight, outdated, withheld]) each.delete(key)
    },
    onResult: (result) => {
      const { kind, key } = result.operation
      if (kind === 'mutation' && result.data) for (const each of inFlight.keys()) outdated.set(each, true)
      if (kind !== 'query') return result
      // It was asked again meanwhile.
      if (inFlight.get(key) !== result.operation) return withoutData(result)
      const isOutdated = outdated.get(key)
      const wasKeptBack = withheld.delete(key)
      inFlight.delete(key)
      outdated.delete(key)
      if (isOutdated === undefined) return result
      const again = makeOperation('query', result.operation, {
        ...result.operation.context,
        requestPolicy: 'network-only',
      })
      // After the cache has this answer.
      queueMicrotask(() => input.client.reexecuteOperation(again))
      if (!isOutdated || wasKeptBack) return result
      withheld.add(key)
      return withoutData(result)
    },
  })(input)
