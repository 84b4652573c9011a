import { execFile } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../../config.ts'

const command = fileURLToPath(new URL(`../../../cli/main${extname(import.meta.url)}`, import.meta.url))

/**
 * Runs `kontor backup` in a process of its own, so that requests are not slowed down. Encrypted backups contain the secret key. Throws
 * with the command's error output.
 */
export function runBackup({ backup: { keys }, secretKey }: Pick<Config, 'backup' | 'secretKey'>): Promise<void> {
  const isEncrypted = Boolean(keys.passphrase ?? keys.recipient)
  const options = ['backup', '--prune', ...(isEncrypted && !secretKey ? ['--with-key'] : [])]
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [...process.execArgv, command, ...options], (error, _, stderr) =>
      error ? reject(new Error(stderr.trim().split('\n').at(-1), { cause: error })) : resolve(),
    ),
  )
}
