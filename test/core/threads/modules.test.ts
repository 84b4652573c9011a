import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

test('every module that runs in a thread lies where it is looked for', () => {
  const modules = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/threadModule<[^\n]*\(import\.meta\.url, '([^']+)'\)/g)].map(
      ([, path = '']) => join(dirname(file), `${path}.ts`),
    ),
  )
  expect(modules).toContain('src/documents/image.ts')
  expect(modules.filter((file) => !existsSync(file))).toEqual([])
})
