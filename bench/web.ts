import { openBrowser } from '../test/harness/browser.ts'
import { startService } from '../test/harness/service.ts'
import { screens } from '../test/web/screens/index.ts'
import { format } from './table.ts'

const owner = { email: 'anna@kontor.example', password: 'korrekt-pferd-batterie' }

/** Kilobytes gzipped of scripts and styles, and of fonts, that each page loads until its network is idle. */
export async function web() {
  const service = await startService()
  const browser = await openBrowser()
  const rows = [['page', 'script + style (KB gzip)', 'fonts (KB)', 'allowed']]
  try {
    await service.kontor(...['org', 'create', '--name', 'Studio', '--email', owner.email, '--password', owner.password])
    const context = await browser.newContext()
    // Chromium takes brotli as well: what a reader without it gets is counted.
    await context.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
    for (const [name, allowed] of [
      ['sign-in', 100],
      ['settings', 250],
      ['tokens', 250],
    ] as const) {
      const page = await context.newPage()
      const sizes = { code: 0, fonts: 0 }
      page.on('response', async (response) => {
        const kind = response.request().resourceType()
        const length = Number(response.headers()['content-length'] ?? 0)
        if (kind === 'script' || kind === 'stylesheet') sizes.code += length
        if (kind === 'font') sizes.fonts += length
      })
      const given = { page, base: service.base, ...owner }
      if (name === 'sign-in') await page.goto(`${service.base}/app`)
      await screens[name]?.(given)
      await page.waitForLoadState('networkidle')
      rows.push([name, kilobytes(sizes.code), kilobytes(sizes.fonts), `≤ ${allowed}`])
      if (name === 'sign-in') await screens.clients?.(given)
      await page.close()
    }
    process.stdout.write(`${format(rows)}\n`)
  } finally {
    await browser.close()
    await service.stop()
  }
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
