// Writes schema/schema.graphql and schema/openapi.json from the code; `--check` fails where they are stale.
import 'reflect-metadata'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { createSchemas, describeRest } from '../src/app.ts'

const directory = join(import.meta.dirname, '..', 'schema')
const { schema, rest } = createSchemas()
const generated = {
  'schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
  'openapi.json': `${JSON.stringify(describeRest(rest, 'http://127.0.0.1:4000'), null, 2)}\n`,
}

const read = (name: string) => {
  try {
    return readFileSync(join(directory, name), 'utf8')
  } catch {
    return null
  }
}

const stale = Object.entries(generated).filter(([name, content]) => read(name) !== content)
if (!process.argv.includes('--check')) {
  mkdirSync(directory, { recursive: true })
  for (const [name, content] of stale) writeFileSync(join(directory, name), content)
} else if (stale.length) {
  process.stderr.write(`Stale: ${stale.map(([name]) => `schema/${name}`).join(', ')}. Run: npm run schema\n`)
  process.exitCode = 1
}
