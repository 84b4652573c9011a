import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { operateAsSystem } from '#core/operation/operation'
import { sendDueReminders } from '#features/calendar/reminders/send-reminders'
import { queueAccountMail } from '#features/people/members/account.mail'
import { mailNotices } from '#features/platform/notices/notices.mail'
import { Webhook } from '#features/platform/webhooks/webhook.entity'
import { office, tokenOf } from '../features/calendar/bookings/office.ts'
import { upload } from '../features/content/files/upload.ts'
import { openBrowser, runAxe } from '../harness/browser.ts'
import { type House, house, openHouse } from '../harness/house.ts'
import { mailsAbout, readMails } from '../harness/mails.ts'
import { describeInBrowser } from './in-browser.ts'
import { drawnLogo } from './logo.ts'

// Every mail that the service sends, as its reader sees it: each is really sent, by an organization of either language.

const kinds = [
  ...[
    'invoice',
    'credit_note',
    'reminder',
    'quote',
    'signed_quote',
    'document_signed',
    'document_declined',
    'contract',
  ],
  ...['booking_booked', 'booking_booked_host', 'booking_moved', 'booking_moved_host'],
  ...['booking_cancelled', 'booking_cancelled_host'],
  ...['calendar_invited', 'calendar_changed', 'calendar_cancelled', 'calendar_answered', 'calendar_reminder'],
  ...['invitation', 'mention', 'notices'],
  ...[
    'account_passwordReset',
    'account_guessed',
    'account_passwordSet',
    'account_totpDisabled',
    'account_totpEnabled',
    'account_tokenCreated',
    'account_passkeyCreated',
    'account_emailChanged',
  ],
].sort()

/** What Kontor itself writes to the people of an organization. */
const ofKontor = kinds.filter((kind) =>
  /^account_|_host$|^document_|^(calendar_answered|invitation|notices)$/.test(kind),
)

interface Received {
  kind: string
  subject: string
  text: string
  html: string
  attachments: { key: string; contentId?: string }[]
}

type Language = 'de' | 'en'

const today = '2026-11-20'
const at = house({ today })
const received = {} as Record<Language, Received[]>
let logo: Buffer

beforeAll(async () => {
  logo = await drawnLogo('#112233')
  for (const language of ['de', 'en'] as const) received[language] = await correspondence(language)
}, 120_000)

