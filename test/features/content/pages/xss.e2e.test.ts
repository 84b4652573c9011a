import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserPath, openBrowser } from '../../../harness/browser.ts'
import { house } from '../../../harness/house.ts'
import { corpus } from '../../../rich-text/xss-corpus.ts'

const at = house()

interface Shown {
  hits: string[]
  sections: number
  bad: string[]
}

let browser: Browser
beforeAll(async () => {
  if (browserPath) browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Opens texts as HTML of one page without any policy, does what a reader may do with it, and says what ran. */
async function show(texts: readonly string[]): Promise<Shown> {
  const page = await browser.newPage()
  try {
    const sections = texts.map((text, index) => `<section data-case="${index}">${text}</section>`).join('\n')
    const body = `<!doctype html><script>hits = []; hit = () => hits.push(self.current ?? 'while it was read')</script><main>${sections}</main>`
    await page.route('**/*', (route) =>
      route.request().url() === 'https://cases.test/'
        ? route.fulfill({ body, contentType: 'text/html' })
        : route.abort(),
    )
    await page.goto('https://cases.test/')
    return (await page.evaluate(`(async () => {
      const bad = []
      const allowed = /^(https?|mailto|tel):$/
      for (const section of document.querySelectorAll('main > section')) {
        self.current = section.dataset.case
        for (const element of section.querySelectorAll('*')) {
          for (const { name, value } of element.attributes)
            if (/^on|^style$|^srcdoc$|action$/.test(name)) bad.push(self.current + ' ' + name + '=' + value)
          const address = element.getAttribute('href') ?? element.getAttribute('src')
          if (address && !allowed.test(new URL(address, 'https://a.b').protocol)) bad.push(self.current + ' ' + address)
          if (/^(script|style|iframe|object|embed|svg|math|form|base|meta|link|template)$/i.test(element.localName))
            bad.push(self.current + ' <' + element.localName + '>')
          element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
          if (element.localName === 'details') element.open = !element.open
          element.focus?.()
        }
        for (const link of section.querySelectorAll('a[href]'))
          if (!/^https?:/.test(link.href) && !link.getAttribute('href').startsWith('#')) link.click()
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
      return { hits: self.hits, sections: document.querySelectorAll('main > section').length, bad }
    })()`)) as Shown
  } finally {
    await page.close()
  }
}

test.skipIf(!browserPath)('none of the corpus runs, on pages and in comments', async () => {
  expect(corpus.length).toBeGreaterThanOrEqual(200)
  const project = (await at.owner.rest('POST', '/projects', { name: 'x' })).body
  const sent = { title: 'x', project_id: project.id, column_id: project.columns[0].id }
  const task = (await at.owner.rest('POST', '/tasks', sent)).body.id
  const told = async (content: string) => {
    const page = await at.member.rest('POST', '/pages', { title: content.slice(0, 200), content })
    expect(page.status, content).toBe(201)
    const comment = await at.member.rest('POST', `/tasks/${task}/comments`, { content })
    expect([201, 422], content).toContain(comment.status)
    const { body } = await at.member.rest('GET', `/pages/${page.body.id}?format=html`)
    expect(body.content, content).toEqual(expect.any(String))
    return [body.content, comment.body.content ?? '']
  }
  const shown: string[] = []
  for (let from = 0; from < corpus.length; from += 20)
    shown.push(...(await Promise.all(corpus.slice(from, from + 20).map(told))).flat())
  expect(await show(shown)).toEqual({ hits: [], sections: shown.length, bad: [] })
})

test.skipIf(!browserPath)('the corpus does run where nobody reads it', async () => {
  // One by one, for some swallow what follows.
  const running = corpus.filter((text) => /^<(?:script|img src=x onerror=hit|svg onload|details open)/.test(text))
  expect(running.length).toBeGreaterThan(5)
  for (const text of running.slice(0, 4)) expect((await show([text])).hits, text).not.toEqual([])
})
