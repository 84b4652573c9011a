/**
 * What the runs of one operation leave to each other. An operation that needs something slow is undone, waits for it
 * without a connection or a lock, and runs once more: see `Context.prepareOutside`.
 */
export class OperationRuns {
  readonly #made = new Map<string, Promise<unknown>>()
  readonly #settled = new WeakSet<Promise<unknown>>()
  readonly #ends = new DisposableStack()
  /** All that has been asked for since the last wait: root fields of a query run side by side. */
  #awaited: Promise<unknown>[] = []
  #count = 0

  /** Answers what was made between two runs; undoes the operation where it was not. What it failed with is thrown here. */
  async requirePrepared<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
    const making = this.computeOnce(key, make)
    if (this.#settled.has(making)) return making
    const settle = () => void this.#settled.add(making)
    return this.rerun(making.then(settle, settle))
  }

  /** Undoes the run, and has another follow it after what is awaited. */
  rerun(awaited: Promise<unknown> = Promise.resolve()): never {
    this.#awaited.push(awaited)
    throw new RerunRequired()
  }

  /** Makes something once in all runs. */
  computeOnce<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
    const known = this.#made.get(key) as Promise<Made> | undefined
    const making = known ?? make()
    if (!known) this.#made.set(key, making)
    return making
  }

  /** True where the run that ends here is to be undone and run again. */
  get mustRerun(): boolean {
    return this.#awaited.length > 0
  }

  /** Waits for all that the run before has asked for, and what is left of it still asks for meanwhile. */
  async awaitPreparations(): Promise<void> {
    if (++this.#count > maxRuns) throw new Error('What an operation needs is not the same in each of its runs.')
    while (this.#awaited.length) await Promise.allSettled(this.#awaited.splice(0))
  }

  /** Is done when the operation is over, however it ended. */
  finally(work: () => void) {
    this.#ends.defer(work)
  }

  end() {
    this.#ends.dispose()
  }
}

/** Beyond what an operation of many documents needs. */
const maxRuns = 100

/** Undoes a run of an operation. */
export class RerunRequired extends Error {
  constructor() {
    super('Something has to be made first.')
  }
}
