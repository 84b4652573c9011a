import { type Exchange, makeOperation, mapExchange, type Operation } from 'urql'

/** Queries whose answer is on its way, and those to be asked once more when it is there: it may be from before a change. */
const underWay = new Map<number, Operation>()
const due = new Set<number>()

/** Whether a query is asked anew by itself as soon as its answer is there: urql drops what is asked twice at once. */
export function isAskedOnceAnswered(key: number): boolean {
  if (!underWay.has(key)) return false
  due.add(key)
  return true
}

/** Between the cache and the network: what was on its way when something was changed is asked for anew. */
export const anew: Exchange = (input) =>
  mapExchange({
    onOperation: (operation) => {
      if (operation.kind === 'query') underWay.set(operation.key, operation)
      // Nobody looks at it any longer: it has no answer that could ask anew.
      if (operation.kind === 'teardown') {
        underWay.delete(operation.key)
        due.delete(operation.key)
      }
    },
    onResult: ({ operation: { kind, key }, data }) => {
      if (kind === 'mutation' && data) for (const each of underWay.keys()) due.add(each)
      const asked = underWay.get(key)
      underWay.delete(key)
      if (!asked || !due.delete(key)) return
      const again = makeOperation('query', asked, { ...asked.context, requestPolicy: 'network-only' })
      // After the cache has this answer.
      queueMicrotask(() => input.client.reexecuteOperation(again))
    },
  })(input)
