import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'
import { exportedTables, omittedTables } from '#features/platform/export/exported-tables'
import { variables } from '../../src/config.ts'

const page = readFileSync(join(projectRoot, 'docs', 'privacy.md'), 'utf8')

/** Tables without an organization, which no export knows. */
const ofNobody = ['rate_windows']

test('the page on privacy names tables and settings that there are', () => {
  const tables = [...Object.keys(exportedTables), ...Object.keys(omittedTables), ...ofNobody]
  const [, data = ''] = /## Welche Daten(.*?)\n## /s.exec(page) ?? []
  const named = [...data.matchAll(/^\|[^|]*\|[^|]*\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !tables.includes(name))).toEqual([])
  const settings = [...page.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name)
  expect(settings.filter((name) => !variables.some((variable) => variable.name === name))).toEqual([])
})
