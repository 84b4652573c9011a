import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import { browserPath, collectPageErrors, openBrowser, runAxe } from '../../../harness/browser.ts'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { mailsAbout, readMails } from '../../../harness/mails.ts'
import { office, tokenOf } from './office.ts'

let started: Awaited<ReturnType<typeof startApp>>
let at: House
let room: Awaited<ReturnType<typeof office>>
let slug = ''
beforeAll(async () => {
  started = await startApp()
  at = await openHouse(started.app)
  await at.member.rest('PUT', '/booking/availability', {
    timezone: 'Europe/Berlin',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '09:00', end: '17:00' })),
  })
  await at.member.rest('PUT', `/members/${at.member.id}`, { name: 'Annette "Nette" Kruse' })
  room = await office(at, at.member, {
    ...{ name: 'Erstgespräch', slug: 'erstgespraech', description: 'Wir lernen uns <kennen>.', location: 'phone' },
    questions: [
      { key: 'vorhaben', label: 'Worum geht es?', kind: 'paragraph', required: true },
      { key: 'wann', label: 'Bis wann?', kind: 'choice', choices: ['bald', 'später'] },
    ],
  })
  slug = (await at.member.rest('GET', '/me')).body.slug
})
afterAll(() => started.stop())

const ask = async (url: string, form?: Record<string, string>, language = 'de') => {
  const { statusCode, headers, body } = await at.app.server.inject({
    method: form ? 'POST' : 'GET',
    url,
    headers: { 'accept-language': language, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  })
  return { status: statusCode, headers, body }
}
const page = () => `/book/${slug}/erstgespraech`
const details = {
  name: 'Kim Gast',
  email: 'kim@gast.example',
  phone: '040 123',
  'answers.vorhaben': 'Keramik',
  zone: 'Asia/Kathmandu',
}

describe('booking page', () => {
  test("lists event types in the reader's language", async () => {
    const { status, body, headers } = await ask(`/book/${slug}`)
    expect(status).toBe(200)
    for (const words of ['Annette &quot;Nette&quot; Kruse', 'Erstgespräch', '30 Minuten', 'Telefon', '&lt;kennen&gt;'])
      expect(body).toContain(words)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect((await ask(`/book/${slug}`, undefined, 'en')).body).toContain('30 minutes')
  })

  test('shows available times in the chosen time zone and on other days', async () => {
    const { body } = await ask(`${page()}?zone=Asia/Kathmandu`)
    expect(body).toMatch(/<option value="Asia\/Kathmandu" selected>/)
    const [, first = ''] = /start=([^"&]+)"/.exec(body) ?? []
    expect(await room.slots(8, -2)).toContain(decodeURIComponent(first))
    const [, later = ''] = /from=(\d{4}-\d\d-\d\d)">Spätere/.exec(body) ?? []
    expect((await ask(`${page()}?zone=Europe/Berlin&from=${later}`)).body).toContain('Frühere Tage')
    const empty = await ask(`${page()}?from=2026-99-99&zone=Nirgendwo`)
    expect([empty.status, empty.body.includes('<option value="Europe/Berlin" selected>')]).toEqual([200, true])
  })

  test('shows the next available time, or that there is none', async () => {
    await at.admin.rest('PUT', '/booking/availability', { weekly: [], overrides: [] })
    const none = await office(at, at.admin, { slug: 'nie' })
    const path = none.page.replace('/public/booking', '/book')
    expect((await ask(path)).body).toContain('In den nächsten 90 Tagen ist nichts frei.')
    const date = new Date(Date.now() + 40 * 24 * 60 * 60_000).toISOString().slice(0, 10)
    await at.admin.rest('PUT', '/booking/availability', { overrides: [{ date, start: '10:00', end: '11:00' }] })
    expect((await ask(path)).body).toContain(`<time datetime="${date}">`)
    const from = new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString().slice(0, 10)
    expect((await ask(`${path}?from=${from}`)).body).toContain(`from=${date}">Nächste freie Zeit`)
  })

  test("uses the organization's language if the reader's is not supported", async () => {
    await at.owner.rest('PUT', '/organization', { default_language: 'en' })
    const booked = await room.book((await room.slots())[0], { answers: { vorhaben: 'x' } })
    for (const path of [
      `/book/${slug}/nichts`,
      `/booking/${createLinkToken(at.organizationId).token}`,
      `/invitation/${createLinkToken(at.organizationId).token}`,
      `/sign/${createLinkToken(at.organizationId).token}`,
      `/book/${slug}`,
      `/booking/${tokenOf(booked)}`,
    ]) {
      expect((await ask(path, undefined, 'fr')).body, path).toContain('<html lang="en">')
      expect((await ask(path, undefined, 'fr, de;q=0.1')).body, path).toContain('<html lang="de">')
    }
    const cancelling = await ask(`/booking/${tokenOf(booked)}`, { action: 'cancel', reason: 'x'.repeat(2001) })
    expect([cancelling.status, cancelling.body.includes('class="times"')]).toEqual([422, false])
    await at.owner.rest('PUT', '/organization', { default_language: 'de' })
  })

  test('renders errors as pages', async () => {
    for (const path of [
      '/book/niemand',
      `/book/${slug}/nichts`,
      `/booking/${createLinkToken(at.organizationId).token}`,
      '/booking/x',
    ]) {
      const { status, body, headers } = await ask(path)
      expect([status, body.includes('Diese Seite gibt es nicht'), headers['content-type']]).toEqual([
        404,
        true,
        'text/html; charset=utf-8',
      ])
    }
  })

  test('names the organization on error pages and links to its offers', async () => {
    const { name } = (await at.owner.rest('GET', '/organization')).body
    const answers = await Promise.all(
      ['/book/niemand', `/booking/${createLinkToken(at.organizationId).token}`, `/book/${slug}/nichts`].map((path) =>
        ask(path),
      ),
    )
    expect(answers.map(({ body }) => [body.includes(name), body.includes(`<a href="/book/${slug}">`)])).toEqual([
      ...[
        [false, false],
        [false, false],
      ],
      [true, true],
    ])
  })

  test('explains a link whose guest data was erased', async () => {
    const [start] = await room.slots()
    const token = tokenOf(await room.book(start, { phone: '040 123', answers: { vorhaben: 'Keramik' } }))
    const cancelled = await at.nobody.rest('POST', `/public/bookings/${token}/cancel`)
    expect((await at.owner.rest('POST', `/bookings/${cancelled.body.id}/forget`)).status).toBe(200)
    const { name } = (await at.owner.rest('GET', '/organization')).body
    const ended = await Promise.all(['de', 'en'].map((language) => ask(`/booking/${token}`, undefined, language)))
    expect(ended.map(({ status, body }) => [status, body.includes(name)])).toEqual([
      [410, true],
      [410, true],
    ])
    expect(ended.map(({ body }) => /<h1>.*\n<p>.*/.exec(body)?.[0])).toEqual([
      expect.stringMatching(/gilt nicht mehr[\s\S]*Einen neuen Termin buchen Sie/),
      expect.stringMatching(/no longer valid[\s\S]*You can book another one/),
    ])
    for (const act of ['cancel', 'reschedule']) {
      const { status, body } = await at.nobody.rest('POST', `/public/bookings/${token}/${act}`, { start })
      expect([status, body.error]).toEqual([410, 'expired'])
    }
  })

  test('says who receives the data, and links to the privacy notice', async () => {
    const set = (privacy_url: string | null) => at.owner.rest('PUT', '/organization', { privacy_url })
    for (const wrong of [
      'http://firma.example/datenschutz',
      'javascript:alert(1)',
      'firma.example',
      'https://a:b@firma.example',
      `https://firma.example/${'x'.repeat(500)}`,
    ]) {
      const { status, body } = await set(wrong)
      expect([wrong, status, body.field]).toEqual([wrong, 422, 'privacy_url'])
    }
    const before = (await ask(page())).body
    for (const words of ['Art. 28 DSGVO', 'Art. 44 bis 49 DSGVO', 'Art. 77 DSGVO', 'Versand von E-Mails'])
      expect(before).toContain(words)
    const url = 'https://firma.example/datenschutz?a=1&b=2'
    expect((await set(url)).body.privacy_url).toBe(url)
    expect((await ask(page())).body).toContain(
      '<a href="https://firma.example/datenschutz?a=1&amp;b=2" rel="noopener">',
    )
    expect((await ask(page(), undefined, 'en')).body).toContain('Privacy policy: ')
    expect((await set(null)).body.privacy_url).toBeNull()
    expect((await ask(page())).body).toBe(before)
  })
})

describe('without JavaScript', () => {
  test("shows days in the guest's time zone", async () => {
    const zone = 'Pacific/Kiritimati'
    const dayOf = (start: string, timeZone: string) => new Date(start).toLocaleDateString('sv', { timeZone })
    const late = (await room.slots()).find((start) => dayOf(start, zone) !== dayOf(start, 'UTC')) ?? ''
    const { body } = await ask(`${page()}?start=${late}&zone=${zone}`)
    expect(body).toContain(`?zone=Pacific%2FKiritimati&amp;from=${dayOf(late, zone)}">Andere Zeit wählen`)
  })

  test('books, moves and cancels', async () => {
    const [start = '', next = ''] = await room.slots()
    const form = await ask(`${page()}?start=${start}&zone=Asia/Kathmandu`)
    for (const words of ['Worum geht es?', 'Bis wann? (freiwillig)', 'Telefonnummer', 'value="Asia/Kathmandu"'])
      expect(form.body).toContain(words)
    expect(form.body).toContain('Ihre Angaben erhalten Annette &quot;Nette&quot; Kruse und andere')
    expect(form.body).not.toContain('meet.jit.si')
    const video = await office(at, at.owner)
    const path = `${video.page.replace('/public/booking', '/book')}?start=${(await video.slots())[0]}`
    expect((await ask(path, undefined, 'en')).body).toContain('takes place at meet.jit.si')
    const booked = await ask(page(), { ...details, start })
    expect(booked.status).toBe(303)
    const link = String(booked.headers.location)
    expect(link).toMatch(/^\/booking\/\w{65}$/)
    const shown = await ask(link)
    for (const words of ['Ihr Termin ist bestätigt.', 'Keramik', '040 123', 'Termin absagen'])
      expect(shown.body, words).toContain(words)
    expect(shown.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    const moving = await ask(`${link}?move=1`)
    expect(moving.body).toContain(encodeURIComponent(next))
    expect((await ask(`${link}?move=1&start=${next}`)).body).toContain('Auf diese Zeit verschieben')
    // By the clock that the guest looks at now, whatever it was when they booked.
    const elsewhere = (await ask(`${link}?move=1&start=${next}&zone=America/New_York`)).body
    expect(elsewhere).toContain('name="zone" value="America/New_York"')
    expect(elsewhere).toContain(
      new Date(next).toLocaleTimeString('de-DE', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' }),
    )
    expect((await ask(link, { action: 'move', start: next })).status).toBe(303)
    const wrong = await ask(link, { action: 'move', start: 'morgen' })
    expect([wrong.status, wrong.body.includes('Der Termin ist nicht mehr frei.')]).toEqual([409, true])
    const cancelled = await ask(link, { action: 'cancel', reason: 'krank' })
    expect([cancelled.status, cancelled.headers.location]).toEqual([303, link])
    const gone = (await ask(link, undefined, 'en')).body
    expect([gone.includes('This appointment is cancelled.'), gone.includes('krank')]).toEqual([true, true])
    const again = await ask(link, { action: 'cancel' })
    expect([again.status, again.body.includes('class="times"')]).toEqual([409, false])
  })

  test('shows errors with the submitted values, and other times if the slot is taken', async () => {
    const [start = '', next = ''] = await room.slots()
    const refused = await ask(page(), { ...details, start, name: '"><script>', 'answers.vorhaben': ' ' })
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('„Worum geht es?“ fehlt.')
    expect(refused.body).toContain('value="&quot;&gt;&lt;script&gt;"')
    const uncalled = await ask(page(), { ...details, start, phone: ' ' })
    expect([uncalled.status, uncalled.body.includes('Telefonnummer fehlt')]).toEqual([400, true])
    const address = await ask(page(), { ...details, start, email: 'kim' }, 'en')
    expect([address.status, address.body.includes('Email address is not an email address.')]).toEqual([422, true])
    expect((await ask(page(), { ...details, start })).status).toBe(303)
    const late = await ask(page(), { ...details, start })
    expect([
      late.status,
      late.body.includes('Der Termin ist nicht mehr frei.'),
      late.body.includes(encodeURIComponent(next)),
    ]).toEqual([409, true, true])
  })
})

const held = () =>
  office(at, at.owner, { name: 'Beratung', requires_email_verification: true, location: 'Hafenstraße 12, Hamburg' })
const linkTo = async (email: string) => {
  const [mail] = await readMails(at.app, "kind = 'booking_verification' and $1 = any(recipients)", [email])
  return /\/booking\/\w{65}/.exec(mail?.text ?? '')?.[0] ?? ''
}

describe('email verification', () => {
  test('confirms by a button, not by opening the page, and tolerates a second click', async () => {
    const desk = await held()
    const path = desk.page.replace('/public/booking', '/book')
    const [start = ''] = await desk.slots()
    const form = await ask(`${path}?start=${start}&zone=Europe/Berlin`)
    for (const words of ['Zeit reservieren', 'innerhalb von 15 Minuten']) expect(form.body).toContain(words)
    const sent = await ask(path, { name: 'Kim', email: 'fest@gast.example', zone: 'Europe/Berlin', start })
    expect(sent.status).toBe(303)
    expect(String(sent.headers.location)).not.toContain('fest')
    const requested = await ask(String(sent.headers.location), undefined, 'en')
    expect(requested.body).toContain('We have sent you an email.')
    const link = await linkTo('fest@gast.example')
    for (let look = 0; look < 2; look++)
      expect((await ask(link)).body).toContain('Dieser Termin ist noch nicht bestätigt.')
    for (let click = 0; click < 2; click++) {
      const confirmed = await ask(link, { action: 'confirm' })
      expect([confirmed.status, confirmed.headers.location]).toEqual([303, link])
    }
    expect((await ask(link)).body).toContain('Ihr Termin ist bestätigt.')
  })

  test('explains an expired hold and links to the times', async () => {
    const desk = await held()
    const path = desk.page.replace('/public/booking', '/book')
    const [start = ''] = await desk.slots()
    await ask(path, { name: 'Kim', email: 'spaet@gast.example', zone: 'Europe/Berlin', start })
    const link = await linkTo('spaet@gast.example')
    await at.app.system.query(
      "update booking_holds set expires_at = now() - interval '1 minute' where organization_id = $1",
      [at.organizationId],
    )
    for (const expired of [await ask(link), await ask(link, { action: 'confirm' })]) {
      expect(expired.status).toBe(410)
      expect(expired.body).toContain('Nicht rechtzeitig bestätigt')
      expect(expired.body).toContain(`href="${path}"`)
    }
  })

  test('explains the booking limit', async () => {
    const desk = await office(at, at.owner, { maximum_new_bookings_per_day: 1 })
    const path = desk.page.replace('/public/booking', '/book')
    const [start = '', next = ''] = await desk.slots()
    for (const time of [start, next]) {
      const { status, body } = await ask(path, {
        name: 'Kim',
        email: 'viel@gast.example',
        zone: 'Europe/Berlin',
        start: time,
      })
      if (time === next) expect([status, body.includes('wenden Sie sich direkt an den Gastgeber')]).toEqual([429, true])
    }
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

  const open = async (path: string, options: BrowserContextOptions) => {
    const opened = await (await browser.newContext(options)).newPage()
    const complaints = collectPageErrors(opened)
    await opened.goto(base + path)
    return { page: opened, complaints }
  }
  const shot = async (opened: { screenshot(options: object): Promise<unknown> }, name: string) => {
    if (process.env.SCREENSHOTS)
      await opened.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true })
  }

  test("preselects the browser's time zone by any of its names, and finds others by city and keyboard", async () => {
    const { page: opened, complaints } = await open(`/book/${slug}`, {
      ...{ locale: 'de-DE', timezoneId: 'Asia/Calcutta', viewport: { width: 390, height: 800 } },
    })
    await opened.getByRole('link', { name: 'Erstgespräch' }).click()
    await opened.waitForURL(/zone=Asia/)
    const zones = opened.getByLabel('Zeitzone')
    expect(await zones.inputValue()).toBe('Asia/Kolkata')
    expect(await zones.locator('option:checked').textContent()).toBe('Kolkata (Calcutta)')
    expect(await zones.locator('optgroup').first().getAttribute('label')).toBe('Afrika')
    expect(await zones.locator('option[value="America/Argentina/Buenos_Aires"]').textContent()).toBe(
      'Buenos Aires, Argentina (Buenos Aires)',
    )
    await zones.focus()
    await opened.keyboard.type('Berl')
    expect(await zones.inputValue()).toBe('Europe/Berlin')
    expect(opened.url()).toContain('zone=Asia')
    await opened.getByRole('button', { name: 'Zeiten anzeigen' }).click()
    await opened.waitForURL(/zone=Europe%2FBerlin/)
    const [page, screen] = await opened.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect(page).toBeLessThanOrEqual(screen ?? 0)
    expect(complaints).toEqual([])
  })

  test('shows local times and books one', { timeout: 60_000 }, async () => {
    const { page: opened, complaints } = await open(`/book/${slug}`, {
      locale: 'de-DE',
      timezoneId: 'America/New_York',
    })
    expect(await runAxe(opened)).toEqual([])
    await shot(opened, '1-types')
    await opened.getByRole('link', { name: 'Erstgespräch' }).click()
    await opened.waitForURL(/zone=America/)
    expect(await opened.getByLabel('Zeitzone').inputValue()).toBe('America/New_York')
    expect(await runAxe(opened)).toEqual([])
    await shot(opened, '2-times')
    await opened.locator('.times a').first().click()
    expect(await runAxe(opened)).toEqual([])
    await opened.getByLabel('Ihr Name').fill('Kim Gast')
    await opened.getByLabel('E-Mail-Adresse').fill('kim@gast.example')
    await opened.getByLabel('Telefonnummer').fill('040 123')
    await opened.getByLabel('Worum geht es?').fill('Keramik')
    await shot(opened, '3-details')
    await opened.getByRole('button', { name: 'Verbindlich buchen' }).click()
    await opened.getByText('Ihr Termin ist bestätigt').waitFor()
    expect(await runAxe(opened)).toEqual([])
    await shot(opened, '4-booked')
    expect(complaints).toEqual([])
  })

  test.each(['de-DE', 'en-GB'])(
    'a time is reserved and confirmed, at a desk and on a phone: %s',
    { timeout: 120_000 },
    async (locale) => {
      const german = locale === 'de-DE'
      for (const width of [1280, 390]) {
        const desk = await held()
        const { page: opened, complaints } = await open(desk.page.replace('/public/booking', '/book'), {
          ...{ locale, timezoneId: 'Europe/Berlin', viewport: { width, height: 900 } },
        })
        const email = `seite-${width}-${locale.toLowerCase()}@gast.example`
        const look = async (name: string) => {
          expect(await runAxe(opened), name).toEqual([])
          expect(await opened.evaluate('document.documentElement.scrollWidth'), name).toBe(width)
          await shot(opened, `verify-${name}-${width}-${locale}`)
        }
        await opened.locator('.times a').first().click()
        await opened.getByLabel(german ? 'Ihr Name' : 'Your name').fill('Gewinn: example.com')
        await opened.getByLabel(german ? 'E-Mail-Adresse' : 'Email address').fill(email)
        await look('1-details')
        const reserve = opened.getByRole('button', { name: german ? 'Zeit reservieren' : 'Reserve this time' })
        await reserve.click()
        await opened.getByRole('alert').waitFor()
        await look('2-name')
        await opened.getByLabel(german ? 'Ihr Name' : 'Your name').fill("Dr. Anne-Marie O'Neill-Weiß, M.Sc.")
        await reserve.click()
        await opened.waitForURL(/requested=1/)
        await look('3-requested')
        await opened.goto(base + (await linkTo(email)))
        await look('4-pending')
        await opened.getByRole('button', { name: german ? 'Termin bestätigen' : 'Confirm appointment' }).click()
        await opened.getByText(german ? 'Ihr Termin ist bestätigt' : 'Your appointment is confirmed').waitFor()
        await look('5-confirmed')
        const other = await desk.book((await desk.slots())[0], { email: `x-${email}` })
        expect(other.status).toBe(201)
        await at.app.system.query('update booking_holds set expires_at = now() where organization_id = $1', [
          at.organizationId,
        ])
        await opened.goto(base + (await linkTo(`x-${email}`)))
        await look('6-expired')
        // A refusal is a status that a browser complains of.
        expect(complaints.filter((each) => !/status of 4(10|22)/.test(each))).toEqual([])
        await opened.close()
      }
    },
  )

  test('works in dark mode, on a narrow screen, and without JavaScript', async () => {
    const narrow = {
      locale: 'en-GB',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
      javaScriptEnabled: false,
    } as const
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
    await at.owner.rest('PUT', `/booking/event-types/${room.type.id}`, { name: long })
    await at.owner.rest('PUT', `/members/${at.member.id}`, { name: `Frau ${long}` })
    const booked = await room.book((await room.slots())[0], { answers: { vorhaben: 'x'.repeat(200) } })
    const token = tokenOf(booked)
    const { body: event } = await at.member.rest('POST', '/calendar/events', {
      ...{ title: long, start_time: '2199-12-01T09:00:00Z', end_time: '2199-12-01T10:00:00Z', attach_meet: true },
      ...{ location: long, description: `https://${long}.example`, attendee_emails: ['gast@gast.example'] },
    })
    const [mail] = await mailsAbout(at.app, event.id)
    const [invitation = ''] = /\/invitation\/\w{65}/.exec(mail?.text ?? '') ?? []
    for (const path of [
      invitation,
      `/book/${slug}`,
      page(),
      `${page()}?start=${(await room.slots())[0]}`,
      `/booking/${token}`,
      `/booking/${token}?move=1`,
    ]) {
      const { page: opened, complaints } = await open(path, { ...narrow, javaScriptEnabled: true })
      expect(await runAxe(opened), path).toEqual([])
      expect(await opened.evaluate('document.documentElement.scrollWidth'), path).toBe(320)
      await shot(opened, `narrow-${path.replaceAll(/\W+/g, '-').slice(0, 30)}${path.length}`)
      expect(complaints).toEqual([])
      await opened.close()
    }
    const { page: opened } = await open(`/booking/${token}`, narrow)
    await opened.getByRole('link', { name: 'Move the appointment' }).click()
    await opened.locator('.times a').nth(2).click()
    await opened.getByRole('button', { name: 'Move to this time' }).click()
    await opened.getByRole('button', { name: 'Cancel booking' }).click()
    await opened.getByText('This appointment is cancelled').waitFor()
  })
})
