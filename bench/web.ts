import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../test/harness/browser.ts'
import { startService } from '../test/harness/service.ts'
import { appScreens } from '../test/web/screens/app.ts'
import { formatTable } from './format-table.ts'
import { type DragTimings, measureDrag } from './web-board.ts'
import { measurePageChanges } from './web-changes.ts'

const owner = { email: 'anna@kontor.example', password: 'korrekt-pferd-batterie' }

/** Kilobytes gzipped of script and style that a page may load. */
const limits = { guests: 100, app: 250 }

/** Milliseconds of CPU of the page's main thread. */
const mostOfChange = 100

/** Of dragging a card on a board, in milliseconds; what a task took beside other work is told alone. */
const onBoard: Record<keyof DragTimings, { label: string; most?: number }> = {
  longestTask: { label: 'CPU of the longest task of the page', most: 50 },
  longestTaken: { label: 'the longest that one took' },
  seenElsewhere: { label: 'seen in another browser', most: 300 },
}

/** Compressed kilobytes of scripts and styles that each page loads before the first paint and until it is idle. */
export async function benchmarkWeb() {
  const service = await startService({ API_RATE_LIMIT_PER_MINUTE: '100000', PUBLIC_RATE_LIMIT_PER_MINUTE: '100000' })
  const browser = await openBrowser()
  const rows = [['page', 'before the first paint (KB gzip)', 'allowed', '', 'in all (KB gzip)', 'fonts (KB)']]
  /** A page of its own each time: nothing is cached. */
  const measure = async (
    name: string,
    limit: number,
    context: BrowserContext,
    open: (page: Page) => Promise<unknown>,
  ) => {
    // Disables brotli, which Chromium would use.
    await context.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
    const page = await context.newPage()
    const sizes = { code: 0, fonts: 0 }
    page.on('response', (response) => {
      const kind = response.request().resourceType()
      const length = Number(response.headers()['content-length'] ?? 0)
      if (kind === 'script' || kind === 'stylesheet') sizes.code += length
      if (kind === 'font') sizes.fonts += length
    })
    await open(page)
    await page.waitForLoadState('networkidle')
    const first = await page.evaluate(beforeFirstPaint)
    const holds = first > 0 && first <= limit * 1000
    if (!holds) process.exitCode = 1
    rows.push([
      ...[name, kilobytes(first), `≤ ${limit}`, holds ? 'holds' : 'misses'],
      ...[kilobytes(sizes.code), kilobytes(sizes.fonts)],
    ])
    return page
  }
  try {
    const { organization_id: org = '' } = await service.kontor(
      ...['org', 'create', '--name', 'Studio', '--email', owner.email, '--password', owner.password],
    )
    await service.kontor('demo', '--org', org)
    const app = await browser.newContext()
    const given = (page: Page) => ({ page, base: service.base, ...owner })
    const first = await measure('/app, signed out', limits.guests, app, async (page) => {
      await page.goto(`${service.base}/app`)
      await appScreens['sign-in']?.(given(page))
    })
    await appScreens.clients?.(given(first))
    for (const name of [
      '',
      'clients',
      'invoices',
      'quotes',
      'time',
      'time/reports',
      'time/bill',
      'tasks',
      'calendar',
      'pages',
      'files',
      'settings',
      'settings/tokens',
      'settings/webhooks',
      'settings/booking',
    ])
      await measure(`/app: ${name}`, limits.app, app, (page) => page.goto(`${service.base}/app/${name}`))
    const slug = await first.evaluate(async () => {
      const body = JSON.stringify({ query: '{ members { members { slug } } }' })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/graphql', { method: 'POST', headers, body })
      return (await answer.json()).data.members.members[0].slug as string
    })
    for (const path of [
      `/book/${slug}`,
      '/share/none',
      '/sign/none',
      '/invitation/none',
      '/docs/de',
      '/docs/de/reference',
    ])
      await measure(path, limits.guests, await browser.newContext(), (page) => page.goto(`${service.base}${path}`))
    process.stdout.write(`${formatTable(rows)}\n\n`)
    const changes = Object.entries(await measurePageChanges(app, service.base)).map(([place, cpu]) => {
      if (cpu > mostOfChange) process.exitCode = 1
      return [`/app${place}`, cpu.toFixed(0), `≤ ${mostOfChange}`, cpu > mostOfChange ? 'misses' : 'holds']
    })
    process.stdout.write(`${formatTable([['going to a page', 'CPU ms of the page', 'allowed', ''], ...changes])}\n\n`)
    const figures = await measureDrag(browser, app, service.base)
    const dragged = Object.entries(figures).map(([name, figure]) => {
      const { label, most } = onBoard[name as keyof DragTimings]
      if (most === undefined) return [label, figure.toFixed(0), '', '']
      if (figure > most) process.exitCode = 1
      return [label, figure.toFixed(0), `≤ ${most}`, figure > most ? 'misses' : 'holds']
    })
    process.stdout.write(
      `${formatTable([['a card is dragged on a board of 500 tasks', 'ms', 'allowed', ''], ...dragged])}\n`,
    )
  } finally {
    await browser.close()
    await service.stop()
  }
}

/** In the page: bytes of scripts and styles that were there when anything was seen first. */
function beforeFirstPaint(): number {
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  if (!painted) return 0
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return loaded
    .filter(({ name, responseEnd }) => /\.(js|css)$/.test(name) && responseEnd <= painted.startTime)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
