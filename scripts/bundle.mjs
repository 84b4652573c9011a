// Bundles the modules that are loaded at start into a few files of `bundle`, which shortens the start by a third. Threads,
// migrations and lazily loaded packages stay outside.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = resolve(process.argv[2])

/** The first has to be there before all else, and the others look for files beside their own. */
const unbundled = ['reflect-metadata', 'pino', 'thread-stream']

/** The names of the packages that a start does not load, and that the bundle finds where the file that asks for them does. */
function packagesOutside({ inputs }) {
  const importsOf = (file) => inputs[file].imports.filter(({ external }) => !external)
  const atStart = new Set()
  const visit = (file) => {
    if (atStart.has(file) || unbundled.includes(packageOf(file)?.name)) return
    atStart.add(file)
    const isListOfFeatures = file.endsWith('/src/features.js')
    for (const { path, kind } of importsOf(file)) if (kind !== 'dynamic-import' || isListOfFeatures) visit(path)
  }
  for (const entry of Object.values(entryPoints)) visit(relative(root, entry).replaceAll(sep, '/'))
  const lost = [...atStart].filter((file) => packageOf(file) && /\b__(dirname|filename)\b/.test(code(file)))
  if (lost.length > 0) throw new Error(`Looks for files beside its own, and must not be bundled: ${lost.join(', ')}`)

  const inside = new Set([...atStart].map((file) => packageOf(file)?.name))
  const files = Object.keys(inputs)
  const outside = new Set(files.map((file) => packageOf(file)?.name)).difference(inside)
  // Another version, nested in a package that is bundled: the bundle itself would find the one at the top.
  const isNested = (file) =>
    files.some((from) => inside.has(packageOf(from)?.name) && importsOf(from).some(({ path }) => path === file))
  for (const file of files) if (packageOf(file)?.nested && isNested(file)) outside.delete(packageOf(file).name)
  return [...outside]
}

/** A file's text without its comments. */
const code = (file) => readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

/** The package that a file belongs to; of ours there is none. */
function packageOf(file) {
  const [, above, name] = /^(.*)node_modules\/((?:@[^/]+\/)?[^./][^/]*)/.exec(file) ?? []
  return name && { name, nested: above !== '' }
}

/** Our files look for others beside them: they are told where they were. */
const asWhereItWas = {
  name: 'as-where-it-was',
  setup(bundler) {
    bundler.onLoad({ filter: new RegExp(`^${RegExp.escape(join(folder, 'src'))}`) }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const place = relative(folder, path).replaceAll(sep, '/')
      const url = `new URL(${JSON.stringify(`../${place}`)}, import.meta.url)`
      const contents = text
        .replaceAll('import.meta.url', `${url}.href`)
        .replaceAll('import.meta.dirname', `pathOfUrl(new URL('.', ${url}))`)
        .replaceAll('import.meta.filename', `pathOfUrl(${url})`)
      return { contents, loader: 'js' }
    })
  },
}

const entryPoints = { main: join(folder, 'src/main.js'), kontor: join(folder, 'src/cli/main.js') }
const options = {
  entryPoints,
  outdir: join(folder, 'bundle'),
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // As Node chooses where a package tells it nothing else: GraphQL must be there once.
  mainFields: ['main'],
  // GraphQL's types and tables' columns are named after classes.
  keepNames: true,
  plugins: [asWhereItWas],
  logLevel: 'error',
}
const { metafile } = await build({ ...options, write: false, metafile: true })
await build({
  ...options,
  external: packagesOutside(metafile),
  sourcemap: existsSync(join(folder, 'src/main.js.map')),
  sourcesContent: false,
  // Decorators write into the first, whichever file is run first; the others are for modules of CommonJS and for our own.
  banner: {
    js: [
      "import 'reflect-metadata'",
      "import { createRequire as requireFrom } from 'node:module'",
      "import { fileURLToPath as pathOfUrl } from 'node:url'",
      'const require = requireFrom(import.meta.url)',
    ].join('\n'),
  },
})
