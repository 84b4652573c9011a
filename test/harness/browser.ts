import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

// The headless shell needs two thirds of the CPU.
const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser of this machine, where there is one; the variable CHROMIUM names another. */
export const browserPath = places.find((place) => place && existsSync(place))

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath ?? '',
    args: [
      ...['--no-sandbox', '--disable-dev-shm-usage'],
      // Without windows it asks for no language by itself, and knows dates of America alone, unless those of the page.
      ...['--accept-lang=en-US,en', '--enable-blink-features=LangAttributeAwareFormControlUI'],
    ],
  })

/** Collects script errors and Content-Security-Policy violations. */
export function collectPageErrors(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/.test(message.text())) complaints.push(message.text())
  })
  return complaints
}

/** Accessibility violations found by axe: rule and first element. */
export async function runAxe(page: Page, ...tags: string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        ...(runOnly.length && { runOnly }),
      }),
    tags,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
