import type { BrowserContext } from 'playwright-core'
import { MainThreadMeter } from './main-thread-meter.ts'

/** Where the navigation leads, but to the page that all changes begin from. */
const places = [
  '',
  '/clients',
  '/quotes',
  '/contracts',
  '/invoices',
  '/projects',
  '/tasks',
  '/time',
  '/calendar',
  '/pages',
  '/files',
]
const between = '/settings'

/**
 * CPU milliseconds of the main thread for visiting each page of the navigation again, until it is drawn and refetched.
 * `context` is signed in.
 */
export async function measurePageChanges(context: BrowserContext, base: string): Promise<Record<string, number>> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${base}/app`)
  const thread = await MainThreadMeter.of(page)
  const go = async (place: string) => {
    const path = `/app${place}`
    await page.locator(`.places a:is([href="${path}"], [href="${path}/"])`).click()
    await page.waitForURL(({ pathname }) => pathname === path || pathname === `${path}/`)
    await page.waitForFunction(() => !document.querySelector('.skeleton') && document.querySelector('h1'))
  }
  const spent: Record<string, number> = {}
  for (const place of places) {
    await go(place)
    spent[place] = await thread.median(
      () => go(place),
      () => go(between),
    )
  }
  await page.close()
  return spent
}
