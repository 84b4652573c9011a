import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = 'src/web'

/** The folder of the app that a path is in; for files in its root the file itself. */
const folderOf = (path: string) => path.split(sep)[2] ?? ''

test('folders of the app import each other in one direction', () => {
  const imports = new Map<string, Set<string>>()
  for (const file of globSync(`${root}/**/*.{ts,tsx}`)) {
    const from = folderOf(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/g)) {
      const to = folderOf(join(dirname(file), path))
      if (to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to))
    }
  }
  expect(imports.size).toBeGreaterThan(20)
  const findCircle = (folder: string, path: readonly string[] = []): readonly string[] | undefined => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    for (const next of imports.get(folder) ?? []) {
      const circle = done.has(next) ? undefined : findCircle(next, [...path, folder])
      if (circle) return circle
    }
    done.add(folder)
    return undefined
  }
  const done = new Set<string>()
  expect([...imports.keys()].map((folder) => findCircle(folder)).filter(Boolean)).toEqual([])
})
