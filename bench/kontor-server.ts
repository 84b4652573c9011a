// The service as `npm start` runs it, compiled into a folder, with a limit that the load does not reach.
import 'reflect-metadata'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import pg from 'pg'

const [folder = '', databaseUrl = '', directory = ''] = process.argv.slice(2)
const load = (path: string) => import(pathToFileURL(join(folder, 'src', path)).href)
const { createLog }: typeof import('#core/runtime/log') = await load('core/runtime/log.js')
const { tuneHeapAfterStart }: typeof import('#core/runtime/heap-tuning') = await load('core/runtime/heap-tuning.js')
const { createApp }: typeof import('../src/app.ts') = await load('app.js')
const { readConfig }: typeof import('../src/config.ts') = await load('config.js')

const config = readConfig({
  DATA_DIR: directory,
  API_RATE_LIMIT_PER_MINUTE: '1000000000',
  PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000000',
  MAIL_LIMIT_PER_HOUR: '0',
})
const app = await createApp({ config, databaseUrl, log: createLog('fatal') })
await app.work()
process.on('SIGINT', () => process.exit(0))
await app.server.listen({ port: 0, host: '127.0.0.1' })
tuneHeapAfterStart()
let statements = 0
const { query } = pg.Client.prototype as { query(...given: unknown[]): unknown }
Object.assign(pg.Client.prototype, {
  query(this: unknown, ...given: unknown[]) {
    statements += 1
    return query.apply(this, given)
  },
})
// Reports the longest block of the event loop since the last message, in milliseconds, and the statements.
const blocks = monitorEventLoopDelay({ resolution: 5 })
blocks.enable()
process.on('message', () => {
  process.send?.({ block: blocks.max / 1e6, statements })
  blocks.reset()
  statements = 0
})
process.send?.({ port: (app.server.server.address() as { port: number }).port })
