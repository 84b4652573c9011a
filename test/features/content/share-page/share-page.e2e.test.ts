import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import { createPreviewJob } from '#features/content/previews/make-preview'
import { browserPath, collectPageErrors, openBrowser, runAxe } from '../../../harness/browser.ts'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { unzip } from '../../../harness/unzip.ts'
import { photograph } from '../previews/samples.ts'
import { sharing, tokenOf } from '../shares/shared.ts'

const at = {} as House
let started: Awaited<ReturnType<typeof startApp>>
const { file, folder, share, look, accesses } = sharing(at)
const picture = process.env.SHARE_PICTURES
beforeAll(async () => {
  started = await startApp()
  Object.assign(at, await openHouse(started.app))
  await at.owner.rest('PUT', '/organization', { legal_name: 'Müller & Söhne <GmbH>' })
})
afterAll(() => started.stop())
afterEach(() => vi.restoreAllMocks())

const ask = async (
  path: string,
  { form, language = 'de', cookie }: { form?: Record<string, string>; language?: string; cookie?: string } = {},
) => {
  const { statusCode, headers, body } = await at.app.server.inject({
    method: form ? 'POST' : 'GET',
    url: `/share/${path}`,
    headers: {
      'accept-language': language,
      ...(cookie && { cookie }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  })
  return { status: statusCode, headers, body }
}
/** A picture with its preview. */
const photo = async (name: string, folder = '') => {
  const id = await file(name, await photograph(), folder)
  await createPreviewJob(() => at.app.services, at.app.system).run({ organizationId: at.organizationId, fileId: id })
  return id
}
const left = async (token: string) => (await look(token)).body.downloads_left
const inAnHour = () => new Date(Date.now() + 3_600_000)

describe('the page of a share', () => {
  test('shows a file and what of the link is left, in the language of the reader', async () => {
    const id = await file('Angebot <2026>.txt', 'x'.repeat(3_500_000))
    const { token } = await share({ file: id }, { expires_at: '2099-06-30T10:00:00Z', max_downloads: 2 })
    const german = await ask(token)
    for (const words of [
      '<html lang="de">',
      'Angebot &lt;2026&gt;.txt',
      'Müller &amp; Söhne &lt;GmbH&gt;',
      '3,3 MB',
      'Verfügbar bis 30. Juni 2099 um 12:00 MESZ',
      'Noch 2 Downloads möglich',
      '>Herunterladen</button>',
    ])
      expect(german.body).toContain(words)
    const english = (await ask(token, { language: 'en' })).body
    for (const words of [
      '<html lang="en">',
      '3.3 MB',
      'Available until 30 June 2099 at 12:00 CEST',
      '2 downloads left',
      '>Download</button>',
    ])
      expect(english).toContain(words)
    expect(await left(token)).toBe(2)
  })

  test('loads nothing from elsewhere, is not kept or found, and tells nobody its address', async () => {
    const { headers, body } = await ask((await share({ file: await file() })).token)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'",
    )
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(body).not.toContain('<script')
  })

  test('shows previews, not before the password, and from this server', async () => {
    const top = await folder('Bilder')
    const id = await photo('Hafen <1>.jpg', top)
    const one = (await ask((await share({ file: id }, { max_downloads: 1 })).token)).body
    const [image, path] = /<img class="preview" src="([^"]+)" alt="Vorschau von Hafen &lt;1&gt;.jpg"/.exec(one) ?? []
    expect(image).toBeDefined()
    const shown = await at.app.server.inject({ method: 'GET', url: path ?? '' })
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['content-security-policy']]).toEqual([
      200,
      'image/webp',
      "sandbox; default-src 'none'",
    ])
    // Whoever asks for more of one link than a page does waits alone: who has another link sees its picture.
    const [, other] =
      /<img class="preview" src="([^"]+)"/.exec((await ask((await share({ file: id })).token)).body) ?? []
    const get = (url = '') => at.app.server.inject({ method: 'GET', url }).then(({ statusCode }) => statusCode)
    const many = Array.from({ length: 140 }, () => get(path))
    expect(await get(other)).toBe(200)
    expect(new Set(await Promise.all(many))).toEqual(new Set([200, 503]))
    const { token } = await share({ folder: top }, { password: 'Alster' })
    expect((await ask(token)).body).not.toContain('<img')
    expect((await look(token)).body).toMatchObject({ preview_url: null, entries: [] })
    const set = String((await ask(token, { form: { action: 'open', password: 'Alster' } })).headers['set-cookie'])
    expect((await ask(token, { cookie: set.split(';')[0] ?? '' })).body).toContain(
      '<img class="preview" src="/share/preview/small?ticket=',
    )
  })

  test('counts a download by its form alone, and goes on to the bytes', async () => {
    const { token } = await share({ file: await file('notiz.txt') }, { max_downloads: 1 })
    const { status, headers, body } = await ask(token, { form: { action: 'download' } })
    expect([status, body.includes('„notiz.txt“ wird jetzt heruntergeladen.')]).toEqual([200, true])
    // It has ended: there is nothing to go back to, as there is while downloads are left.
    const { token: other } = await share({ file: await file('notiz.txt') }, { max_downloads: 2 })
    const notLast = (await ask(other, { form: { action: 'download' } })).body
    expect([body, notLast].map((each) => each.includes('Zurück zur Übersicht'))).toEqual([false, true])
    const { pathname, search } = new URL(String(headers.refresh).replace('0; url=', ''))
    expect((await at.app.server.inject({ method: 'GET', url: pathname + search })).body).toBe('Inhalt')
    const spent = await ask(token, { form: { action: 'download' } })
    expect([spent.status, spent.body.includes('Dieser Link gilt nicht mehr')]).toEqual([410, true])
  })

  test('asks for a password first, and once an hour', async () => {
    const { id, token } = await share({ file: await file('geheim.txt') }, { password: 'Alster' })
    const closed = await ask(token)
    expect([closed.status, closed.body.includes('Passwort erforderlich'), closed.body.includes('geheim.txt')]).toEqual([
      200,
      true,
      false,
    ])
    for (const password of ['', 'Elbe']) {
      const wrong = await ask(token, { form: { action: 'open', password }, language: 'en' })
      expect([wrong.status, wrong.body.includes('role="alert"'), wrong.body.includes('aria-invalid="true"')]).toEqual([
        403,
        true,
        true,
      ])
    }
    const open = await ask(token, { form: { action: 'open', password: 'Alster' } })
    expect([open.status, open.headers.location]).toEqual([303, `/share/${token}`])
    const set = String(open.headers['set-cookie'])
    expect(set).toMatch(new RegExp(`; Path=/share/${token}; Max-Age=3600; HttpOnly; SameSite=Lax$`))
    const cookie = `other=1; ${set.split(';')[0]}`
    expect((await ask(token, { cookie })).body).toContain('geheim.txt')
    expect((await ask(token, { cookie, form: { action: 'download' } })).status).toBe(200)
    // Without it nothing is counted: the form comes first.
    expect((await ask(token, { form: { action: 'download' } })).headers.location).toBe(`/share/${token}`)
    expect((await accesses(id)).filter(({ kind }) => kind === 'downloaded')).toHaveLength(1)
    const another = await share({ file: await file('auch geheim.txt') }, { password: 'Elbe' })
    expect((await ask(another.token, { cookie })).body).toContain('Passwort erforderlich')
    expect((await ask(token, { cookie: 'kontor_share=AAAA' })).body).toContain('Passwort erforderlich')
    vi.spyOn(at.app.services.clock, 'now').mockReturnValue(inAnHour())
    expect((await ask(token, { cookie })).body).toContain('Passwort erforderlich')
  })

  test('reads a password as the API does: without what nobody sees, and not longer than any is', async () => {
    const pasted = 'Alster\u200bblick'
    const { body } = await at.member.rest('POST', `/storage/shares/${await file()}`, { password: pasted })
    const open = async (password: string) => ask(tokenOf(body.url), { form: { action: 'open', password } })
    expect([(await open(pasted)).status, (await open('Alsterblick')).status]).toEqual([303, 303])
    const long = await open('a'.repeat(201))
    expect([long.status, long.body.includes('Passwort darf höchstens 200 Zeichen lang sein.')]).toEqual([422, true])
  })

  test('tells in words that a password was tried too often', async () => {
    const { token } = await share({ file: await file() }, { password: 'Alster' })
    for (let n = 0; n < 5; n++) await ask(token, { form: { action: 'open', password: `${n}` } })
    const { status, headers, body } = await ask(token, { form: { action: 'open', password: 'Alster' } })
    expect([status, body.includes('Zu viele Versuche')]).toEqual([429, true])
    expect(Number(headers['retry-after'])).toBeGreaterThan(800)
  })

  test('leads through a folder, page by page, and back', async () => {
    const top = await folder('Übergabe')
    const below = await folder('Bilder & Pläne', top)
    await Promise.all(Array.from({ length: 101 }, (_, n) => file(`Bild ${100 + n}.txt`, 'x', below)))
    const { token } = await share({ folder: top })
    const shown = (await ask(token)).body
    expect(shown).toContain('101 Dateien, 101 B')
    expect(shown).toContain(`<a href="/share/${token}?folder=${below}">Bilder &amp; Pläne</a>`)
    const first = (await ask(`${token}?folder=${below}`)).body
    expect(first).toContain(`<a href="/share/${token}">Übergabe</a>`)
    expect([first.includes('Bild 199.txt'), first.includes('Bild 200.txt')]).toEqual([true, false])
    expect(first).toContain(`href="/share/${token}?folder=${below}&amp;page=2">Weiter</a>`)
    const second = (await ask(`${token}?folder=${below}&page=2`)).body
    expect([second.includes('Bild 199.txt'), second.includes('Bild 200.txt'), second.includes('>Zurück</a>')]).toEqual([
      false,
      true,
      true,
    ])
    const outside = await folder('Daneben')
    for (const id of [outside, 'x', '%00']) expect((await ask(`${token}?folder=${id}`)).status).toBe(404)
    for (const page of ['0', '-1', 'x', '99999999']) expect((await ask(`${token}?page=${page}`)).status).toBe(200)
    expect((await ask(token, { form: { action: 'download', file: 'x' } })).status).toBe(422)
  })

  test('says that a folder is empty, or too large for one ZIP', async () => {
    const top = await folder('Leer')
    const { token } = await share({ folder: top })
    const empty = (await ask(token)).body
    expect([empty.includes('Dieser Ordner ist leer.'), empty.includes('ZIP')]).toEqual([true, false])
    const id = await file('riesig.bin', 'x', top)
    for (let n = 0; n < 6; n++)
      await at.app.system.query(
        `insert into files (organization_id, id, created_at, updated_at, name, folder_id, size_bytes, content_type, sha256, uploaded_by)
         select organization_id, gen_random_uuid(), now(), now(), name, folder_id, 2147483647, content_type, sha256, uploaded_by from files where id = $1`,
        [id],
      )
    expect((await ask(token)).body).toContain('zu groß')
    const refused = await at.nobody.rest('POST', `/public/shares/${token}/download`)
    expect([refused.status, refused.body.error]).toEqual([413, 'payload_too_large'])
  })

  test('is a page too where the link is none, or has ended', async () => {
    const guessed = await ask(createLinkToken(at.organizationId).token)
    expect([guessed.status, guessed.body.includes('Diesen Link gibt es nicht')]).toEqual([404, true])
    const { id, token } = await share({ file: await file() })
    await at.member.rest('DELETE', `/storage/share-links/${id}`)
    const ended = await ask(token, { language: 'en' })
    expect([ended.status, ended.body.includes('This link is no longer valid')]).toEqual([410, true])
    expect([guessed, ended].map(({ body }) => body.includes('Müller &amp; Söhne &lt;GmbH&gt;'))).toEqual([false, true])
    await at.owner.rest('PUT', '/organization', { default_language: 'en' })
    expect((await ask(token, { language: 'fr' })).body).toContain('<html lang="en">')
    await at.owner.rest('PUT', '/organization', { default_language: 'de' })
    expect((await ask('zip?ticket=x')).headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await ask('kurz', { form: { action: 'open' } })).status).toBe(404)
  })
})

