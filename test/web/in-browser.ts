import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashPassword } from '#core/access/password'
import type { Role } from '#core/access/policy'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { browserPath, collectPageErrors, openBrowser, runAxe } from '../harness/browser.ts'
import { house } from '../harness/house.ts'
import { listen } from '../harness/subscriptions.ts'
import { dialogIsSeen, type Step } from './screens/step.ts'

export const password = 'korrekt-pferd-batterie'
const cheap = hashPassword(password, 4)

/** What is tested in a browser: left out, and said so, where there is none. */
export const describeInBrowser = describe.skipIf(!browserPath)

/** A service with an organization, and a browser, for the tests of one file. */
export function inBrowser() {
  const at = house()
  let browser: Browser
  let base = ''
  const opened: BrowserContext[] = []
  // A browser on a busy machine takes its time; what is not there after that is not there.
  vi.setConfig({ testTimeout: 60_000 })
  beforeAll(async () => {
    if (!browserPath) return
    browser = await openBrowser()
    base = await listen(at.app)
  }, 60_000)
  // What a failed test leaves open is in nobody's way.
  afterEach(async () => {
    for (const context of opened.splice(0)) await context.close()
  })
  afterAll(() => browser?.close())

  /** A member who can sign in, with a hash that costs little. */
  async function somebody(role: Role, language: 'de' | 'en') {
    const email = `${randomUUID()}@kontor.example`
    const { memberId, token } = await createMemberByCommand(at.app.system, { ...at, role, email, name: 'Alma Rose' })
    await at.app.system.query('update members set password_hash = $1, language = $2 where id = $3', [
      ...[await cheap, language],
      memberId,
    ])
    return { email, password, memberId, token }
  }
  /** A page of a browser of its own at an address of the service, for somebody who has signed in where one is named, and what it complained of. */
  async function open(options: BrowserContextOptions = {}, path = '/app', as?: { email: string }) {
    const context = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(20_000)
    opened.push(context)
    if (as) {
      const query =
        'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { signedIn } }'
      const answer = await context.request.post(`${base}/graphql`, {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { query, variables: { email: as.email, password } },
      })
      expect(await answer.json()).toEqual({ data: { signIn: { signedIn: true } } })
    }
    const page = await context.newPage()
    const complaints = collectPageErrors(page)
    await page.goto(`${base}${path}`)
    return { page, complaints, close: () => context.close() }
  }
  /** A page of the app that shows it to somebody of this role who has signed in. */
  async function openAs(role: Role, language: 'de' | 'en', path = '', options: BrowserContextOptions = {}) {
    const who = await somebody(role, language)
    const opened = await open({ locale: language === 'de' ? 'de-DE' : 'en-GB', ...options }, `/app${path}`, who)
    await opened.page.getByRole('navigation', { name: /^(Hauptnavigation|Main navigation)$/ }).waitFor()
    return { ...opened, ...who }
  }
  return {
    at,
    somebody,
    open,
    openAs,
    /** Where the service listens. */
    base: () => base,
  }
}

/** What lies above the page finds its place a moment after the window has another size. */
export const scrollsSideways = (page: Page) =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth, null, {
      timeout: 2000,
    })
    .then(
      () => false,
      () => true,
    )

/** A phone, where places go to the side, and where what stands beside a page takes most of its room. */
const widths = [320, 640, 768, 820, 1024, 1180, 1920]

/** At which of these widths a page as it stands scrolls sideways; it is as wide as before after. */
export async function sidewaysAt(page: Page): Promise<number[]> {
  const before = page.viewportSize()
  const wideAt: number[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    if (isWide && (await scrollsSideways(page))) wideAt.push(width)
  }
  if (before) await page.setViewportSize(before)
  return wideAt
}

/** Words of headings, buttons and badges that are broken in two, though a line has room for them: once all has found its place. */
async function brokenWords(page: Page): Promise<string[]> {
  let broken: string[] = []
  for (let look = 0; look < 10; look++) {
    broken = await brokenNow(page)
    if (broken.length === 0) break
    await page.waitForTimeout(200)
  }
  return broken
}

const brokenNow = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = []
    for (const each of document.querySelectorAll('main :is(h1, h2, h3, .button, .badge)')) {
      const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\d]{2,16}(?![\p{L}\d])/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
        }
    }
    return broken
  })

/** Marks that begin small, beside others that do not; what somebody named, and names of the API, are as they are. */
const smallBadges = (page: Page) =>
  page
    .locator('main .badge:not(.badges > *, .chosen > *, code)')
    .evaluateAll((badges) =>
      badges.map(({ textContent }) => textContent?.trim() ?? '').filter((text) => /^\p{Ll}/u.test(text)),
    )

/** What of tables, lists and texts one would have to scroll to, within a page that itself fits. */
export const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter((each) => !each.matches('input, textarea, select, canvas, thead, thead *'))
      .filter((each) => {
        const { right, left } = each.getBoundingClientRect()
        const isScrolled = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== 'visible'
        return isScrolled || right > innerWidth + 1 || left < -1
      })
      .map((each) => `${each.localName}.${each.className}: ${each.textContent?.trim().slice(0, 40)}`),
  )

/**
 * Each of these pages, in the order they are brought to, in both languages and looks, at a desk and on a phone: nothing for
 * axe to find, no sideways scroll from 320 to 1920 px, no complaint of the browser.
 */
/** Labels of fields that touch the border of their card. */
const fieldsAtEdge = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.card .field > label')]
      .filter((label) => {
        const card = label.closest('.card')
        const { left, width } = label.getBoundingClientRect()
        return card && width > 0 && left - card.getBoundingClientRect().left < 8
      })
      .map(({ textContent }) => textContent),
  )

export function everyPageIsSound(
  { open, somebody, base }: ReturnType<typeof inBrowser>,
  role: Role,
  screens: Readonly<Record<string, Step>>,
  isSignedIn = true,
) {
  test.each([
    ['de', 'light', 1280],
    ['en', 'dark', 390],
  ] as const)(
    'renders every page without defects: %s, %s, %i px wide',
    async (language, colorScheme, width) => {
      const given = { base: base(), ...(await somebody(role, language)) }
      const look = {
        ...{ locale: language === 'de' ? 'de-DE' : 'en-GB', colorScheme, viewport: { width, height: 800 } },
        ...(width < 500 && { hasTouch: true }),
      }
      const { page, complaints, close } = await open(look, '/app', isSignedIn ? given : undefined)
      for (const [name, step] of Object.entries(screens)) {
        await step({ page, ...given })
        const wideAt = await sidewaysAt(page)
        await dialogIsSeen(page)
        const broken = await brokenWords(page)
        const small = await smallBadges(page)
        const atEdge = await fieldsAtEdge(page)
        expect({ name, found: await runAxe(page), wideAt, broken, small, atEdge }).toEqual({
          ...{ name, found: [], wideAt: [], broken: [], small: [], atEdge: [] },
        })
        expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
      }
      expect(complaints).toEqual([])
      await close()
      // Each page is looked at in all widths and by axe.
    },
    120_000,
  )
}
