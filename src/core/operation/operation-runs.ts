/**
 * State shared by the runs of one operation, which is rolled back and run again when it needs slow preparation; see
 * `Context.prepareOutside`.
 */
export class OperationRuns {
  readonly #made = new Map<string, Promise<unknown>>()
  readonly #settled = new WeakSet<Promise<unknown>>()
  readonly #ends = new DisposableStack()
  /** Requested since the last wait; root fields of a query run concurrently. */
  #awaited: Promise<unknown>[] = []
  #count = 0

  /** Returns a prepared value or rethrows its error; rolls back the operation if it is not ready. */
  async requirePrepared<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
    const making = this.computeOnce(key, make)
    if (this.#settled.has(making)) return making
    const settle = () => void this.#settled.add(making)
    return this.rerun(making.then(settle, settle))
  }

  /** Rolls back this run; the next one starts when `awaited` has settled. */
  rerun(awaited: Promise<unknown> = Promise.resolve()): never {
    this.#awaited.push(awaited)
    throw new RerunRequired()
  }

  computeOnce<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
    const known = this.#made.get(key) as Promise<Made> | undefined
    const making = known ?? make()
    if (!known) this.#made.set(key, making)
    return making
  }

  get mustRerun(): boolean {
    return this.#awaited.length > 0
  }

  /** Waits for everything that the last run requested, including requests it makes while ending. */
  async awaitPreparations(): Promise<void> {
    if (++this.#count > maxRuns) throw new Error('What an operation needs is not the same in each of its runs.')
    while (this.#awaited.length) await Promise.allSettled(this.#awaited.splice(0))
  }

  finally(work: () => void) {
    this.#ends.defer(work)
  }

  end() {
    this.#ends.dispose()
  }
}

/** More than an operation on many documents needs. */
const maxRuns = 100

export class RerunRequired extends Error {
  constructor() {
    super('Something has to be made first.')
  }
}
