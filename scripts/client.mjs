// npm run build:client: packs @kontor/client into dist/kontor-client-<version>.tgz: types from schema/openapi.json and
// schema/events.ts, the sources of packages/client, and openapi-fetch within, so that an installation needs no registry.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { root } from './stale.mjs'

const source = join(root, 'packages', 'client')
const made = join(root, 'dist', 'client')
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))
const { version, license } = json(join(root, 'package.json'))

rmSync(made, { recursive: true, force: true })
cpSync(source, made, { recursive: true })
writeFileSync(join(made, 'src', 'openapi.ts'), await typesOf(json(join(root, 'schema', 'openapi.json'))))
cpSync(join(root, 'schema', 'events.ts'), join(made, 'src', 'events.ts'))
cpSync(join(root, 'LICENSE'), join(made, 'LICENSE'))
compile()
pack()

async function typesOf(openapi) {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
        ? next(new URL('./client/typescript.mjs', import.meta.url).href, context)
        : next(specifier, context),
  })
  const { default: generate, astToString } = await import('openapi-typescript')
  const { default: ts } = await import('./client/typescript.mjs')
  const named = (name) => ts.factory.createTypeReferenceNode(name)
  for (const { requestBody } of Object.values(openapi.paths).flatMap((path) => Object.values(path))) {
    const form = requestBody?.content?.['multipart/form-data']
    if (form) form.schema = { oneOf: [form.schema, { type: 'string', format: 'form-data' }] }
  }
  const formats = { binary: 'Blob', 'form-data': 'FormData' }
  const transform = ({ format }) => (formats[format] ? named(formats[format]) : undefined)
  // A default is what the service takes where nothing is sent: nobody must send it.
  return astToString(await generate(openapi, { transform, defaultNonNullable: false, silent: true }))
}

function compile() {
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: [], module: 'nodenext', strict: true },
    ...{ declaration: true, rootDir: 'src', outDir: 'dist', skipLibCheck: true },
  }
  writeFileSync(join(made, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
  run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', made])
}

function pack() {
  const inside = ['openapi-fetch', 'openapi-typescript-helpers']
  const versions = {}
  for (const name of inside) {
    mkdirSync(join(made, 'node_modules', name), { recursive: true })
    cpSync(join(root, 'node_modules', name), join(made, 'node_modules', name), { recursive: true })
    versions[name] = json(join(root, 'node_modules', name, 'package.json')).version
  }
  const manifest = { ...json(join(source, 'package.json')), version, license }
  writeFileSync(
    join(made, 'package.json'),
    `${JSON.stringify({ ...manifest, dependencies: versions, bundleDependencies: inside }, null, 2)}\n`,
  )
  run('npm', ['pack', '--silent', '--pack-destination', join(root, 'dist')])
}

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: made, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
