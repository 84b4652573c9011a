import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import { office, tokenOf } from '../features/calendar/bookings/office.ts'
import { upload } from '../features/content/files/upload.ts'
import { sharing } from '../features/content/shares/shared.ts'
import { runAxe } from '../harness/browser.ts'
import { mailsAbout } from '../harness/mails.ts'
import { cutOff, describeInBrowser, inBrowser, scrollsSideways, sidewaysAt } from './in-browser.ts'
import { drawnLogo } from './logo.ts'

// The pages for guests as they see them, from an organization with a logo and with a colour that nobody could read.

const web = inBrowser()
const { at, open } = web
/** Where each page is, and what is done on it before it is looked at. */
const pages: Record<string, { path: () => Promise<string> | string; step?: (page: Page) => Promise<unknown> }> = {}

beforeAll(async () => {
  const done = async (method: 'POST' | 'PUT', path: string, body?: unknown) => {
    const answer = await at.owner.rest(method, path, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const logo = await drawnLogo('#c98a00')
  await done('PUT', '/organization', {
    ...{ name: 'Nordlicht', legal_name: 'Studio Nordlicht GmbH', street: 'Speicherstraße 1', postal_code: '20457' },
    ...{
      city: 'Hamburg',
      country: 'DE',
      vat_id: 'DE136695976',
      email: 'post@nordlicht.example',
      accent_color: '#ffd400',
    },
    ...{ register_court: 'Amtsgericht Hamburg', register_number: 'HRB 12345', iban: 'DE02120300000000202051' },
    ...{ logo_file_id: (await upload(at, 'owner', { file: [logo, 'logo.png'] })).body.id },
  })
  const client = await done('POST', '/clients', {
    ...{ name: 'Weber & Söhne', email: 'weber@weber.example', language: 'de' },
    ...{ street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' },
  })
  const linkIn = async (id: string, path: string) => {
    const texts = (await mailsAbout(at.app, id)).map(({ text }) => text)
    return new RegExp(`${path}\\w+`).exec(texts.join('\n'))?.[0] ?? ''
  }
  const quote = async () => {
    const { id } = await done('POST', '/quotes', {
      ...{ client_id: client.id, valid_until: '2099-12-31' },
      line_items: [
        {
          description: 'Beratung\nzwei Tage vor Ort',
          quantity: 16,
          unit: 'HUR',
          unit_price_cents: 11000,
          tax_rate: 19,
        },
      ],
      ...{ introduction: 'Wie besprochen.', closing: 'Wir freuen uns auf Ihren Auftrag.' },
    })
    await done('POST', `/quotes/${id}/send`)
    return linkIn(id, '/sign/')
  }
  const contract = async () => {
    const { id } = await done('POST', '/contracts', {
      ...{ client_id: client.id, title: 'Wartung' },
      content: `## Leistungen

| Leistung | Reaktionszeit an Werktagen | Preis im Monat |
|---|---|--:|
| Aktualisierung und Überwachung der Systeme | ein Tag | 1.240,00 € |
| Rufbereitschaft | vier Stunden | 890,00 € |`,
    })
    await done('POST', `/contracts/${id}/send`)
    return linkIn(id, '/sign/')
  }
  await done('PUT', '/booking/availability', {
    timezone: 'Europe/Berlin',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '09:00', end: '17:00' })),
  })
  await done('PUT', `/members/${at.owner.id}`, { name: 'Anna Nordlicht', slug: 'anna-nordlicht' })
  const room = await office(at, at.owner, {
    ...{ name: 'Erstgespräch', description: 'Wir lernen uns kennen, und Sie erzählen, was Sie vorhaben.' },
    questions: [{ key: 'what', label: 'Worum geht es?', kind: 'paragraph', required: true }],
  })
  const book = `/book/anna-nordlicht/${room.type.slug}`
  let next = 0
  const booked = async () => {
    const slots = await room.slots()
    next += 1
    const answer = await room.book(slots[next * 3], { language: 'de', answers: { what: 'Eine neue Website' } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return `/booking/${tokenOf(answer)}`
  }
  const { file, folder, share } = sharing(at)
  const designs = await folder('Entwürfe')
  for (const name of [
    'Startseite.txt',
    'Ein sehr langer Name, wie ihn Menschen Dateien geben, die sie nie wieder finden.txt',
  ])
    await file(name, 'Inhalt', designs)
  const shared = async (of: Parameters<typeof share>[0], how = {}) => `/share/${(await share(of, how)).token}`
  const event = await done('POST', '/calendar/events', {
    ...{
      title: 'Abnahme',
      location: 'Halle 7, Tor C',
      timezone: 'Europe/Berlin',
      description: 'Bitte Helm mitbringen.',
    },
    ...{ start_time: '2099-05-04T08:00:00Z', end_time: '2099-05-04T09:00:00Z', attendee_emails: ['gast@gast.example'] },
  })
  const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
  Object.assign(pages, {
    'book-types': { path: () => '/book/anna-nordlicht' },
    'book-times': { path: () => book, step: (page: Page) => page.locator('.times').first().waitFor() },
    'book-details': { path: () => book, step: (page: Page) => page.locator('.times a').first().click() },
    'booking-confirmed': { path: booked },
    'booking-moving': { path: async () => `${await booked()}?move=1` },
    'booking-cancelled': { path: booked, step: press(/^(Termin absagen|Cancel booking)$/) },
    'sign-open': { path: quote },
    'sign-contract': { path: contract },
    'sign-signed': {
      path: quote,
      step: async (page: Page) => {
        await page.getByLabel(/^(Ihr Name|Your name)$/).fill('Kim Sommer')
        await page.getByRole('button', { name: /^(Tippen|Type)$/ }).click()
        await page.locator('#typed').fill('Kim Sommer')
        await press(/^(Unterschreiben|Sign)$/)(page)
        await page.locator('.state.good').waitFor()
      },
    },
    'sign-declined': { path: quote, step: press(/^(Ablehnen|Decline)$/) },
    'share-file': { path: async () => shared({ file: await file('Angebot 2026.txt') }) },
    'share-folder': { path: () => shared({ folder: designs }) },
    'share-locked': {
      path: async () => shared({ file: await file() }, { password: 'sesam-oeffne-dich' }),
      step: async (page: Page) => {
        await page.locator('#password').fill('geraten')
        await page.locator('button.primary').click()
        await page.locator('.alert').waitFor()
      },
    },
    invitation: { path: () => linkIn(event.id, '/invitation/'), step: press(/^(Zusagen|Accept)$/) },
    'share-unknown': { path: () => `/share/${createLinkToken(at.organizationId).token}`, step: heading },
    'share-spent': {
      path: async () => shared({ file: await file() }, { expires_at: new Date(Date.now() + 1500).toISOString() }),
      step: async (page: Page) => {
        await page.locator('button.primary').waitFor()
        await at.app.system.query(
          "update shares set expires_at = now() - interval '1 minute' where expires_at < now() + interval '1 hour'",
        )
        await page.reload()
        await heading(page)
      },
    },
  })
}, 120_000)

describeInBrowser('in a browser', () => {
  test.each([
    ['de', 'light', 1280],
    ['en', 'dark', 390],
    // The screenshots of the documentation are German.
    ...(process.env.SCREENS ? ([['de', 'dark', 390]] as const) : []),
  ] as const)(
    'renders every guest page without defects: %s, %s, %i px wide',
    { timeout: 120_000 },
    async (language, colorScheme, width) => {
      const { page, complaints, close } = await open(
        {
          ...{ locale: language === 'de' ? 'de-DE' : 'en-GB', colorScheme, viewport: { width, height: 800 } },
          ...(width < 500 && { hasTouch: true }),
        },
        '/healthz',
      )
      for (const [name, { path, step }] of Object.entries(pages)) {
        await page.goto(`${web.base()}${await path()}`)
        await step?.(page)
        await page.waitForLoadState('networkidle')
        const wideAt = await sidewaysAt(page)
        const cut: string[] = []
        for (const each of [320, 390, width]) {
          await page.setViewportSize({ width: each, height: 800 })
          if (await scrollsSideways(page)) wideAt.push(each)
          if (each < 500) cut.push(...(await cutOff(page)))
        }
        for (const fold of await page.locator('footer details').all())
          await fold.evaluate((each) => each.setAttribute('open', ''))
        expect({ name, found: await runAxe(page), wideAt, cut }).toEqual({ name, found: [], wideAt: [], cut: [] })
        expect(await page.evaluate(() => document.documentElement.lang), name).toBe(language)
        const isFromNobody = name === 'share-unknown'
        expect(await page.locator('header img').count(), name).toBe(isFromNobody ? 0 : 1)
        expect(await page.locator('footer details').count(), name).toBe(isFromNobody ? 0 : 2)
        for (const fold of await page.locator('footer details').all())
          await fold.evaluate((each) => each.removeAttribute('open'))
        const folder = process.env.SCREENS
        for (const look of folder && language === 'de' ? (['light', 'dark'] as const) : []) {
          await page.emulateMedia({ colorScheme: look })
          const file = join(folder ?? '', `${name}-${width < 500 ? 'phone' : 'desktop'}-${look}.webp`)
          writeFileSync(
            file,
            await sharp(await page.screenshot())
              .webp({ quality: 82 })
              .toBuffer(),
          )
        }
        await page.emulateMedia({ colorScheme })
      }
      // A page that is not there is told by its status.
      expect(complaints.filter((each) => !/status of (403|404|410)/.test(each))).toEqual([])
      await close()
    },
  )
})
