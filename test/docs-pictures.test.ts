import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('docs/screens contains only images that the documentation shows', () => {
  const shown = globSync(['README.md', 'docs/**/*.md'], { cwd: root }).flatMap((page) =>
    Array.from(readFileSync(join(root, page), 'utf8').matchAll(/screens\/[\w-]+\.webp/g), ([path]) => basename(path)),
  )
  expect(readdirSync(join(root, 'docs/screens')).sort()).toEqual(Array.from(new Set(shown)).sort())
})
