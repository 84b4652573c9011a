import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { ProgramStart } from './program.ts'

// The main program of an isolated process; its first argument is the ProgramStart.

const { url, name, how, maxRunMs, maxMemory } = JSON.parse(process.argv[2] ?? '') as ProgramStart

// Requests have priority.
setPriority(10)
guard()
const functions = (await import(url)) as Record<string, (input: Buffer, how: string) => Promise<Uint8Array | null>>
const answer = await functions[name]?.(await buffer(process.stdin), how)
if (answer) process.stdout.write(answer)

/** Ends the process if it exceeds its limits or the service is gone. Runs in a thread, which works while the main thread hangs. */
function guard() {
  const program = `
    const { maxMemory, maxRunMs } = require('node:worker_threads').workerData
    const end = () => process.kill(process.pid, 'SIGKILL')
    setTimeout(end, maxRunMs)
    setInterval(() => process.memoryUsage.rss() > maxMemory && end(), 20)
  `
  new Worker(program, { eval: true, workerData: { maxMemory, maxRunMs } }).unref()
}
