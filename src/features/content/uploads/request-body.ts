import type { Readable } from 'node:stream'

const wakers = ['readable', 'end', 'error', 'close'] as const

/** The body of a request. If it breaks off, it ends and `fault` has the reason; the bytes so far count. */
export class RequestBody {
  fault: unknown = null
  #wake = () => {}
  readonly #raw: Readable
  readonly #listener = (event: (typeof wakers)[number]) => (error?: unknown) => {
    if (event === 'error') this.fault ??= error
    if (event === 'close' && !this.#raw.readableEnded) this.fault ??= new Error('The request broke off.')
    this.#wake()
  }
  readonly #listeners = wakers.map((event) => [event, this.#listener(event)] as const)

  constructor(raw: Readable) {
    this.#raw = raw
    for (const [event, listener] of this.#listeners) raw.on(event, listener)
    if (raw.destroyed) this.fault = new Error('The request broke off.')
  }

  /** The next chunk; null at the end. */
  async next(): Promise<Buffer | null> {
    for (;;) {
      const chunk: Buffer | null = this.#raw.read()
      if (chunk) return chunk
      if (this.fault || this.#raw.readableEnded) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Stops listening. */
  release() {
    for (const [event, listener] of this.#listeners) this.#raw.off(event, listener)
  }
}
