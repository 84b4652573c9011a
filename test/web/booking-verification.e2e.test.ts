import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { runAxe } from '../harness/browser.ts'
import { readMails } from '../harness/mails.ts'
import { describeInBrowser, inBrowser, scrollsSideways } from './in-browser.ts'

const web = inBrowser()
const { at, open, openAs } = web

const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '09:00', end: '17:00' }))

const hostWords = {
  de: {
    ...{ verification: 'Per E-Mail bestätigen lassen', phone: 'Telefon', create: 'Anlegen' },
    ...{ publicPage: (title: string) => `Öffentliche Seite von „${title}“ öffnen` },
  },
  en: {
    ...{ verification: 'Have guests confirm by email', phone: 'Phone', create: 'Create' },
    ...{ publicPage: (title: string) => `Open the public page of “${title}”` },
  },
} as const

const guestWords = {
  de: {
    ...{ name: 'Ihr Name', email: 'E-Mail-Adresse', phone: 'Telefonnummer', reserve: 'Zeit reservieren' },
    ...{
      requested: 'Bitte bestätigen Sie Ihren Termin',
      pending: /noch nicht bestätigt/,
      confirm: 'Termin bestätigen',
    },
    ...{ confirmed: /Ihr Termin ist bestätigt/, cancel: 'Termin absagen' },
  },
  en: {
    ...{ name: 'Your name', email: 'Email address', phone: 'Phone number', reserve: 'Reserve this time' },
    ...{ requested: 'Please confirm your appointment', pending: /not confirmed yet/, confirm: 'Confirm appointment' },
    ...{ confirmed: /Your appointment is confirmed/, cancel: 'Cancel booking' },
  },
} as const

const views = {
  de: { locale: 'de-DE', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  en: { locale: 'en-GB', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true },
} as const

describeInBrowser('booking with email verification', () => {
  test.each(['de', 'en'] as const)(
    'is held, confirmed by the link and then visible to the host: %s',
    async (language) => {
      const [host, guest] = [hostWords[language], guestWords[language]]
      // Others of the organization see what earlier runs have made.
      const unique = crypto.randomUUID().slice(0, 8)
      const [title, guestName] = [`Telefonat ${unique}`, `Gustav Gast ${unique}`]
      const { page, token, complaints, close } = await openAs(Role.member, language, '/settings/booking/new')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ timezone: 'Europe/Berlin', weekly })
      const hours = await fetch(`${web.base()}/api/v1/booking/availability`, { method: 'PUT', headers, body })
      expect(hours.status).toBe(200)

      await page.getByLabel('Name', { exact: true }).fill(title)
      await page.getByRole('radio', { name: host.phone }).check()
      await page.getByLabel(host.verification).check()
      await page.getByRole('button', { name: host.create, exact: true }).click()
      const address = await page.getByRole('link', { name: host.publicPage(title) }).getAttribute('href')
      const path = new URL(address ?? '').pathname

      const visit = await open(views[language], path)
      await visit.page.locator('.times a').first().click()
      await visit.page.getByLabel(guest.name).fill(guestName)
      const email = `${crypto.randomUUID()}@gast.example`
      await visit.page.getByLabel(guest.email).fill(email)
      await visit.page.getByLabel(guest.phone).fill('0170 1234567')
      const start = await visit.page.locator('input[name=start]').inputValue()
      expect(await runAxe(visit.page)).toEqual([])
      await visit.page.getByRole('button', { name: guest.reserve }).click()
      await visit.page.getByRole('heading', { level: 1, name: guest.requested }).waitFor()
      expect(await runAxe(visit.page)).toEqual([])
      expect(await scrollsSideways(visit.page)).toBe(false)

      // The time is held: another guest is not offered it, and the host is not told of it yet.
      const other = await open(views[language], path)
      await other.page.locator('.times a').first().waitFor()
      const offered = await other.page.locator('.times a').evaluateAll((links) => links.map((link) => link.outerHTML))
      expect(offered.some((link) => link.includes(encodeURIComponent(start)))).toBe(false)
      await other.close()
      const kinds = async () => (await readMails(at.app, `kind like 'booking%'`)).map(({ kind, to }) => [kind, to])
      expect((await kinds()).filter(([, to]) => to === email)).toEqual([['booking_verification', email]])

      const [mail] = await readMails(at.app, `kind = 'booking_verification' and $1 = any(recipients)`, [email])
      const link = /\/booking\/\w+/.exec(mail?.text ?? '')?.[0]
      expect(link).toBeDefined()
      const showCalendar = async () => {
        await page.goto(`${web.base()}/app/calendar?date=${start.slice(0, 10)}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        return page.getByText(guestName)
      }
      await visit.page.goto(`${web.base()}${link}`)
      // Opening the link confirms nothing: scanners of mail servers open links, too.
      await visit.page.getByText(guest.pending).waitFor()
      expect(await runAxe(visit.page)).toEqual([])
      expect(await (await showCalendar()).count()).toBe(0)
      await visit.page.getByRole('button', { name: guest.confirm }).press('Enter')
      await visit.page.getByText(guest.confirmed).waitFor()
      await visit.page.getByRole('button', { name: guest.cancel }).waitFor()
      expect(await runAxe(visit.page)).toEqual([])
      await (await showCalendar()).first().waitFor()
      // A second click on the link of the mail shows the booking.
      await visit.page.goto(`${web.base()}${link}`)
      await visit.page.getByText(guest.confirmed).waitFor()
      expect([...complaints, ...visit.complaints]).toEqual([])
      await visit.close()
      await close()
    },
    // Two people and another guest in browsers of their own.
    120_000,
  )
})
