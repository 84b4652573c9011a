import { type Exchange, makeOperation, mapExchange, type Operation, type OperationResult } from 'urql'

/** Queries whose answer is on its way, as they were asked last. */
const underWay = new Map<number, Operation>()

/** Those to be asked once more when it is there, as it may be from before a change; and whether this page made it, and would show it undone. */
const due = new Map<number, boolean>()

/** The answer before was kept back: the next one is shown, however often something is changed. */
const keptBack = new Set<number>()

/** Whether a query is asked anew by itself as soon as its answer is there: urql drops what is asked twice at once. */
export function isAskedOnceAnswered(key: number): boolean {
  if (!underWay.has(key)) return false
  due.set(key, due.get(key) ?? false)
  return true
}

/** Says nothing: what was known stays. */
const withoutAnswer = (result: OperationResult) => ({ ...result, data: undefined, error: undefined, stale: true })

/** Between the cache and the network: what was on its way when something was changed is asked for anew, and the old answer kept back. */
export const anew: Exchange = (input) =>
  mapExchange({
    onOperation: (operation) => {
      const { kind, key } = operation
      if (kind === 'query') {
        underWay.set(key, operation)
        due.delete(key)
      }
      // Nobody looks at it any longer: it has no answer that could ask anew.
      if (kind === 'teardown') for (const each of [underWay, due, keptBack]) each.delete(key)
    },
    onResult: (result) => {
      const { kind, key } = result.operation
      if (kind === 'mutation' && result.data) for (const each of underWay.keys()) due.set(each, true)
      if (kind !== 'query') return result
      // It was asked again meanwhile.
      if (underWay.get(key) !== result.operation) return withoutAnswer(result)
      const isOutdated = due.get(key)
      const wasKeptBack = keptBack.delete(key)
      underWay.delete(key)
      due.delete(key)
      if (isOutdated === undefined) return result
      const again = makeOperation('query', result.operation, {
        ...result.operation.context,
        requestPolicy: 'network-only',
      })
      // After the cache has this answer.
      queueMicrotask(() => input.client.reexecuteOperation(again))
      if (!isOutdated || wasKeptBack) return result
      keptBack.add(key)
      return withoutAnswer(result)
    },
  })(input)
