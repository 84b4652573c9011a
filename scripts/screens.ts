// npm run screens [-- name …]: takes screenshots of every page, desktop and phone, light and dark, into screens/ (ignored by
// git). Starts a service with demo data; needs Chromium.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../test/harness/browser.ts'
import { startService } from '../test/harness/service.ts'
import { firstRunScreens, walks } from '../test/web/screens/index.ts'
import type { Step } from '../test/web/screens/step.ts'

const folder = join(import.meta.dirname, '..', 'screens')
const wanted = process.argv.slice(2)
const email = 'anna@kontor.example'
const password = 'korrekt-pferd-batterie'

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const

mkdirSync(folder, { recursive: true })
const service = await startService({ API_RATE_LIMIT_PER_MINUTE: '100000', PUBLIC_RATE_LIMIT_PER_MINUTE: '100000' })
const browser = await openBrowser()
try {
  await photograph([firstRunScreens])
  const { organization_id: org = '' } = await service.kontor(
    ...['org', 'create', '--name', 'Studio Nordlicht', '--email', email, '--password', password],
  )
  await service.kontor('demo', '--org', org)
  await photograph(walks)
} finally {
  await browser.close()
  await service.stop()
}
process.exit(0)

/** Each wanted step, in each size and look, after those that lead to it. */
async function photograph(all: readonly Readonly<Record<string, Step>>[]) {
  const steps = all.flatMap(leading)
  for (const [size, view] of Object.entries(sizes))
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ ...view, colorScheme, locale: 'de-DE', reducedMotion: 'reduce' })
      const page = await context.newPage()
      await page.goto(`${service.base}/app`)
      for (const [name, step] of steps) {
        await show(page, step)
        if (wanted.length === 0 || wanted.includes(name)) await keep(browser, page, `${name}-${size}-${colorScheme}`)
      }
      await context.close()
    }
}

/** Signing in leads to all of them. */
function leading(walk: Readonly<Record<string, Step>>) {
  const steps = Object.entries(walk)
  if (wanted.length === 0) return steps
  return steps.slice(0, steps.findLastIndex(([name]) => wanted.includes(name) || name === 'clients') + 1)
}

async function show(page: Page, step: Step) {
  await step({ page, base: service.base, email, password })
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(writeDates)
}

/** In the page: dates in the language of the page. Chromium knows it of fields whose type is set within the document alone. */
function writeDates() {
  for (const field of document.querySelectorAll<HTMLInputElement>('input:is([type=date], [type=time], [type=month])')) {
    const { type } = field
    field.type = 'text'
    field.type = type
  }
}

/** Keeps what a page shows as WebP, which the browser makes: a third of a PNG. */
async function keep(by: Browser, page: Page, name: string) {
  const png = await page.screenshot()
  if (process.env.SCREENS_PNG) writeFileSync(join(process.env.SCREENS_PNG, `${name}.png`), png)
  const maker = await by.newPage()
  const webp = await maker.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.82)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await maker.close()
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'))
  process.stderr.write(`${name}\n`)
}