describe.skipIf(!browserPath)('in a browser without a script', () => {
  let browser: Browser
  let base: string
  beforeAll(async () => {
    browser = await openBrowser()
    base = await at.app.server.listen({ port: 0, host: '127.0.0.1' })
  }, 60_000)
  afterAll(() => browser.close())

  const open = async (token: string, options: BrowserContextOptions) => {
    const page = await (await browser.newContext({ acceptDownloads: true, ...options })).newPage()
    // Addresses are those of PUBLIC_URL, which this test does not listen at.
    await page.route('http://127.0.0.1:4000/**', (route) =>
      route.continue({ url: route.request().url().replace('http://127.0.0.1:4000', base) }),
    )
    const complaints = collectPageErrors(page)
    await page.goto(`${base}/share/${token}`)
    return { page, complaints }
  }
  const fits = async (page: Page, name: string) => {
    expect(await runAxe(page), name).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBeLessThanOrEqual(0)
    if (picture) await page.screenshot({ path: `${picture}/${name}.png`, fullPage: true })
  }

  test('a folder behind a password is opened, entered and downloaded, narrow and dark', async () => {
    const top = await folder('Übergabeunterlagen Bauvorhaben Hafenstraße')
    const below = await folder('Bilder', top)
    await file(`${'Sehr_langer_Dateiname_ohne_Umbruch'.repeat(3)}.txt`, 'lang', top)
    await file('Plan.txt', 'Plan', below)
    await photo('Ansicht von der Norderelbe aus.jpg', below)
    const { token } = await share(
      { folder: top },
      { password: 'Alster', expires_at: '2099-06-30T10:00:00Z', max_downloads: 5 },
    )
    const narrow = { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 320, height: 640 } } as const
    const { page, complaints } = await open(token, narrow)
    await fits(page, 'locked')
    await page.getByLabel('Passwort').fill('Elbe')
    await page.getByRole('button', { name: 'Öffnen' }).click()
    await page.getByText('Das Passwort ist falsch.').waitFor()
    await fits(page, 'wrong')
    await page.getByLabel('Passwort').fill('Alster')
    await page.getByRole('button', { name: 'Öffnen' }).click()
    await page.getByRole('heading', { name: /Übergabe/ }).waitFor()
    await fits(page, 'folder')
    await page.getByRole('link', { name: 'Bilder' }).click()
    await page.getByRole('heading', { name: 'Bilder' }).waitFor()
    await expect.poll(() => page.evaluate("document.querySelector('img.preview').naturalHeight")).toBe(160)
    await fits(page, 'below')
    const [one] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Plan.txt herunterladen' }).click(),
    ])
    expect(one.suggestedFilename()).toBe('Plan.txt')
    await page.getByText('„Plan.txt“ wird jetzt heruntergeladen.').waitFor()
    await fits(page, 'started')
    await page.getByRole('link', { name: 'Zurück zur Übersicht' }).click()
    await page.getByRole('heading', { name: 'Bilder' }).waitFor()
    await page.getByRole('link', { name: 'Übergabe' }).click()
    const [all] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Alles als ZIP herunterladen' }).click(),
    ])
    const { readFile } = await import('node:fs/promises')
    expect(unzip(await readFile(await all.path())).size).toBe(3)
    // A password that is refused is answered with 403, which the console tells.
    expect(complaints.filter((each) => !/403/.test(each))).toEqual([])
  })

  test('a file is downloaded in English, and the link is spent', async () => {
    const { token } = await share({ file: await photo('Offer.jpg') }, { max_downloads: 1 })
    const { page } = await open(token, { locale: 'en-GB', viewport: { width: 1200, height: 800 } })
    await expect.poll(() => page.evaluate("document.querySelector('img.preview').naturalHeight")).toBe(1200)
    await fits(page, 'file')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Offer.jpg')
    expect(await page.getByRole('link', { name: 'Back to the overview' }).count()).toBe(0)
    await page.goto(page.url())
    await page.getByText('This link is no longer valid').waitFor()
    await fits(page, 'gone')
  })
})
