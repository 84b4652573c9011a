import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { ProgramStart } from './program.ts'

// The process of a program. What the service asks of it stands in its first argument.

const {
  url,
  name,
  how,
  maxRunMs: maxRunMs,
  maxMemory: maxMemory,
} = JSON.parse(process.argv[2] ?? '') as ProgramStart

// Requests come first.
setPriority(10)
guard()
const functions = (await import(url)) as Record<string, (input: Buffer, how: string) => Promise<Uint8Array | null>>
const answer = await functions[name]?.(await buffer(process.stdin), how)
if (answer) process.stdout.write(answer)

/** Ends this process with what it may not take, from a thread that goes on where this one hangs, and where the service is gone. */
function guard() {
  const program = `
    const { maxMemory, maxRunMs } = require('node:worker_threads').workerData
    const end = () => process.kill(process.pid, 'SIGKILL')
    setTimeout(end, maxRunMs)
    setInterval(() => process.memoryUsage.rss() > maxMemory && end(), 20)
  `
  new Worker(program, { eval: true, workerData: { maxMemory, maxRunMs } }).unref()
}
