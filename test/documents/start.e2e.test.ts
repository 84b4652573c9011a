import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'

test('a start loads no renderer of documents, no font and no language model', { timeout: 60_000 }, () => {
  const program = `
    import { createRequire } from 'node:module'
    await import('./src/app.ts')
    const { cache } = createRequire(process.cwd() + '/')
    console.log(JSON.stringify(Object.keys(cache)))`
  const options = { cwd: projectRoot, encoding: 'utf8' } as const
  const told = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], options)
  const loaded: string[] = JSON.parse(told)
  expect(loaded.length).toBeGreaterThan(100)
  expect(loaded.filter((path) => /fontkit|pdf-lib|@aws-sdk|\/ai\/dist|@ai-sdk/.test(path))).toEqual([])
})