/** Has all mails sent by an organization that speaks a language, and answers one of each kind. */
async function correspondence(language: Language): Promise<Received[]> {
  const own = await openHouse(at.app)
  const { system, services } = at.app
  const done = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as: keyof House = 'owner') => {
    const answer = await (own[as] as House['owner']).rest(method, path, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  await done('PUT', '/organization', {
    ...{ legal_name: 'Studio Nordlicht GmbH', street: 'Speicherstraße 1', postal_code: '20457', city: 'Hamburg' },
    ...{ country: 'DE', tax_number: '22/123/45678', vat_id: 'DE136695976', iban: 'DE02120300000000202051' },
    ...{ default_language: language, email: 'post@nordlicht.example' },
    ...{ register_court: 'Amtsgericht Hamburg', register_number: 'HRB 12345', managing_directors: 'Anna Berg' },
    // The English house has a colour that nobody could read, and a logo; the German one neither.
    ...(language === 'en' && {
      accent_color: '#ffd400',
      logo_file_id: (await upload(own, 'owner', { file: [logo, 'logo.png'] })).body.id,
    }),
  })
  await system.query('update members set language = $1 where organization_id = $2', [language, own.organizationId])
  await system.query("update members set name = 'Anna Nordlicht' where id = $1", [own.owner.id])
  const client = await done('POST', '/clients', {
    ...{ name: 'Weber & Söhne', email: 'weber@weber.example', language },
    ...{ street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' },
  })
  const priced = {
    client_id: client.id,
    line_items: [{ description: 'Beratung', quantity: 8, unit: 'HUR', unit_price_cents: 11000, tax_rate: 19 }],
  }
  /** The secret behind a path in the newest mail about something. */
  const secretOf = async (id: string, path: string) => {
    const newest = (await mailsAbout(own.app, id)).findLast(({ text }) => text.includes(path))
    return new RegExp(`${path}(\\w+)`).exec(newest?.text ?? '')?.[1] ?? ''
  }

  const invoice = await done('POST', '/invoices', { ...priced, issue_date: '2026-10-01', due_date: '2026-10-15' })
  await done('POST', `/invoices/${invoice.id}/send`)
  await done('POST', `/invoices/${invoice.id}/reminders`, {})
  const credit = await done('POST', `/invoices/${invoice.id}/credit-note`)
  if (credit.status === 'draft') await done('POST', `/invoices/${credit.id}/send`)

  for (const end of ['sign', 'reject'] as const) {
    const quote = await done('POST', '/quotes', { ...priced, valid_until: '2099-12-31' })
    await done('POST', `/quotes/${quote.id}/send`)
    const path = `/public/sign/${await secretOf(quote.id, '/sign/')}`
    const signed = { name: 'Kim Sommer', signature: 'Kim Sommer' }
    await done('POST', `${path}/${end}`, end === 'sign' ? signed : { reason: 'zu teuer' }, 'nobody')
  }
  const contract = await done('POST', '/contracts', { client_id: client.id, title: 'Wartung', content: '# Leistungen' })
  await done('POST', `/contracts/${contract.id}/send`)

  await done('PUT', '/booking/availability', {
    timezone: 'Europe/Berlin',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '09:00', end: '17:00' })),
  })
  const room = await office(own, own.owner)
  const [first, second] = await room.slots()
  const booked = await room.book(first, { language, agenda: 'Neue Website', name: 'Kim Gast' })
  expect(booked.status, JSON.stringify(booked.body)).toBe(201)
  const booking = `/public/bookings/${tokenOf(booked)}`
  await done('POST', `${booking}/reschedule`, { start: second }, 'nobody')
  await done('POST', `${booking}/cancel`, { reason: 'krank' }, 'nobody')

  const start = new Date(services.clock.now().getTime() + 7 * 24 * 60 * 60_000)
  const event = await done('POST', '/calendar/events', {
    ...{ title: 'Abnahme', location: 'Halle 7, Tor C', attach_meet: true, reminder_minutes: 30 },
    ...{ start_time: start.toISOString(), end_time: new Date(start.getTime() + 3_600_000).toISOString() },
    ...{ timezone: 'Europe/Berlin', attendee_emails: ['gast@gast.example'] },
  })
  const path = `/public/invitations/${await secretOf(event.id, '/invitation/')}/answer`
  await done('POST', path, { answer: 'accepted' }, 'nobody')
  await done('PUT', `/calendar/events/${event.id}`, { title: 'Abnahme, zweiter Teil' })
  const now = vi.spyOn(services.clock, 'now').mockReturnValue(new Date(start.getTime() - 30 * 60_000))
  await sendDueReminders(services, system)
  now.mockRestore()
  await done('DELETE', `/calendar/events/${event.id}`)

  const { id: jan } = await done('POST', '/members', {
    name: 'Jan',
    email: `${own.organizationId}@kontor.example`,
    role: 'member',
    language,
  })
  await done('PUT', `/members/${jan}`, { email: `${crypto.randomUUID()}@kontor.example` })
  const project = await done('POST', '/projects', { name: 'Website', client_id: client.id })
  const [column] = (await own.owner.rest('GET', `/projects/${project.id}/columns`)).body
  const task = await done('POST', '/tasks', { title: 'Entwurf', project_id: project.id, column_id: column.id })
  await done('POST', `/tasks/${task.id}/comments`, { content: '@member, schaust du?\n\nEs eilt.' })

  const webhook = await done('POST', '/webhooks', { url: 'https://empfang.example/kontor', events: ['invoice.sent'] })
  const member = { id: own.owner.id, name: 'Anna', email: 'anna@kontor.example', language }
  await operateAsSystem(services, own.organizationId, async (context) => {
    ;(await context.load(Webhook, webhook.id)).disable('failing')
    for (const kind of [
      'passwordReset',
      'guessed',
      'passwordSet',
      'totpDisabled',
      'totpEnabled',
      'tokenCreated',
      'passkeyCreated',
    ] as const)
      await queueAccountMail(
        context,
        kind,
        { ...member, organizationName: 'Studio Nordlicht' },
        { url: `${services.publicUrl}/app/x` },
      )
  })
  await mailNotices(services, system)
  const mails: Received[] = await readMails(own.app, 'organization_id = $1', [own.organizationId])
  return [...new Map(mails.map((mail) => [mail.kind, mail])).values()].sort((a, b) => (a.kind < b.kind ? -1 : 1))
}

