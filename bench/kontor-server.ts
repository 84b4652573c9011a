// The real composition, with a limit that the load does not reach.
import 'reflect-metadata'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createLog } from '#core/runtime/log'
import { settleMemory } from '#core/runtime/memory'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'

const [databaseUrl = '', directory = ''] = process.argv.slice(2)
const config = readConfig({
  DATA_DIR: directory,
  API_RATE_LIMIT_PER_MINUTE: '1000000000',
  PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000000',
})
const app = await createApp({ config, databaseUrl, log: createLog('fatal') })
await app.work()
process.on('SIGINT', () => process.exit(0))
await app.server.listen({ port: 0, host: '127.0.0.1' })
settleMemory()
// Whoever asks is told the longest block of the event loop since the last time, in milliseconds.
const blocks = monitorEventLoopDelay({ resolution: 5 })
blocks.enable()
process.on('message', () => {
  process.send?.({ block: blocks.max / 1e6 })
  blocks.reset()
})
process.send?.({ port: (app.server.server.address() as { port: number }).port })
