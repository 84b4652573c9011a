import { expect, test } from 'vitest'
import { accentStylesheetPath } from '#core/http/accent-stylesheets'
import { contrastRatio } from '#core/text/contrast'
import { house } from '../../harness/house.ts'

const at = house()
const get = (url: string, headers = {}) => at.app.server.inject({ url, headers })

test('pages share one style sheet, compressed once and cached for ever', async () => {
  const sheetsOf = async (url: string) =>
    [...(await get(url)).body.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, address]) => address ?? '')
  const [guide, gone] = [await sheetsOf('/docs/de'), await sheetsOf('/share/nichts')]
  expect(guide[0]).toMatch(/^\/assets\/design\.[\w-]{10}\.css$/)
  expect(gone[0]).toBe(guide[0])
  const sent = await Promise.all(
    ['br, gzip', 'gzip', ''].map((ways) => get(guide[0] ?? '', { 'accept-encoding': ways })),
  )
  expect(sent.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(sent[0]?.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const [font] = /\/assets\/inter\.[\w-]{10}\.woff2/.exec(sent[2]?.body ?? '') ?? []
  expect((await get(font ?? '')).headers['content-type']).toBe('font/woff2')
})

test('an accent colour is readable in both themes; invalid ones are not served', async () => {
  for (const color of ['#ffff00', '#000000', '#ffffff', '#0f5673', '#FF8800']) {
    const { body } = await get(accentStylesheetPath(color))
    const [, light = '', dark = ''] = /--accent:light-dark\((#\w{6}),(#\w{6})\)/.exec(body) ?? []
    expect(contrastRatio(light, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(dark, '#191f23')).toBeGreaterThanOrEqual(4.5)
  }
  for (const bad of ['xyz', '12345', '1234567', '}html{x:y', '%0a%0a%0a%0a%0a%0a'])
    expect((await get(`/assets/accent/${bad}.css`)).statusCode, bad).toBe(404)
})
