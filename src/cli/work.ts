import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { tuneHeapAfterStart } from '../core/runtime/heap-tuning.ts'
import { createLog } from '../core/runtime/log.ts'
import { explainFileErrorAtStart, prepareDataDirectory } from '../core/runtime/start-failure.ts'
import { waitForStopSignal } from '../core/runtime/stop-signal.ts'
import { logUnhandledErrors } from '../core/runtime/unhandled-errors.ts'
import { openInstallation } from '../open-installation.ts'

/** Runs jobs and webhook deliveries until stopped. */
export async function runWorker() {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  logUnhandledErrors(log)
  const stopped = waitForStopSignal()
  prepareDataDirectory(config.dataDir)
  const database = await openInstallation(config, (line) => process.stderr.write(`${line}\n`))
  const app = await createApp({ config, databaseUrl: database.url, log }).catch(async (error) => {
    await database.close()
    throw explainFileErrorAtStart(error, config.dataDir)
  })
  await app.work()
  tuneHeapAfterStart()
  log.info('Kontor works')
  await stopped
  await app.close()
  await database.close()
}
