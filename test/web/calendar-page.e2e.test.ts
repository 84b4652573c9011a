import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { office } from '../features/calendar/bookings/office.ts'
import { browserPath, runAxe } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { calendarPageScreens } from './screens/calendar-page.ts'

const web = inBrowser()
const { at, openAs } = web

const day = '2026-03-11'
/** Times are those of Berlin, an hour ahead of UTC in March. */
const berlin = (time: string, on = day) => `${on}T${time}:00+01:00`
const enter = async (event: object) => (await at.owner.rest('POST', '/calendar/events', event)).body
const eventsOf = async (title: string, from = '2026-03-01T00:00:00Z', to = '2026-04-01T00:00:00Z') =>
  (await at.owner.rest('GET', `/calendar/events?from=${from}&to=${to}&q=${encodeURIComponent(title)}`)).body.events as {
    [field: string]: unknown
  }[]
const events = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) })

/** The window is looked at again, after another was. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

/** Drags from one place of a day's hours to another; `hour` counts from midnight. */
async function dragHours(page: Page, on: string, from: number, to: number, toDay = on) {
  const at = async (date: string, hour: number) => {
    const box = await page.locator(`.cal-column[data-day="${date}"]`).boundingBox()
    if (!box) throw new Error(`${date} is not shown.`)
    return { x: box.x + box.width / 2, y: box.y + (box.height * hour) / 24 + 2 }
  }
  const start = await at(on, from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  const end = await at(toDay, to)
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

describeInBrowser('calendar page', () => {
  beforeAll(async () => {
    if (!browserPath) return
    await enter({ title: 'Planung', start_time: berlin('09:00'), end_time: berlin('10:30') })
    await enter({ title: 'Telefonat', start_time: berlin('10:00'), end_time: berlin('10:15') })
    await enter({ title: 'Messe', start_time: berlin('00:00'), end_time: berlin('00:00', '2026-03-13'), all_day: true })
    await enter({
      ...{ title: 'Jour fixe', start_time: berlin('13:00', '2026-03-02'), end_time: berlin('14:00', '2026-03-02') },
      recurrence: 'FREQ=WEEKLY;BYDAY=MO,WE',
    })
    // Today has something of each kind, too.
    const now = Date.now()
    const soon = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
    await enter({ title: 'Gerade jetzt', start_time: soon(0), end_time: soon(1) })
    await enter({ title: 'Bis morgen', start_time: soon(0), end_time: soon(30) })
    const today = soon(0).slice(0, 10)
    await at.admin.rest('POST', '/absences', { starts_on: today, ends_on: today })
    await at.owner.rest('POST', '/absences', { starts_on: '2026-03-12', ends_on: '2026-03-13', kind: 'sick' })
  })

  everyPageIsSound(web, Role.owner, calendarPageScreens)

  test('creates an event, live, moves it by pointer and keyboard, changes and deletes it', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'de', `/calendar?date=${day}`)
    await events(page, 'Planung').waitFor()
    const other = await openAs(Role.viewer, 'en', `/calendar?date=${day}`)
    await events(other.page, 'Planung').waitFor()
    expect(await other.page.getByRole('button', { name: 'New event' }).count()).toBe(0)
    expect(await other.page.getByRole('button', { name: 'Add absence' }).count()).toBe(0)

    // What is drawn with the pointer is asked about.
    await dragHours(page, '2026-03-10', 9, 10.75)
    await page.getByRole('dialog', { name: 'Neuer Termin' }).waitFor()
    expect(await page.getByLabel('Uhrzeit des Beginns').inputValue()).toBe('09:00')
    expect(await page.getByLabel('Uhrzeit des Endes').inputValue()).toBe('11:00')
    await page.getByLabel('Titel').fill('Abnahme')
    await page.getByLabel('Ort', { exact: true }).fill('Hof')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('status').getByText('„Abnahme“ wurde angelegt.').waitFor()
    await events(page, 'Abnahme').waitFor()
    await expect.poll(() => events(page, 'Abnahme').evaluate((each) => each === document.activeElement)).toBe(true)
    await comeBack(other.page)
    await events(other.page, 'Abnahme').waitFor()
    expect(await eventsOf('Abnahme')).toMatchObject([
      { start_time: '2026-03-10T08:00:00.000Z', end_time: '2026-03-10T10:00:00.000Z', location: 'Hof' },
    ])

    await dragHours(page, '2026-03-10', 9.25, 13.25, '2026-03-12')
    await page.getByRole('status').getByText('„Abnahme“ ist jetzt Donnerstag, 12. März 2026, 13:00–15:00.').waitFor()
    await expect.poll(async () => (await eventsOf('Abnahme'))[0]?.start_time).toBe('2026-03-12T12:00:00.000Z')
    await comeBack(other.page)
    await events(other.page, 'Abnahme').getByText('13:00–15:00').waitFor()

    // By keyboard, which stays with it.
    await events(page, 'Abnahme').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await eventsOf('Abnahme'))[0]?.start_time).toBe('2026-03-12T12:15:00.000Z')
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(async () => (await eventsOf('Abnahme'))[0]?.start_time).toBe('2026-03-11T12:15:00.000Z')
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await expect.poll(async () => (await eventsOf('Abnahme'))[0]?.end_time).toBe('2026-03-11T14:30:00.000Z')

    // What is refused stands where it stood.
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('updateCalendarEvent') ? route.abort() : route.continue(),
    )
    await page.keyboard.press('Alt+ArrowDown')
    await page.locator('.notice.danger').waitFor()
    await events(page, 'Abnahme').getByText('13:15–15:30').waitFor()
    await page.unroute('**/graphql')

    await events(page, 'Abnahme').press('Enter')
    await page.getByRole('dialog', { name: 'Abnahme' }).getByText('Hof').waitFor()
    await page.getByRole('button', { name: 'Bearbeiten' }).press('Enter')
    await page.getByLabel('Titel').fill('Endabnahme')
    await page.getByLabel('Ganztägig').check()
    await page.getByLabel('Teilnehmende').fill('gast@kontor.example')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('„Endabnahme“ wurde gespeichert.').waitFor()
    expect(await eventsOf('Endabnahme')).toMatchObject([
      {
        ...{ all_day: true, start_time: '2026-03-10T23:00:00.000Z', end_time: '2026-03-11T23:00:00.000Z' },
        attendee_emails: ['gast@kontor.example'],
      },
    ])
    await events(page, 'Endabnahme').click()
    await page.getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByText('„Endabnahme“ wurde gelöscht.').waitFor()
    await comeBack(other.page)
    await expect.poll(() => events(other.page, 'Endabnahme').count()).toBe(0)
    expect(complaints.filter((each) => !each.includes('ERR_FAILED'))).toEqual([])
    expect(other.complaints).toEqual([])
    await close()
    await other.close()
  })

  test('moves one occurrence or the whole series', async () => {
    const { page, complaints, close } = await openAs(Role.admin, 'en', `/calendar?date=${day}`)
    await expect.poll(() => events(page, 'Jour fixe').count()).toBe(2)
    await dragHours(page, day, 13.25, 16.25)
    const starts = async () =>
      (await eventsOf('Jour fixe', '2026-03-09T00:00:00Z', '2026-03-16T00:00:00Z')).map(({ start_time }) => start_time)
    await expect.poll(starts).toEqual(['2026-03-09T12:00:00.000Z', '2026-03-11T15:00:00.000Z'])
    await events(page, 'Jour fixe').getByText('16:00–17:00').waitFor()
    await events(page, 'Jour fixe').getByText('13:00–14:00').waitFor()
    await events(page, 'Jour fixe').first().click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Apply changes to').selectOption('All events of the series')
    await page.getByLabel('Start time').fill('11:30')
    await page.getByLabel('Repeat until').fill('2026-03-31')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('“Jour fixe” saved.').waitFor()
    await expect.poll(async () => (await starts())[0]).toBe('2026-03-09T10:30:00.000Z')
    expect(await eventsOf('Jour fixe', '2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z')).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('keeps view, day and calendars in the URL, with a shortcut', async () => {
    const { page, complaints, close } = await openAs(Role.viewer, 'de')
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('heading', { level: 1, name: 'Kalender' }).waitFor()
    await page.goto(`${web.base()}/app/calendar?date=${day}`)
    await events(page, 'Planung').waitFor()
    await page.getByRole('button', { name: 'Monat' }).click()
    await page.getByRole('heading', { name: 'März 2026', exact: true }).waitFor()
    await events(page, '\\d\\d:\\d\\d ?Planung').waitFor()
    await page.getByRole('button', { name: 'Weiter', exact: true }).click()
    await page.getByRole('heading', { name: 'April 2026', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Zurück' }).click()
    await page.getByRole('button', { name: 'Mittwoch, 11. März 2026' }).click()
    await page.getByRole('heading', { level: 2, name: 'Mittwoch, 11. März 2026' }).waitFor()
    expect(new URL(page.url()).search).toContain('view=day')
    await events(page, 'Messe').click()
    await page.getByRole('dialog', { name: 'Messe' }).waitFor()
    expect(await page.getByRole('button', { name: 'Bearbeiten' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Kalender von Alle' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Alma Rose' }).first().click()
    await page.keyboard.press('Escape')
    await expect.poll(() => events(page, 'Planung').count()).toBe(0)
    expect(decodeURIComponent(new URL(page.url()).search)).toContain('members=[')
    await page.reload()
    await page.getByRole('heading', { level: 2, name: 'Mittwoch, 11. März 2026' }).waitFor()
    await page.getByRole('button', { name: 'Kalender von Alma Rose' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('moves all-day events in week and month; a phone shows a list', async () => {
    const fair = (
      await enter({
        ...{ title: 'Hausmesse', start_time: '2026-02-10T00:00:00+01:00', end_time: '2026-02-11T00:00:00+01:00' },
        all_day: true,
      })
    ).id
    const start = async () => (await at.owner.rest('GET', `/calendar/events/${fair}`)).body.start_time
    const { page, complaints, close } = await openAs(Role.owner, 'en', '/calendar?date=2026-02-11')
    await events(page, 'Hausmesse').dragTo(page.locator('.cal-day-header[data-day="2026-02-12"]'))
    await expect.poll(start).toBe('2026-02-11T23:00:00.000Z')
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    await events(page, 'Hausmesse').dragTo(page.locator('.cal-cell[data-day="2026-02-19"]'))
    await expect.poll(start).toBe('2026-02-18T23:00:00.000Z')
    await page.getByText('“Hausmesse” moved to 19 Feb 2026, All day.').waitFor()
    // Escape lets it be where it is.
    await events(page, 'Hausmesse').hover()
    await page.mouse.down()
    await page.locator('.cal-cell[data-day="2026-02-18"]').hover()
    await page.locator('.cal-cell[data-over]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.cal-cell[data-over]').waitFor({ state: 'detached' })
    await page.mouse.up()
    await page.getByText('“Hausmesse” moved to 19 Feb 2026, All day.').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await events(page, 'Hausmesse').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('“Hausmesse” moved to 26 Feb 2026, All day.').waitFor()
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(start).toBe('2026-02-26T23:00:00.000Z')
    expect(complaints).toEqual([])
    await close()

    const phone = await openAs(Role.member, 'de', '/calendar?date=2026-02-27', {
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true },
    })
    const friday = phone.page.getByRole('listitem').filter({ hasText: 'Freitag, 27. Februar 2026' })
    await friday.getByRole('button', { name: /^Hausmesse/ }).tap()
    await phone.page.getByRole('dialog', { name: 'Hausmesse' }).getByText('27.02.2026, Ganztägig').waitFor()
    await phone.page.getByRole('button', { name: 'Schließen' }).last().tap()
    await friday.getByRole('button', { name: 'Freitag, 27. Februar 2026' }).tap()
    await phone.page.getByRole('heading', { level: 2, name: 'Freitag, 27. Februar 2026' }).waitFor()
    expect(phone.complaints).toEqual([])
    await phone.close()
  })

  test('shows guest and answers of a booking, which is moved and cancelled by permission', async () => {
    const room = await office(at, at.owner, {
      ...{ name: 'Erstgespräch', location: 'phone' },
      questions: [{ key: 'thema', label: 'Worum geht es?', kind: 'text', required: true }],
    })
    const start = (await room.slots(14))[0] ?? ''
    const clock = { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' } as const
    const timeOf = (moment: string) => new Date(moment).toLocaleTimeString('de-DE', clock)
    const date = new Date(start).toLocaleDateString('en-CA', { timeZone: 'Europe/Berlin' })
    const { id } = (await room.book(start, { phone: '040 123', answers: { thema: 'Keramik' } })).body
    const viewer = await openAs(Role.viewer, 'en', `/calendar?date=${date}`)
    const booked = (page: Page) =>
      page.locator(`.cal-column[data-day="${date}"]`).getByRole('button', { name: /Kim Gast/ })
    await booked(viewer.page).click()
    const panel = viewer.page.getByRole('dialog', { name: 'Erstgespräch' })
    await panel.getByText('Keramik').waitFor()
    await panel.getByText('Worum geht es?').waitFor()
    expect(await panel.getByRole('button').allTextContents()).toEqual(['Close'])
    await viewer.close()

    const { page, complaints, close } = await openAs(Role.admin, 'de', `/calendar?date=${date}`)
    // Where it is dragged to is asked about: the guest is told.
    await booked(page).waitFor()
    const hour = Number(timeOf(start).slice(0, 2)) + Number(timeOf(start).slice(3)) / 60
    await dragHours(page, date, hour + 0.05, hour + 2.05)
    const moving = page.getByRole('dialog', { name: 'Buchung von Kim Gast verschieben' })
    expect(await moving.getByLabel('Uhrzeit').inputValue()).toBe(
      timeOf(new Date(Date.parse(start) + 7_200_000).toISOString()),
    )
    expect(await runAxe(page)).toEqual([])
    await moving.getByLabel('Tag').fill('2020-01-01')
    await moving.getByRole('button', { name: 'Verschieben' }).click()
    await moving.getByText('Liegt in der Vergangenheit').waitFor()
    await moving.getByLabel('Tag').fill(date)
    await moving.getByLabel('Uhrzeit').fill('19:00')
    await moving.getByRole('button', { name: 'Verschieben' }).click()
    await page.getByText('Die Buchung von Kim Gast wurde verschoben und der Gast benachrichtigt.').waitFor()
    expect(timeOf((await at.owner.rest('GET', `/bookings/${id}`)).body.start)).toBe('19:00')

    await expect.poll(() => booked(page).textContent()).toContain('19:00')
    await booked(page).press('Enter')
    await page.getByRole('button', { name: 'Stornieren' }).press('Enter')
    await page.getByLabel('Grund für den Gast').fill('Leider krank')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stornieren' }).click()
    await page.getByText('Die Buchung von Kim Gast wurde storniert und der Gast benachrichtigt.').waitFor()
    await expect.poll(() => booked(page).count()).toBe(0)
    expect((await at.owner.rest('GET', `/bookings/${id}`)).body).toMatchObject({
      ...{ status: 'cancelled', cancellation_reason: 'Leider krank' },
    })
    expect(complaints).toEqual([])
    await close()
  })

  test('creates an absence, shown to others without its kind, and deletes it', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'en', '/calendar')
    const other = await openAs(Role.viewer, 'de', '/calendar')
    await other.page.getByText('Heute abwesend').waitFor()
    await page.getByRole('button', { name: 'Add absence' }).click()
    await page.getByLabel('Kind').selectOption('Sick')
    await page.getByLabel('Note').fill('Back soon')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Absence added.').waitFor()
    await other.page.getByText('Alma Rose ist abwesend').waitFor()
    await page.getByRole('button', { name: 'Alma Rose: Sick' }).click()
    expect(await page.getByLabel('Note').inputValue()).toBe('Back soon')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Absence deleted.').waitFor()
    await expect.poll(() => other.page.getByText('Alma Rose ist abwesend').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
    await other.close()
  })
})
