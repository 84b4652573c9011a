import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { compileService } from './harness/compile-service.ts'

/** Loads a module, and tells the packages of which something was read until its process ended. */
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
process.on('exit', () => console.log(JSON.stringify([...packages])))
await import(${JSON.stringify(module)})
process.exit(0)
`

function packagesOf(file: string, ...args: string[]): string[] {
  const module = pathToFileURL(join(compileService(), 'src', file)).href
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program(module), '--', ...args], {
    encoding: 'utf8',
  })
  return JSON.parse(said.trim().split('\n').at(-1) ?? '')
}

// The first that needs the service compiled compiles it.
test('a start does not load rarely used packages', { timeout: 120_000 }, () => {
  const packages = packagesOf('app.js')
  expect(packages).toContain('fastify')
  const rare = ['postmark', 'undici', 'sanitize-html', 'pdf-lib', 'pngjs', 'piscina', 'markdown-it', 'hyphen', 'ai']
  const families = [
    '@tiptap/core',
    '@hocuspocus/server',
    'yjs',
    'htmlparser2',
    '@e-invoice-eu/core',
    '@aws-sdk/client-s3',
    '@pdf-lib/fontkit',
    'sharp',
    '@hyzyla/pdfium',
    '@mikro-orm/migrations',
    '@opentelemetry/sdk-trace',
    '@opentelemetry/resources',
    '@opentelemetry/exporter-trace-otlp-http',
  ]
  expect(packages.filter((name) => [...rare, ...families].includes(name))).toEqual([])
})

test('a command does not load unneeded parts of the service', () => {
  const packages = packagesOf('cli/main.js', '--version')
  expect(packages).toContain('commander')
  const whole = ['fastify', '@apollo/server', 'type-graphql', 'sofa-api', 'pg-boss', 'nodemailer']
  expect(packages.filter((name) => whole.includes(name))).toEqual([])
})
