import { openDatabase } from '#core/database/open'
import { createLog } from '#core/log'
import { stopSignal } from '#core/stop-signal'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'

/** Runs jobs and delivers webhooks until it is told to stop. */
export async function work() {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const stopped = stopSignal()
  const database = await openDatabase(config, (line) => process.stderr.write(`${line}\n`))
  const app = await createApp({ config, databaseUrl: database.url, log })
  await app.work()
  log.info('Kontor works')
  await stopped
  await app.close()
  await database.close()
}
