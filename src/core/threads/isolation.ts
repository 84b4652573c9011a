import { execFile } from 'node:child_process'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { root } from '#core/runtime/root'

/**
 * How a program is isolated in addition to Node's permission model, which covers JavaScript only and, in Node 24, no sockets:
 * `bubblewrap` denies files and network to native code too, `namespaces` (unshare) the network.
 */
export type Isolation = 'bubblewrap' | 'namespaces' | 'node'

/** Paths that Node and native libraries load from; not every system has all of them. */
const systemFolders = ['/usr', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/ssl/openssl.cnf']

/** Code that scripts may read: packages, and the project's folder that holds the scripts. Not the whole project, as DATA_DIR may be in it. */
const codeOf = (scripts: readonly string[]) => [
  ...['package.json', 'node_modules'].map((name) => join(root, name)),
  ...new Set(scripts.map((script) => join(root, relative(root, script).split(sep)[0] ?? ''))),
]

const wrappers: Record<Isolation, (code: readonly string[]) => readonly string[]> = {
  bubblewrap: (code) => [
    ...['bwrap', '--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--proc', '/proc', '--dev', '/dev', '--dir', root, '--chdir', root],
    ...[...systemFolders, dirname(process.execPath), ...code].flatMap((path) => ['--ro-bind-try', path, path]),
  ],
  namespaces: () => ['unshare', '--user', '--map-current-user', '--net'],
  node: () => [],
}

let found: Promise<Isolation> | undefined

/** The strongest isolation that this system allows; tried once. A container's seccomp profile may forbid all. */
export const availableIsolation = (): Promise<Isolation> => (found ??= findIsolation())

async function findIsolation(): Promise<Isolation> {
  for (const isolation of ['bubblewrap', 'namespaces'] as const) {
    const [command = '', ...args] = [...wrappers[isolation]([]), process.execPath, '--version']
    const works = await promisify(execFile)(command, args, { env: {}, timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (works) return isolation
  }
  return 'node'
}

/**
 * The command that starts `script`, which may load `module`. It may read their code and nothing else, write no file and start no
 * process; native addons are those of our packages.
 */
export function isolatedCommand(
  isolation: Isolation,
  { script, module, args }: { script: string; module: string; args: readonly string[] },
): [command: string, args: string[]] {
  const code = codeOf([script, module])
  const [command = '', ...rest] = [
    ...wrappers[isolation](code),
    ...[process.execPath, '--permission', '--allow-worker', '--allow-addons', '--disable-warning=SecurityWarning'],
    ...code.map((path) => `--allow-fs-read=${path}`),
    ...[script, ...args],
  ]
  return [command, rest]
}
