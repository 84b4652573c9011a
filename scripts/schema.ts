// Generates schema/schema.graphql, schema/openapi.json, schema/events.ts and the README's settings table. `--check` fails if
// one is stale.
import 'reflect-metadata'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { createSchemas, describeRest } from '../src/app.ts'
import { variables } from '../src/config.ts'
import { generateEventTypes } from './event-types.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => {
  try {
    return readFileSync(join(root, name), 'utf8')
  } catch {
    return ''
  }
}

const settings = [
  '| variable | default | meaning |',
  '|---|---|---|',
  ...variables.map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback === null ? '' : `\`${fallback}\``} | ${meaning} |`,
  ),
].join('\n')

const { schema, rest } = createSchemas()
const generated = {
  'schema/schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
  'schema/openapi.json': `${JSON.stringify(await describeRest(rest, 'http://127.0.0.1:4000'), null, 2)}\n`,
  'schema/events.ts': generateEventTypes(rest),
  'README.md': read('README.md').replace(
    /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_, begin: string, end: string) => `${begin}${settings}\n${end}`,
  ),
}

const stale = Object.entries(generated).filter(([name, content]) => read(name) !== content)
if (!process.argv.includes('--check')) {
  mkdirSync(join(root, 'schema'), { recursive: true })
  for (const [name, content] of stale) writeFileSync(join(root, name), content)
} else if (stale.length) {
  process.stderr.write(`Stale: ${stale.map(([name]) => name).join(', ')}. Run: npm run schema\n`)
  process.exitCode = 1
}
