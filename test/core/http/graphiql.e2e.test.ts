import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, collectPageErrors, openBrowser, runAxe } from '../../harness/browser.ts'
import { type House, openHouse, startApp } from '../../harness/house.ts'

let at: House
let base: string
let stop: () => Promise<void>
beforeAll(async () => {
  const started = await startApp()
  stop = started.stop
  at = await openHouse(started.app)
  base = await started.app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => stop())

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the page', () => {
  const path = '/graphql'
  test('consists of files of this server only', async () => {
    const page = await fetch(base + path, { headers: html })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const text = await page.text()
    expect(text).not.toMatch(/https?:|<script>|<style|\son\w+=|javascript:/)
    const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) {
      const { status, headers } = await fetch(base + file)
      expect([status, headers.get('content-type')]).toEqual([
        200,
        file.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      ])
    }
  })
  test('allows scripts of this server only', async () => {
    const { headers } = await fetch(base + path, { headers: html })
    const policy = headers.get('content-security-policy')?.split('; ') ?? []
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    )
  })
})

describe('GET /graphql', () => {
  test('is GraphiQL only for browsers; programs with a query get the result', async () => {
    const query = encodeURIComponent('{ __typename }')
    for (const headers of [html, { accept: 'application/json', 'apollo-require-preflight': 'yes' }]) {
      const answer = await fetch(`${base}/graphql?query=${query}`, {
        headers: { ...headers, 'apollo-require-preflight': 'yes' },
      })
      expect(await answer.json()).toEqual({ data: { __typename: 'Query' } })
      expect(answer.headers.get('vary')).toContain('accept')
    }
    const bare = await fetch(`${base}/graphql`, { headers: { accept: 'application/json' } })
    expect([bare.status, await bare.text()]).toEqual([400, expect.not.stringContaining('<html')])
  })
})

test('a subscription over HTTP is told to use a WebSocket', async () => {
  const { errors } = await at.owner.graphql('subscription { events { id } }')
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('graphql-transport-ws'),
    extensions: { code: 'validation_failed', status: 422 },
  })
})

describe.skipIf(!browserPath)('in a browser, GraphiQL', () => {
  test('runs a query and a subscription with a token, without errors', { timeout: 90_000 }, async () => {
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      const complaints = collectPageErrors(page)
      const hosts = new Set<string>()
      page.on('request', (request) => hosts.add(new URL(request.url()).host))
      await page.goto(`${base}/graphql`)
      const fill = async (editor: string, text: string) => {
        await page.click(`${editor} .CodeMirror`)
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.insertText(text)
      }
      const answer = page.locator('.result-window')
      await fill(
        '.graphiql-editor-tool .graphiql-editor:not(.hidden)',
        JSON.stringify({ Authorization: `Bearer ${at.owner.token}` }),
      )

      await fill('.graphiql-query-editor', '{ me { role } }')
      await page.click('.graphiql-execute-button')
      await answer.getByText('"owner"').waitFor()

      await fill('.graphiql-query-editor', 'subscription { events { event data } }')
      // GraphiQL parses with a delay, and treats unparsed text as a query.
      const [start, running] = [page.locator('[aria-label^="Execute"]'), page.locator('[aria-label^="Stop"]')]
      let sockets = 0
      page.on('websocket', () => {
        sockets++
      })
      await expect
        .poll(async () => {
          if (sockets === 0 && (await start.isVisible())) await start.click()
          return sockets
        })
        .toBe(1)
      await running.waitFor()
      await expect
        .poll(
          async () => {
            await at.owner.rest('POST', '/clients', { name: 'Live AG' })
            return answer.textContent()
          },
          { timeout: 15_000, interval: 500 },
        )
        .toContain('Live AG')
      await running.click()

      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      )
      expect(kept).not.toContain(at.owner.token)
      expect(await runAxe(page)).toEqual([])
      expect(complaints).toEqual([])
      expect([...hosts]).toEqual([new URL(base).host])
    } finally {
      await browser.close()
    }
  })
})
