import { setImmediate } from 'node:timers/promises'

/** How many are shown before others have their turn. */
const atOnce = 25

/**
 * What is made of each, in the order given, as a batch answers it: whoever waits for one goes on with it, and what
 * they do then is not done for a thousand of them before anybody else is served.
 */
export function mapYielding<Item, Value>(items: readonly Item[], make: (item: Item) => Value): ArrayLike<Value> {
  let turn: Promise<unknown> | undefined
  return items.map((item, index) => {
    if (index && index % atOnce === 0) turn = turn ? turn.then(() => setImmediate()) : setImmediate()
    return turn ? (turn.then(() => make(item)) as Value) : make(item)
  })
}
