import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import { read } from '../../../documents/reading.ts'
import { browserPath, collectPageErrors, openBrowser, runAxe } from '../../../harness/browser.ts'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { drawing, sendTags } from './signable-tag.ts'

let send: Awaited<ReturnType<typeof sendTags>>
let started: Awaited<ReturnType<typeof startApp>>
let at: House
beforeAll(async () => {
  started = await startApp()
  at = await openHouse(started.app)
  send = await sendTags(at)
})
afterAll(() => started.stop())

const ask = async (token: string, form?: Record<string, string>, language = 'de') => {
  const { statusCode, headers, body } = await at.app.server.inject({
    method: form ? 'POST' : 'GET',
    url: `/sign/${token}`,
    headers: {
      'accept-language': language,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  })
  return { status: statusCode, headers, body }
}

describe('the signing page', () => {
  test('shows the document, with Markdown rendered, in the language of the reader', async () => {
    const { token } = await send()
    const german = await ask(token)
    for (const words of ['Schild SCH-', 'Gültig bis', 'Unterschreiben', 'Ablehnen', '119,00', '<h2>Vertrag</h2>'])
      expect(german.body).toContain(words)
    expect(german.body).toContain('<strong>sofort</strong> &amp; &lt;b&gt;immer')
    const english = (await ask(token, undefined, 'en')).body
    for (const words of ['lang="en"', 'Valid until', '>Sign</button>', '>Decline</button>', '€119.00'])
      expect(english).toContain(words)
  })

  test('renders the text once in a thread for concurrent readers', async () => {
    const { token } = await send()
    const run = vi.spyOn(at.app.services.threads, 'run')
    const shown = await Promise.all(Array.from({ length: 5 }, () => ask(token)))
    await ask(token, undefined, 'en')
    expect(shown.every(({ body }) => body.includes('<strong>sofort</strong>'))).toBe(true)
    expect(run.mock.calls.map(([, , name]) => name)).toEqual(['renderContractHtml'])
    run.mockRestore()
  })

  test('shows each mandatory detail of the organization', async () => {
    await at.owner.rest('PUT', '/organization', {
      ...{ register_court: 'Amtsgericht Hamburg', register_number: 'HRB 12345', managing_directors: 'Anna Berg' },
      ...{ vat_id: 'DE136695976', email: 'post@nordlicht.example', phone: '+49 40 1' },
    })
    const { token } = await send()
    const facts = {
      de: ['Vertreten durch: Anna Berg', 'Registereintrag: Amtsgericht Hamburg, HRB 12345', 'USt-IdNr.: DE136695976'],
      en: ['Represented by: Anna Berg', 'Register entry: Amtsgericht Hamburg, HRB 12345', 'VAT ID: DE136695976'],
    }
    const contact = { de: ['E-Mail: post@nordlicht.example', 'Telefon: +49 40 1'], en: ['Email: ', 'Phone: '] }
    for (const language of ['de', 'en'] as const) {
      const { body } = await ask(token, undefined, language)
      for (const line of [...facts[language], ...contact[language]]) expect(body).toContain(`<br>${line}`)
    }
  })

  test('loads nothing from other sites, is not cached, and sends no referrer', async () => {
    const { headers } = await ask((await send()).token)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'",
    )
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
  })

  test('signs without scripts: typed, then shown as signed', async () => {
    const { token } = await send()
    const { status, headers } = await ask(token, { action: 'sign', name: 'Änne Kunde', typed: 'Änne', drawn: '' })
    expect([status, headers.location]).toEqual([303, `/sign/${token}`])
    expect((await ask(token)).body).toContain('Dieses Dokument ist unterschrieben')
    const again = await ask(token, { action: 'reject' })
    expect(again.status).toBe(409)
    expect(again.body).toContain('Das Dokument ist schon unterschrieben.')
  })

  test('declines', async () => {
    const { token } = await send()
    expect((await ask(token, { action: 'reject', reason: 'zu teuer' })).status).toBe(303)
    expect((await ask(token, undefined, 'en')).body).toContain('This document was declined.')
  })

  test('shows errors beside the entered values', async () => {
    const { token } = await send()
    const answer = await ask(token, { action: 'sign', name: '"><script>', typed: '' })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('Unterschrift fehlt.')
    expect(answer.body).toContain('value="&quot;&gt;&lt;script&gt;"')
    const blank = await ask(token, { action: 'sign', name: 'A', drawn: drawing({ blank: true }) })
    expect([blank.status, blank.body.includes('nichts gezeichnet')]).toEqual([422, true])
  })

  test.each([
    ['text', 'text/plain', 'x', 415],
    ['a form with files', 'multipart/form-data; boundary=x', '--x--\r\n', 415],
    ['JSON', 'application/json', '{"name":{}}', 415],
    ['a form of more than 1 MiB', 'application/x-www-form-urlencoded', `name=${'a'.repeat(1024 * 1024)}`, 413],
  ])('answers a page to %s', async (_, type, payload, status) => {
    const { token } = await send()
    const headers = { 'content-type': type, 'accept-language': 'en' }
    const answer = await at.app.server.inject({ method: 'POST', url: `/sign/${token}`, headers, payload })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('<html lang="en">')
    expect((await ask(token)).body).toContain('Unterschreiben')
  })

  test('is a page for unknown and ended links too', async () => {
    const guessed = await ask(createLinkToken(at.organizationId).token)
    expect([guessed.status, guessed.body.includes('Diesen Link gibt es nicht')]).toEqual([404, true])
    const late = await ask((await send({ expiresAt: new Date(Date.now() - 1) })).token, undefined, 'en')
    expect([late.status, late.body.includes('ask the sender for a new one')]).toEqual([410, true])
    const { name } = (await at.owner.rest('GET', '/organization')).body
    expect([guessed, late].map(({ body }) => body.includes(name))).toEqual([false, true])
    expect([guessed, late].map(({ body }) => body.match(/<details>/g)?.length)).toEqual([undefined, 2])
    expect((await ask(createLinkToken(at.organizationId).token, { action: 'sign' })).status).toBe(404)
  })
})