describe.each(['de', 'en'] as const)('%s', (language) => {
  test('every kind of mail was sent', () => {
    expect(received[language].map(({ kind }) => kind).sort()).toEqual(kinds)
  })

  test("text and HTML say the same, in the recipient's language, with the sender's name", () => {
    for (const { kind, subject, text, html } of received[language]) {
      expect(html, kind).toContain(`<html lang="${language}"`)
      expect(html, kind).toContain('Studio Nordlicht GmbH')
      const said = html
        .replace(/<head>.*<\/head>/s, '')
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll('&amp;', '&')
      for (const word of text.replace(/\n-- \n/, '\n').match(/[\p{L}\p{N}]{3,}/gu) ?? [])
        expect(said, kind).toContain(word)
      expect(`${subject} ${text}`, kind).not.toMatch(/undefined|null|\[object|NaN/)
      expect(`${subject} ${text}`, kind).toMatch(
        language === 'de'
          ? /\b(Ihr|Sie|Sie|Wann|nicht|und|der|die|das|hat|lädt)\b/
          : /\b(you|your|has|When|the|our)\b/i,
      )
    }
  })

  test('external mails carry the company details of § 35a GmbHG, internal ones do not', () => {
    const particulars = [
      ...['Studio Nordlicht GmbH', 'Speicherstraße 1, 20457 Hamburg', 'Amtsgericht Hamburg, HRB 12345'],
      { de: 'Geschäftsführung: Anna Berg', en: 'Management: Anna Berg' }[language],
    ]
    for (const { kind, text, html } of received[language]) {
      const said = text.split('\n-- \n')[1]?.trim().split('\n') ?? []
      if (ofKontor.includes(kind)) expect([kind, said]).toEqual([kind, ['Kontor']])
      else {
        expect(said.slice(-4), kind).toEqual(particulars)
        for (const line of said) expect(html, kind).toContain(line)
        expect(said, kind).not.toContain('Kontor')
      }
    }
  })

  test('the sentence after the salutation starts in the case of its language', () => {
    for (const { kind, text } of received[language]) {
      const [salutation = '', first = ''] = text.split('\n\n')
      // In German it goes on; names and nouns are capitals all the same.
      if (language === 'en' && /^(Hello|Dear)\b.*,$/.test(salutation)) expect(first, kind).toMatch(/^[^a-z]/)
    }
  })

  test('has no double colons, and spells signing as one word', () => {
    for (const { kind, text } of received[language]) {
      expect(text, kind).not.toMatch(/:\n\n[^\n]*:\n/)
      expect(text, kind).not.toMatch(/unterzeichn/i)
    }
  })

  test('the preheader shows more than the greeting', () => {
    for (const { kind, html } of received[language])
      expect(/display:none[^>]*>([^<]*?)(&#847;|<)/.exec(html)?.[1]?.length ?? 0, kind).toBeGreaterThan(15)
  })
})

test('mails contain the logo only if there is one', () => {
  for (const { kind, attachments, html } of received.en) {
    expect(
      attachments.filter(({ contentId }) => contentId),
      kind,
    ).toMatchObject([{ contentId: 'logo' }])
    expect(html, kind).toContain('src="cid:logo"')
  }
  for (const { html } of received.de) expect(html).not.toContain('src=')
})

describeInBrowser('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  }, 60_000)
  afterAll(() => browser?.close())

  test.each([
    ['de', 'light', 720],
    ['de', 'dark', 390],
    ['en', 'light', 390],
    ['en', 'dark', 720],
  ] as const)(
    'renders every mail without defects: %s, %s, %i px wide',
    async (language, colorScheme, width) => {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 800 },
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const fetched: string[] = []
      page.on('request', ({ url }) => void (url().startsWith('data:') || fetched.push(url())))
      for (const { kind, html } of received[language]) {
        // A mail program puts the part in the place of its name.
        await page.setContent(html.replace('cid:logo', `data:image/png;base64,${logo.toString('base64')}`))
        const wide = async (at: number) => {
          await page.setViewportSize({ width: at, height: 800 })
          return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
        }
        expect({ kind, wide: [await wide(320), await wide(width)] }).toEqual({ kind, wide: [false, false] })
        expect({ kind, found: await runAxe(page) }).toEqual({ kind, found: [] })
        const folder = process.env.SCREENS
        if (
          folder &&
          ['invoice', 'booking_booked', 'quote', 'account_passwordReset', 'calendar_invited'].includes(kind)
        )
          writeFileSync(
            join(folder, `mail-${kind}-${language}-${colorScheme}.webp`),
            await sharp(await page.screenshot({ fullPage: true }))
              .webp({ quality: 82 })
              .toBuffer(),
          )
      }
      // The link in a mail is shown, and followed by nobody.
      expect(fetched.filter((url) => url !== 'about:blank')).toEqual([])
      await context.close()
    },
    60_000,
  )
})
