import { threadId } from 'node:worker_threads'

export const double = (value: number) => value * 2

export const where = (_input: null) => threadId

export const fail = (message: string) => {
  throw new RangeError(message)
}

/** Loops until its thread is killed. */
export const spin = (started: SharedArrayBuffer) => {
  const flag = new Int32Array(started)
  Atomics.store(flag, 0, 1)
  Atomics.notify(flag, 0)
  for (;;) Atomics.load(flag, 0)
}

/** Fills the heap. */
export const hoard = (_input: null) => {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index + 0.5))
}
