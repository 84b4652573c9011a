import { execFile } from 'node:child_process'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '#core/runtime/project-root'

/**
 * Isolation in addition to Node's permission model, which covers JavaScript only and no sockets (Node 24). `bubblewrap` and
 * `namespaces` (unshare with mounts) deny files, network and other processes to native code too; `network` (unshare) denies the
 * network except Unix sockets in the file system.
 */
export type Isolation = 'bubblewrap' | 'namespaces' | 'network' | 'node'

/** Paths that Node and native libraries load from, where they exist. */
const systemFolders = ['/usr', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/ssl/openssl.cnf']

/** Code that scripts may read: packages and their own folder. Not the whole project, which may contain DATA_DIR. */
const codeOf = (scripts: readonly string[]) => [
  ...['package.json', 'node_modules'].map((name) => join(projectRoot, name)),
  ...new Set(scripts.map((script) => join(projectRoot, relative(projectRoot, script).split(sep)[0] ?? ''))),
]

/**
 * Mounts the paths before `--` in an empty root and runs the command after it there, without capabilities. The shell stays
 * alive: as the first process of its namespace, the program could not kill itself.
 */
const chrootScript = `
set -e
root=/sys
mount -t tmpfs -o size=1m,mode=755 tmpfs $root
mkdir $root/proc $root/dev
mount -t proc -o ro proc $root/proc
for device in null zero random urandom; do
  : > $root/dev/$device
  mount --bind /dev/$device $root/dev/$device
done
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mkdir -p "$root$1"; elif [ -e "$1" ]; then mkdir -p "$root\${1%/*}"; : > "$root$1"; fi
  if [ -e "$1" ]; then mount -o bind,ro,nosuid,nodev "$1" "$root$1"; fi
  shift
done
shift
chroot $root env -i setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
`

/** What a program may read. */
const readable = (code: readonly string[]) => [...systemFolders, dirname(process.execPath), ...code]

const wrappers: Record<Isolation, (code: readonly string[]) => readonly string[]> = {
  bubblewrap: (code) => [
    ...['bwrap', '--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--proc', '/proc', '--dev', '/dev', '--dir', projectRoot, '--chdir', projectRoot],
    ...readable(code).flatMap((path) => ['--ro-bind-try', path, path]),
  ],
  namespaces: (code) => [
    ...['unshare', '--user', '--map-root-user', '--mount', '--net', '--ipc', '--pid', '--fork', '--kill-child'],
    ...['sh', '-c', chrootScript, 'sh', ...readable(code), '--'],
  ],
  network: () => ['unshare', '--user', '--map-current-user', '--net'],
  node: () => [],
}

/** Wraps a command so that it can read only `code` and the system folders, as far as the isolation goes. */
export const wrapCommand = (
  isolation: Isolation,
  code: readonly string[],
  command: readonly string[],
): readonly string[] => [...wrappers[isolation](code), ...command]

let found: Promise<Isolation> | undefined

/** The strongest isolation that works here, tested once. A container's seccomp profile may forbid all. */
export const detectIsolation = (): Promise<Isolation> => (found ??= findIsolation())

async function findIsolation(): Promise<Isolation> {
  const code = codeOf([])
  const look = ['-e', "require('node:fs').accessSync(process.argv[1])", ...code.slice(0, 1)]
  for (const isolation of ['bubblewrap', 'namespaces', 'network'] as const) {
    const [command = '', ...args] = wrapCommand(isolation, code, [process.execPath, ...look])
    const works = await promisify(execFile)(command, args, { env: {}, timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (works) return isolation
  }
  return 'node'
}

/**
 * The command that starts `script`, which may load `module`. It cannot write files or start processes, and reads only their
 * code; native addons are those of our packages.
 */
export function buildIsolatedCommand(
  isolation: Isolation,
  { script, module, args }: { script: string; module: string; args: readonly string[] },
): [command: string, args: string[]] {
  const code = codeOf([script, module])
  const [command = '', ...rest] = wrapCommand(isolation, code, [
    ...[process.execPath, '--permission', '--allow-worker', '--allow-addons', '--disable-warning=SecurityWarning'],
    ...code.map((path) => `--allow-fs-read=${path}`),
    ...[script, ...args],
  ])
  return [command, rest]
}
