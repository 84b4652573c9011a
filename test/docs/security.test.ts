import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'

interface Requirement {
  requirement: string
  level: string
  subject: string
  status: string
  evidence: string
  note: string
}

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8')
const page = read('docs/security.md')
const requirements = parse(read('docs/security/asvs.csv'), { columns: true }) as Requirement[]
const isThere = (file: string) => existsSync(join(projectRoot, file))

test('each threat has a measure, and tests that are there', () => {
  const [, threats = ''] = /## Threats\n(.*?)\n## /s.exec(page) ?? []
  const rows = [...threats.matchAll(/^\| (?!threat)([a-z].*?) \| (.+?) \| (.+) \|$/gim)]
  expect(rows.length).toBeGreaterThan(20)
  for (const [, threat, , proof = ''] of rows) {
    const files = [...proof.matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file)
    expect(files, threat).not.toEqual([])
    expect(files.filter((file) => !isThere(file))).toEqual([])
  }
})

describe('ASVS 5.0, levels 1 and 2', () => {
  test('each of the 253 requirements stands once', () => {
    expect(new Set(requirements.map(({ requirement }) => requirement)).size).toBe(253)
    expect(requirements).toHaveLength(253)
    for (const { requirement, level } of requirements) {
      expect(requirement).toMatch(/^V\d+\.\d+\.\d+$/)
      expect(['1', '2']).toContain(level)
    }
  })
  test.each(requirements)('$requirement is met by what is there, or says why not', ({ status, evidence, note }) => {
    expect(evidence.split(' ').filter((file) => file && !isThere(file))).toEqual([])
    if (status === 'met') expect(evidence).not.toBe('')
    else {
      expect(['not applicable', 'open']).toContain(status)
      expect(note).not.toBe('')
    }
  })
  test('are added up on the page', () => {
    const count = (chapter: string, status: string) =>
      requirements.filter((of) => of.requirement.startsWith(`${chapter}.`) && of.status === status).length
    const rows = [...page.matchAll(/^\| (V\d+) .+? \| (\d+) \| (\d+) \| (\d+) \|$/gm)]
    expect(rows).toHaveLength(17)
    for (const [, chapter = '', ...counts] of rows)
      expect(counts.map(Number), chapter).toEqual(
        ['met', 'not applicable', 'open'].map((status) => count(chapter, status)),
      )
  })
})
