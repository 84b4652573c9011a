import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'

test('the bill of materials is CycloneDX, and names packages of the service and of the app', {
  timeout: 60_000,
}, () => {
  const output = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 })
  const { bomFormat, components } = JSON.parse(output.toString()) as {
    bomFormat: string
    components: { name: string; version: string }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  for (const name of ['fastify', 'pg', 'react']) expect(components.map((component) => component.name)).toContain(name)
})
