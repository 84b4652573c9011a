import 'reflect-metadata'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { openDatabase } from './core/database/open.ts'
import { createLog } from './core/log.ts'
import { releaseStartMemory } from './core/memory.ts'

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}

/** Starts the service: the database, the app, the port; stops in the opposite order. */
async function main() {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const say = (line: string) => process.stderr.write(`${line}\n`)

  const database = await openDatabase(config, say)
  const app = await createApp({ config, databaseUrl: database.url, log })
  if (config.workers === 'inline') await app.work()
  await app.server.listen({ port: config.port, host: config.host })
  log.info({ url: config.publicUrl, docs: `${config.publicUrl}/docs` }, 'Kontor is ready')
  if (await app.isEmpty())
    say(
      'There is no organization yet. Create one:\n  npm run kontor -- org create --name "My firm" --email me@example.com',
    )
  releaseStartMemory()

  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await app.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
