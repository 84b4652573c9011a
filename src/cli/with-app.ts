import { type App, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../core/runtime/log.ts'
import { formatError } from './command-line.ts'

/** Runs a command with the app's services; problems are thrown in the operator's language. */
export async function withApp<Result>(databaseUrl: string, work: (app: App) => Promise<Result>): Promise<Result> {
  const app = await createApp({ config: readConfig(process.env), databaseUrl, log: createLog('error') })
  try {
    return await work(app)
  } catch (error) {
    throw formatError(error)
  } finally {
    await app.close()
  }
}
