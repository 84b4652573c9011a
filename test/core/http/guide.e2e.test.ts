import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { errors } from '#core/errors/problem'
import { guidePages } from '#core/http/guide'
import { projectRoot } from '#core/runtime/project-root'
import { limits } from '#core/schema/limits'
import { createOrganization } from '#features/people/organizations/create-organization'
import type { App } from '../../../src/app.ts'
import { browserPath, collectPageErrors, openBrowser, runAxe } from '../../harness/browser.ts'
import { createPerson, startApp } from '../../harness/house.ts'

let app: App
let directory: string
let base: string
let stop: () => Promise<void>
beforeAll(async () => {
  const started = await startApp()
  ;({ app, directory, stop } = started)
  base = await started.app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => stop())

const guideOf = (language: string, page: string) =>
  readFileSync(join(projectRoot, 'assets', 'guide', language, `${page}.md`), 'utf8')
const languages = ['de', 'en'] as const
const addresses = languages.flatMap((language) =>
  guidePages.map((page) => `/docs/${language}${page === 'start' ? '' : `/${page}`}`),
)
const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(base + path, { headers })
  return { status: answer.status, text: (await answer.text()).replaceAll('<wbr>', ''), headers: answer.headers }
}

describe('/docs', () => {
  test.each([
    ['en-GB,de;q=0.5', 'en', 'Getting started'],
    ['de', 'de', 'Erste Schritte'],
    ['fr', 'de', 'Erste Schritte'],
  ])('for %s is in %s', async (accepted, language, title) => {
    const { text, headers } = await read('/docs', { 'accept-language': accepted })
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain(`<title>${title} – Kontor</title>`)
    expect(headers.get('vary')).toContain('accept-language')
  })
})

describe.each(addresses)('%s', (path) => {
  test('is a page of this server only, without scripts', async () => {
    const { status, text, headers } = await read(path)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toContain('script-src')
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|src="http/)
    expect(text).not.toMatch(/undefined|NaN|&lt;%|<%/)
  })
  test('has no broken links', async () => {
    const { text } = await read(path)
    const links = [...text.matchAll(/href="(\/[^"#]*)"/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(guidePages.length)
    for (const link of new Set(links)) expect((await read(link, { accept: 'text/html' })).status, link).toBe(200)
  })
})

test.each(languages)('the page of errors lists every code, in %s', async (language) => {
  const { text } = await read(`/docs/${language}/errors`)
  for (const token of Object.values(errors).flatMap(Object.keys)) expect(text).toContain(`<code>${token}</code>`)
})

test.each(languages)('the page of roles lists every role, in %s', async (language) => {
  const { text } = await read(`/docs/${language}/access`)
  for (const role of Object.values(Role)) expect(text).toContain(`<code>${role}</code>`)
})

test.each(languages)('the page of GraphQL lists every subscription, in %s', async (language) => {
  const { text } = await read(`/docs/${language}/graphql`)
  const { data } = await createPerson(app, '', '', '').graphql('{ __schema { subscriptionType { fields { name } } } }')
  const names = data.__schema.subscriptionType.fields.map(({ name }: { name: string }) => name)
  expect(names).toContain('bookingChanged')
  for (const name of names) expect(text).toContain(name)
})

test.each(languages)('the page of limits states the actual ones, in %s', async (language) => {
  const { text } = await read(`/docs/${language}/limits`)
  const { depth, aliases, rootFields, selections, tokens, listItems, jsonDepth } = limits
  const { socketsPerToken, socketsPerMember, socketsPerOrganization } = limits
  const { subscriptionsPerSocket, subscriptionsPerMember, subscriptionsPerOrganization } = limits
  const sockets = [
    ...[socketsPerToken, socketsPerMember, socketsPerOrganization],
    ...[subscriptionsPerSocket, subscriptionsPerMember, subscriptionsPerOrganization],
  ]
  for (const limit of [depth, aliases, rootFields, selections, tokens, listItems, jsonDepth, ...sockets])
    expect(text).toContain(`<td>${limit.toLocaleString(language)}</td>`)
})

test('both languages have the same chapters', () => {
  const chapters = (language: string, page: string) => guideOf(language, page).match(/^#+ |^\|/gm)
  for (const page of guidePages) expect(chapters('de', page), page).toEqual(chapters('en', page))
})

test('every command from quote to books, of calendar, files and pages works in order', {
  timeout: 60_000,
}, async () => {
  const commands = (language: string) =>
    (['sales', 'books', 'calendar', 'files', 'pages'] as const).flatMap((page) =>
      [...guideOf(language, page).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code),
    )
  expect(commands('de')).toEqual(commands('en'))
  const { token } = await createOrganization(app.system, { name: 'Werkstatt', email: 'anna@werkstatt.example' })
  const script = commands('en').join('\necho "--- done"\n').replaceAll('<%= it.base %>', base)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, TOKEN: token },
    cwd: directory,
  }).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout.slice(-500)} ${stderr}`)
  })
  expect(stdout.match(/--- done/g)).toHaveLength(commands('en').length - 1)
  const owner = createPerson(app, '', '', token)
  const { invoices } = (await owner.rest('GET', '/invoices?status=paid&sort=number')).body
  const [advance, final] = invoices
  expect([advance.kind, final.kind, final.advances[0].id, final.reminder_level]).toEqual([
    'advance',
    'final',
    advance.id,
    0,
  ])
  expect(readFileSync(join(directory, 'books.zip')).subarray(0, 2).toString()).toBe('PK')
})

describe.runIf(browserPath)('in a browser', () => {
  test('axe finds no problem, narrow or wide, light or dark, and nothing is blocked', {
    timeout: 120_000,
  }, async () => {
    const browser = await openBrowser()
    const page = await browser.newPage()
    const complaints = collectPageErrors(page)
    const found: string[] = []
    for (const path of addresses) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(base + path)
      for (const width of [390, 1280])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme })
          const violations = await runAxe(page, ...(colorScheme === 'dark' ? ['cat.color'] : []))
          found.push(...violations.map((violation) => `${path}, ${colorScheme}, ${width} pixels: ${violation}`))
          const overflow = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          if (Number(overflow) > 0) found.push(`${path} is wider than ${width} pixels`)
          const cut = await page.evaluate(
            "[...document.querySelectorAll('.wide')].filter((table) => table.scrollWidth > table.clientWidth).length",
          )
          if (cut) found.push(`${path} has ${cut} tables wider than their place at ${width} pixels`)
          if (process.env.GUIDE_SHOTS)
            await page.screenshot({
              path: `${process.env.GUIDE_SHOTS}/${colorScheme}-${width}-${path.replaceAll('/', '_')}.png`,
            })
        }
    }
    await browser.close()
    expect([found, complaints]).toEqual([[], []])
  })
})
