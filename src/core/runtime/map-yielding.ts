import { setImmediate } from 'node:timers/promises'

/** Items per turn of the event loop. */
const atOnce = 25

/** Maps items in order, and yields to the event loop after every 25, so that a batch of thousands does not block other requests. */
export function mapYielding<Item, Value>(items: readonly Item[], make: (item: Item) => Value): ArrayLike<Value> {
  let turn: Promise<unknown> | undefined
  return items.map((item, index) => {
    if (index && index % atOnce === 0) turn = turn ? turn.then(() => setImmediate()) : setImmediate()
    return turn ? (turn.then(() => make(item)) as Value) : make(item)
  })
}
