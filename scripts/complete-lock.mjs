// Completes a package-lock written where only one platform's packages were available, as `npm ci` rejects it otherwise: adds an
// entry per platform package.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']
const spellings = { windows: 'win32', linuxmusl: 'linux', ppc64le: 'ppc64', armv7: 'arm', wasi: undefined }

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { packages } = lock
const added = []
for (const [path, { optionalDependencies = {}, dev, peer }] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    const places = [`${path}/node_modules/${name}`, ...above(path).map((parent) => `${parent}node_modules/${name}`)]
    if (places.some((place) => packages[place])) continue
    const version = range.replace(/^[\^~]/, '')
    if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name}@${range} does not say a version`)
    const words = name.split(/[/-]/).map((word) => (word in spellings ? spellings[word] : word))
    const os = systems.filter((system) => words.includes(system))
    const cpu = processors.filter((processor) =>
      words.some((word) => word === processor || word?.startsWith(`${processor}hf`)),
    )
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length && { cpu }),
      ...(dev && { dev }),
      ...(peer && { peer }),
      optional: true,
      ...(os.length && { os }),
    }
    added.push(`${name}@${version} ${os} ${cpu}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(added.length ? `${added.join('\n')}\n${added.length} added\n` : 'The lock is complete.\n')

/** The folders whose node_modules a package at `path` looks into. */
function above(path) {
  const parents = ['']
  const parts = path.split('node_modules/').slice(0, -1)
  for (let end = 1; end <= parts.length; end++) parents.push(parts.slice(0, end).join('node_modules/'))
  return parents
}
