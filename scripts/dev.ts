// Serves from the sources and restarts after changes. This process keeps the embedded database running in between.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '#core/database/embedded'
import { moveDatabase } from '../src/cli/backup.ts'
import { readConfig } from '../src/config.ts'

const config = readConfig(process.env)
const report = (line: string) => process.stderr.write(`${line}\n`)
const moveData = (from: string, to: string) => moveDatabase(config, from, to)
const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir, { report, moveData })

// In its own process group, so that Ctrl-C reaches it once.
const tsx = fileURLToPath(import.meta.resolve('tsx/cli'))
const watch = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/main.ts'], {
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => watch.kill(signal))
await once(watch, 'exit')
await embedded?.stop()
