import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../core/runtime/log.ts'
import { settleMemory } from '../core/runtime/memory.ts'
import { explainStart, prepareDataDirectory } from '../core/runtime/start-failure.ts'
import { stopSignal } from '../core/runtime/stop-signal.ts'
import { surviveUnhandled } from '../core/runtime/unhandled.ts'
import { openInstallation } from '../open-installation.ts'

/** Runs jobs and delivers webhooks until it is told to stop. */
export async function work() {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  surviveUnhandled(log)
  const stopped = stopSignal()
  prepareDataDirectory(config.dataDir)
  const database = await openInstallation(config, (line) => process.stderr.write(`${line}\n`))
  const app = await createApp({ config, databaseUrl: database.url, log }).catch(async (error) => {
    await database.close()
    throw explainStart(error, config.dataDir)
  })
  await app.work()
  settleMemory()
  log.info('Kontor works')
  await stopped
  await app.close()
  await database.close()
}
