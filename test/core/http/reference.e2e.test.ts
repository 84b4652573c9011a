import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'
import { browserPath, collectPageErrors, openBrowser, runAxe } from '../../harness/browser.ts'
import { startApp } from '../../harness/house.ts'

interface Specification {
  info: { version: string }
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
  components: { schemas: Record<string, unknown> }
}

let base: string
let specification: Specification
let stop: () => Promise<void>
beforeAll(async () => {
  const started = await startApp()
  stop = started.stop
  base = await started.app.server.listen({ port: 0, host: '127.0.0.1' })
  specification = (await (await fetch(`${base}/api/v1/openapi.json`)).json()) as Specification
})
afterAll(() => stop())

const read = async (path: string, language = 'en') =>
  (await fetch(base + path, { headers: { 'accept-language': language } })).text()

test('the description has the running version', () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
  expect(specification.info.version).toBe(version)
})

describe('the reference', () => {
  test('has every operation with path and responses, and every type used', async () => {
    const page = await read('/docs/reference')
    const operations = Object.entries(specification.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    )
    expect(operations.length).toBeGreaterThan(100)
    const shown = page.split('<details>')
    for (const { path, operationId, responses } of operations) {
      const own = shown.find((part) => part.includes(`id="${operationId}"`))?.replaceAll('<wbr>', '') ?? ''
      expect(own, operationId).toContain(`<code>${path}</code>`)
      for (const status of Object.keys(responses)) expect(own, operationId).toContain(`<code>${status}</code>`)
      expect(own, operationId).toContain('curl')
    }
    expect(page).not.toMatch(/undefined|\[object|NaN/)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets).toContain('type-LineItemInput')
    for (const target of targets) expect(ids).toContain(target)
  })

  test('describes the constraints of fields', async () => {
    const page = await read('/docs/reference')
    const [, input = ''] = page.split('id="createInvoice"')
    for (const words of ['1 to 1000 entries', 'list of <a href="#type-LineItemInput">', '>required</strong>'])
      expect(input.split('</details>')[0]).toContain(words)
    expect(page.split('id="type-InvoiceStatus"')[1]).toMatch(/^.*\n?.*one of <code>draft<\/code>, <code>sent<\/code>/)
  })

  test('uses the reader’s language for its own texts', async () => {
    expect(await read('/docs/reference', 'de')).toContain('<h1>Referenz</h1>')
    expect(await read('/docs/reference', 'en')).toContain('<h1>Reference</h1>')
    expect(await read('/docs/de/reference', 'en')).toContain('<h1>Referenz</h1>')
  })
})

describe.runIf(browserPath)('the reference in a browser', () => {
  test.each([
    ['light', 1280, 'en'],
    ['dark', 390, 'de'],
  ] as const)(
    '%s, %d pixels wide: unfolds what an address names; axe finds nothing',
    {
      timeout: 120_000,
    },
    async (colorScheme, width, language) => {
      const browser = await openBrowser()
      try {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
        const complaints = collectPageErrors(page)
        const hosts = new Set<string>()
        page.on('request', (request) => {
          if (request.url().startsWith('http')) hosts.add(new URL(request.url()).host)
        })
        await page.goto(`${base}/docs/${language}/reference#createClient`)
        const operation = page.locator('#createClient')
        await operation.waitFor({ state: 'visible', timeout: 20_000 })
        expect(await operation.textContent()).toContain('email_taken')
        expect(await page.locator('#createInvoice').isVisible()).toBe(false)
        // All of them would take axe minutes.
        for (const id of ['listInvoices', 'uploadFile', 'updateTask', 'deleteTag', 'type-LineItemInput', 'type-Error'])
          await page.locator(`details:has(#${id}) > summary`).click()
        expect([await runAxe(page), complaints]).toEqual([[], []])
        expect([...hosts]).toEqual([new URL(base).host])
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(
          0,
        )
      } finally {
        await browser.close()
      }
    },
  )
})