describe.skipIf(!browserPath)('in a browser', () => {
  let browser: Browser
  let base: string
  beforeAll(async () => {
    browser = await openBrowser()
    base = await at.app.server.listen({ port: 0, host: '127.0.0.1' })
  }, 60_000)
  afterAll(() => browser.close())

  const open = async (token: string, options: BrowserContextOptions) => {
    const page = await (await browser.newContext(options)).newPage()
    const complaints = collectPageErrors(page)
    await page.goto(`${base}/sign/${token}`)
    return { page, complaints }
  }

  test('prints only document and seller, without forms', async () => {
    const { page } = await open((await send()).token, { locale: 'de-DE' })
    const imprint = page.getByText('USt-IdNr.')
    const isSeen = () => imprint.evaluate((each) => each.checkVisibility({ contentVisibilityAuto: true }))
    expect([await page.getByLabel('Ihr Name').isVisible(), await isSeen()]).toEqual([true, false])
    await page.emulateMedia({ media: 'print' })
    for (const pressed of [...(await page.locator('input, textarea, button, canvas').all()), page.locator('.skip')])
      expect(await pressed.isVisible()).toBe(false)
    for (const title of ['Unterschrift', 'Dokument ablehnen'])
      expect(await page.getByRole('heading', { name: title }).isVisible()).toBe(false)
    expect([await page.getByText('Gestaltung').isVisible(), await isSeen()]).toEqual([true, true])
  })

  test('draws a signature', async () => {
    const { token } = await send()
    const { page, complaints } = await open(token, { locale: 'de-DE' })
    expect(await runAxe(page)).toEqual([])
    await page.getByLabel('Ihr Name').fill('Änne Kunde')
    await page.locator('canvas').scrollIntoViewIfNeeded()
    const box = await page.locator('canvas').boundingBox()
    if (!box) throw new Error('There is nothing to draw in.')
    await page.mouse.move(box.x + 20, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + 120, box.y + 30, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Unterschreiben' }).click()
    await page.getByText('unterschrieben').waitFor()
    expect(await runAxe(page)).toEqual([])
    expect(complaints).toEqual([])
    const pdf = await at.nobody.rest('GET', `/public/sign/${token}/pdf`)
    expect((await read(pdf.raw)).text).toContain('am Bildschirm gezeichnet')
  })

  test('types a signature in dark mode on a narrow screen', async () => {
    const { token } = await send()
    const narrow = { locale: 'en-GB', colorScheme: 'dark', viewport: { width: 320, height: 640 } } as const
    const { page, complaints } = await open(token, narrow)
    await page.getByRole('button', { name: 'Type' }).click()
    await page.getByLabel('Your name').fill('Anne')
    await page.getByLabel('Typed signature').fill('Anne')
    expect(await runAxe(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await page.getByText('This document is signed').waitFor()
    expect(complaints).toEqual([])
  })

  test('types without scripts, and declines', async () => {
    const { token } = await send()
    const { page } = await open(token, { locale: 'en-GB', javaScriptEnabled: false })
    expect(await page.getByLabel('Typed signature').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('This document was declined').waitFor()
  })
})
