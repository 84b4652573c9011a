import 'reflect-metadata'
import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { tuneHeapAfterStart } from './core/runtime/heap-tuning.ts'
import { createLog } from './core/runtime/log.ts'
import { describeMemory } from './core/runtime/minimum-memory.ts'
import {
  explainFileErrorAtStart,
  explainListenError,
  prepareDataDirectory,
  StartFailure,
} from './core/runtime/start-failure.ts'
import { waitForStopSignal } from './core/runtime/stop-signal.ts'
import { logUnhandledErrors } from './core/runtime/unhandled-errors.ts'
import type { FillWithDemoData } from './features/people/organizations/installation-setup.ts'
import { openInstallation } from './open-installation.ts'

try {
  await main()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${explain(error as Error)}\n`)
  process.exit(1)
}

/** Starts the service: the database, the app, the port; waits for a signal; stops in the opposite order. */
async function main() {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  logUnhandledErrors(log)
  const report = (line: string) => process.stderr.write(`${line}\n`)
  const stopped = waitForStopSignal()
  const memory = describeMemory()
  if (!memory.isEnough) log.warn(memory.text)

  prepareDataDirectory(config.dataDir)
  const database = await openInstallation(config, report)
  const app = await createApp({ config, databaseUrl: database.url, log, fillWithDemo: runDemo(log) }).catch(
    async (error) => {
      await database.close()
      throw explainFileErrorAtStart(error, config.dataDir)
    },
  )
  // Before it works: a start that finds its port taken does nothing.
  await app.server.listen({ port: config.port, host: config.host }).catch(async (error) => {
    await app.close()
    await database.close()
    throw explainListenError(error, config)
  })
  if (config.workers === 'inline') await app.work()
  log.info({ url: config.publicUrl, docs: `${config.publicUrl}/docs` }, 'Kontor is ready')
  const { installationSetup } = app.services
  if (await installationSetup.isOpen())
    report(
      `There is no organization yet. Open ${config.publicUrl}/app and create one with the code ${installationSetup.code}, or by a command:\n  npm run kontor -- org create --name "My firm" --email me@example.com`,
    )
  tuneHeapAfterStart()

  log.info({ signal: await stopped }, 'stopping')
  await app.close()
  await database.close()
}

/** Fills an organization by the command, in a process of its own: whoever has just begun is not to wait for it. */
function runDemo(log: Logger): FillWithDemoData {
  const command = fileURLToPath(new URL(`./cli/main${extname(import.meta.url)}`, import.meta.url))
  return (organizationId, language) => {
    const demo = spawn(
      process.execPath,
      [...process.execArgv, command, 'demo', '--org', organizationId, '--language', language],
      { stdio: 'ignore' },
    )
    const stop = () => demo.kill('SIGINT')
    process.once('exit', stop)
    demo.on('error', (error) => log.error({ err: error }, 'demo'))
    demo.on('exit', (code) => {
      process.off('exit', stop)
      log.info({ organization_id: organizationId, exit_code: code }, 'demo')
    })
  }
}

/** What an operator can mend reads without its stack, which the level `debug` shows all the same. */
function explain(error: Error): string | undefined {
  const known = error instanceof ConfigError || error instanceof StartFailure
  return known && process.env.LOG_LEVEL !== 'debug' ? error.message : error.stack
}
