import { readFileSync } from 'node:fs'

// Loaded before everything else (`--import`): the clock of the process is ahead by the milliseconds in the file MOVED_CLOCK, which a test
// writes while the process runs.

const file = process.env.MOVED_CLOCK ?? ''
let ahead = 0
const read = () => {
  ahead = Number(readFileSync(file, 'utf8'))
}
read()
setInterval(read, 20).unref()

const now = () => real.now() + ahead
const real = Date
globalThis.Date = new Proxy(Date, {
  construct: (target, args, made) => Reflect.construct(target, args.length ? args : [now()], made),
  apply: () => new real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
real.prototype.constructor = globalThis.Date
