// Generates a working feature: `npm run new -- feature work/boxes`, or `work/boxes box` for an irregular plural. Then run `npm
// run schema` and `npm run codegen`.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const [what, place = '', given] = process.argv.slice(2)
const [family, kebab = ''] = place.split('/')
if (what !== 'feature' || !/^[a-z]+\/[a-z]+(-[a-z]+)*$/.test(place)) {
  process.stderr.write('Usage: npm run new -- feature <family>/<things> [<thing>], such as: work/boxes box\n')
  process.exit(1)
}

const one = given ?? kebab.replace(/ies$/, 'y').replace(/s$/, '')
const folder = join('src', 'features', family ?? '', kebab)
if (existsSync(join(root, folder))) {
  process.stderr.write(`${folder} exists already.\n`)
  process.exit(1)
}

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const highest = (texts: readonly string[], number: RegExp) =>
  Math.max(...texts.flatMap((text) => [...text.matchAll(number)].map(([, digits]) => Number(digits))))

const exampleFiles = globSync('src/**/*.examples.ts', { cwd: root })
const next = {
  example:
    highest(
      exampleFiles.map((file) => readFileSync(join(root, file), 'utf8')),
      /createExampleId\((\d+)\)/g,
    ) + 1,
  migration: String(highest(readdirSync(join(root, 'migrations')), /^(\d{4})-/g) + 1).padStart(4, '0'),
}
const words: Readonly<Record<string, string>> = {
  Thing: capital(camel(one)),
  Things: capital(camel(kebab)),
  thing: camel(one),
  things: camel(kebab),
  one,
  kebab,
  table: kebab.replaceAll('-', '_'),
  event: one.replaceAll('-', '_'),
  words: one.replaceAll('-', ' '),
  manyWords: kebab.replaceAll('-', ' '),
  number: String(next.example),
}
const files: Readonly<Record<string, string>> = {
  entity: join(folder, `${one}.entity.ts`),
  policy: join(folder, `${one}.policy.ts`),
  resolver: join(folder, `${one}.resolver.ts`),
  events: join(folder, `${one}.events.ts`),
  feature: join(folder, `${kebab}.feature.ts`),
  examples: join(folder, `${kebab}.examples.ts`),
  fixture: join(folder, `${kebab}.fixture.ts`),
  demo: join(folder, `${one}.demo.ts`),
  migration: join('migrations', `${next.migration}-${kebab}.ts`),
  test: join('test', 'features', family ?? '', kebab, `${kebab}.test.ts`),
}
for (const [part, file] of Object.entries(files)) {
  const template = readFileSync(join(import.meta.dirname, 'template', `${part}.ts.template`), 'utf8')
  mkdirSync(join(root, dirname(file)), { recursive: true })
  writeFileSync(
    join(root, file),
    template.replace(/__([a-z]+)__/gi, (_, word: string) => words[word] ?? `__${word}__`),
  )
  process.stdout.write(`${file}\n`)
}

const list = join(root, 'src', 'features.ts')
const line = `  (await import('#features/${place}/${kebab}.feature')).feature,\n`
writeFileSync(list, readFileSync(list, 'utf8').replace(/\]\n$/, `${line}]\n`))
process.stdout.write('src/features.ts: one line\n')
// Imports stand in the order of the names that were given.
execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['check', '--write', ...Object.values(files)], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
