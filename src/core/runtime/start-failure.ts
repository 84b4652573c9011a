import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, dataDirectoryMode } from '../../config.ts'

/** The message is one line with setting and remedy; `cause` is the original error. */
export class StartFailure extends Error {
  override readonly name: string = 'StartFailure'
}

type Listening = Pick<Config, 'host' | 'port'>

/** By errno. */
const atAddress: Readonly<Record<string, (at: Listening) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `PORT ${port} is taken at ${host}: stop the program that listens there, or set PORT to a free one.`,
  EACCES: ({ port }) =>
    `PORT ${port} needs rights that this user does not have: set PORT to 1024 or more and put a proxy before it, or give node CAP_NET_BIND_SERVICE.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST ${host} is not an address of this machine: set HOST to one that is, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
  ENOTFOUND: ({ host }) =>
    `HOST ${host} is not the name of this machine: set HOST to an address of it, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
}
const sameAtAddress: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'ENOTFOUND',
  EAFNOSUPPORT: 'EADDRNOTAVAIL',
  EINVAL: 'EADDRNOTAVAIL',
  EPERM: 'EACCES',
}

/** By errno. */
const inDirectory: Readonly<Record<string, (dataDir: string) => string>> = {
  ENOTDIR: (dataDir) => `DATA_DIR ${dataDir} is a file, or lies below one: set DATA_DIR to a folder.`,
  EROFS: (dataDir) =>
    `DATA_DIR ${dataDir} is on a read-only file system: mount it for writing, or set DATA_DIR to another folder.`,
  EACCES: (dataDir) =>
    `DATA_DIR ${dataDir} cannot be written to by this user: give the folder and all in it to that user, start as its owner, or set DATA_DIR to another folder.`,
  ENOSPC: (dataDir) =>
    `The disk of DATA_DIR ${dataDir} is full: free some space or inodes and start again, or set DATA_DIR to a folder on another disk.`,
  ENOENT: (dataDir) => `DATA_DIR ${dataDir} leads nowhere: mount what it links to, or set DATA_DIR to another folder.`,
  EIO: (dataDir) => `The disk of DATA_DIR ${dataDir} fails: check it, or set DATA_DIR to a folder on another disk.`,
}
const sameInDirectory: Readonly<Record<string, string>> = {
  EEXIST: 'ENOTDIR',
  EPERM: 'EACCES',
  EDQUOT: 'ENOSPC',
  ELOOP: 'ENOENT',
}

/** Messages of PostgreSQL's programs and `chown` in the C locale. */
const said: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Disk quota exceeded/, 'ENOSPC'],
  [/Read-only file system/, 'EROFS'],
  [/Permission denied|Operation not permitted/, 'EACCES'],
]

/** Other errors are returned unchanged. */
export function explainListenError(error: Error, at: Listening): Error {
  const { code = '' } = error as NodeJS.ErrnoException
  const sentence = atAddress[sameAtAddress[code] ?? code]
  return sentence ? new StartFailure(sentence(at), { cause: error }) : error
}

/** Other errors are returned unchanged. */
export function explainDataDirectoryError(error: Error, dataDir: string): Error {
  if (error instanceof StartFailure || error instanceof ConfigError) return error
  const { code, path = dataDir } = error as { code?: unknown; path?: unknown }
  const names = [String(code), said.find(([pattern]) => pattern.test(error.message))?.[1] ?? '']
  const sentence = names.map((name) => inDirectory[sameInDirectory[name] ?? name]).find(Boolean)
  const isThere = names.includes('ENOENT') ? path === dataDir : String(path).startsWith(dataDir)
  return sentence && isThere ? new StartFailure(sentence(dataDir), { cause: error }) : error
}

export const explainFileErrorAtStart = (error: Error, dataDir: string): Error =>
  (error as NodeJS.ErrnoException).path ? explainDataDirectoryError(error, dataDir) : error

/** Creates DATA_DIR if missing and tests writing. Throws StartFailure. */
export function prepareDataDirectory(dataDir: string): void {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true, mode: dataDirectoryMode })
    const file = openSync(probe, 'w', 0o600)
    try {
      writeSync(file, 'x')
    } finally {
      closeSync(file)
      rmSync(probe)
    }
  } catch (error) {
    throw explainDataDirectoryError(error as Error, dataDir)
  }
}
