import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { compiled } from './harness/compiled.ts'

/** Loads what a start loads, and tells the packages of which something was read. */
const program = (module: string) => `
const { registerHooks } = await import('node:module')
const packages = new Set()
registerHooks({
  load(url, context, next) {
    const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url) ?? []
    if (name) packages.add(name)
    return next(url, context)
  },
})
await import(${JSON.stringify(module)})
console.log(JSON.stringify([...packages]))
process.exit(0)
`

test('a start loads no package that few requests need', () => {
  const app = pathToFileURL(join(compiled(), 'src', 'app.js')).href
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program(app)], { encoding: 'utf8' })
  const packages: string[] = JSON.parse(said)
  expect(packages).toContain('fastify')
  const rare = ['postmark', 'undici', 'sanitize-html', 'pdf-lib', 'pngjs', 'piscina', 'markdown-it', 'hyphen', 'ai']
  const families = ['@e-invoice-eu/core', '@aws-sdk/client-s3', '@pdf-lib/fontkit', '@mikro-orm/migrations']
  expect(packages.filter((name) => [...rare, ...families].includes(name))).toEqual([])
})
