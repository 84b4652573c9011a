// Serves from the sources, and again after each change. An embedded database stays up in between: this process holds
// it, and each server joins it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '#core/database/embedded'
import { moveDatabase } from '../src/cli/backup.ts'
import { readConfig } from '../src/config.ts'

const config = readConfig(process.env)
const say = (line: string) => process.stderr.write(`${line}\n`)
const moveData = (from: string, to: string) => moveDatabase(config, from, to)
const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir, { say, moveData })

// In a group of its own, so that Ctrl-C reaches it once: from here.
const tsx = fileURLToPath(import.meta.resolve('tsx/cli'))
const watch = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/main.ts'], {
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => watch.kill(signal))
await once(watch, 'exit')
await embedded?.stop()
