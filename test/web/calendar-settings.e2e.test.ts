import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { runAxe } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { calendarScreens } from './screens/calendar.ts'

const web = inBrowser()
const { at, openAs } = web

const one = async <Row>(text: string, ...values: unknown[]) =>
  (await at.app.system.query(text, values)).rows[0] as Row | undefined

describeInBrowser('calendar', () => {
  everyPageIsSound(web, Role.owner, calendarScreens)

  test('creates an event type that guests can book, changes and deletes it', async () => {
    const { page, memberId, complaints, close } = await openAs(Role.member, 'de', '/settings/booking')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('heading', { name: 'Noch keine Terminarten' }).or(page.getByRole('table')).waitFor()
    await page.getByRole('link', { name: 'Neue Terminart' }).click()
    // Who does not administer offers nobody else.
    await page.getByLabel('Name', { exact: true }).fill('Größeres Gespräch')
    expect(await page.getByLabel('Gastgeber', { exact: true }).count()).toBe(0)
    expect(await page.getByLabel('Adresse', { exact: true }).inputValue()).toBe('groesseres-gespraech')
    await page.getByLabel('Dauer in Minuten').fill('3')
    await page.getByLabel('Vorlauf', { exact: true }).fill('2')
    await page.getByLabel('Einheit des Vorlaufs').selectOption('days')
    await page.getByRole('radio', { name: 'Telefon' }).check()
    for (const label of ['Worum geht es?', 'Welches Logo?']) {
      await press('Frage hinzufügen')
      await page.getByLabel('Frage', { exact: true }).last().fill(label)
    }
    await page.getByLabel('Antwort', { exact: true }).last().selectOption('choice')
    await page.getByLabel('Antwortmöglichkeiten').fill('Rund\nRund')
    await press('Frage 2 nach oben')
    await press('Anlegen')
    // What is wrong stands beside its field, and nothing typed is lost.
    await page.locator('.field', { hasText: 'Dauer in Minuten' }).locator('.field-error').waitFor()
    await page.getByLabel('Dauer in Minuten').fill('45')
    await press('Anlegen')
    await page.locator('.field', { hasText: 'Antwortmöglichkeiten' }).locator('.field-error').waitFor()
    expect(await runAxe(page)).toEqual([])
    await page.getByLabel('Antwortmöglichkeiten').fill('Rund\n\nEckig ')
    await press('Anlegen')
    await page.getByRole('link', { name: '„Größeres Gespräch“ bearbeiten' }).waitFor()
    const made = () =>
      one<{ id: string; questions: { key: string; choices: string[] }[]; [column: string]: unknown }>(
        'select * from booking_event_types where user_id = $1',
        memberId,
      )
    expect(await made()).toMatchObject({
      ...{ slug: 'groesseres-gespraech', duration_minutes: 45, minimum_notice_minutes: 2880, location: 'phone' },
      ...{ assignment: 'host', slot_interval_minutes: null, active: true },
      questions: [
        { key: 'welches_logo', kind: 'choice', choices: ['Rund', 'Eckig'] },
        { key: 'worum_geht_es', kind: 'text', choices: [] },
      ],
    })

    const address = await page
      .getByRole('link', { name: 'Öffentliche Seite von „Größeres Gespräch“' })
      .getAttribute('href')
    const guest = await web.open({}, new URL(address ?? '').pathname)
    await guest.page.getByText('Größeres Gespräch').first().waitFor()
    await guest.close()

    await page.getByRole('link', { name: '„Größeres Gespräch“ bearbeiten' }).click()
    await page.getByLabel('Frage', { exact: true }).first().fill('Welche Form?')
    await page.getByLabel('Kann gebucht werden').uncheck()
    await press('Speichern')
    await page.getByText('Gespeichert.').waitFor()
    expect(await made()).toMatchObject({ active: false, questions: [{ key: 'welches_logo' }, {}] })
    // Somebody else has changed it meanwhile: that is told, and what was typed stays.
    await page.getByLabel('Beschreibung').fill('Ein langes.')
    await at.app.system.query('update booking_event_types set version = version + 1 where user_id = $1', [memberId])
    await press('Speichern')
    await page.getByRole('alert').locator('.notice').waitFor()
    expect(await page.getByLabel('Beschreibung').inputValue()).toBe('Ein langes.')

    await page.getByRole('link', { name: 'Alle Terminarten' }).click()
    await press('Verlassen, ohne zu speichern')
    await page.getByText('Nicht buchbar').waitFor()
    await press('„Größeres Gespräch“ löschen')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByText('„Größeres Gespräch“ wurde gelöscht.').waitFor()
    expect(await made()).toBeUndefined()

    await press('Ändern')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Adresse').fill('Alma Rose')
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await dialog.locator('.field-error').waitFor()
    await dialog.getByLabel('Adresse').fill(`alma-${memberId.slice(0, 8)}`)
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Ihre Seite hat eine neue Adresse.').waitFor()
    expect(await page.getByLabel('Adresse Ihrer Seite').inputValue()).toBe(
      `${web.base()}/book/alma-${memberId.slice(0, 8)}`,
    )
    expect(complaints).toEqual([])
    await close()
  })

  test('lets an administrator offer a team, and hides it from others', async () => {
    const owner = await openAs(Role.admin, 'en', '/settings/booking/new')
    await owner.page.getByLabel('Name', { exact: true }).fill('Team meeting')
    await owner.page.getByRole('radio', { name: 'Round robin' }).check()
    const mine = owner.page.getByRole('group', { name: 'Team' }).getByRole('checkbox', { checked: true })
    await mine.uncheck()
    await owner.page.getByRole('button', { name: 'Create', exact: true }).click()
    await owner.page.getByText('Choose at least one person.').waitFor()
    for (const box of (await owner.page.getByRole('group', { name: 'Team' }).getByRole('checkbox').all()).slice(0, 2))
      await box.check()
    await owner.page.getByRole('button', { name: 'Create', exact: true }).click()
    await owner.page.getByRole('link', { name: 'Edit “Team meeting”' }).waitFor()
    const type = await one<{ id: string; member_ids: string[] }>(
      `select * from booking_event_types where name = 'Team meeting' and user_id = $1`,
      owner.memberId,
    )
    expect(type?.member_ids).toHaveLength(2)
    await owner.close()

    const viewer = await openAs(Role.viewer, 'en', '/settings/booking')
    await viewer.page.getByRole('cell', { name: 'Team meeting', exact: true }).waitFor()
    expect(await viewer.page.getByRole('link', { name: /Edit|New booking type/ }).count()).toBe(0)
    expect(await viewer.page.getByRole('button', { name: /Delete/ }).count()).toBe(0)
    for (const path of [`booking/${type?.id}`, 'hours']) {
      await viewer.page.goto(`${web.base()}/app/settings/${path}`)
      await viewer.page
        .getByText('Your role may not see this')
        .or(viewer.page.locator('.empty-state'))
        .first()
        .waitFor()
      expect(await viewer.page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    }
    await viewer.page.goto(`${web.base()}/app/settings/calendars`)
    await viewer.page.getByRole('button', { name: 'New address' }).waitFor()
    expect(await viewer.page.getByRole('button', { name: 'Connect a calendar' }).count()).toBe(0)
    await viewer.close()
    const member = await openAs(Role.member, 'en', `/settings/booking/${type?.id}`)
    await member.page.locator('.empty-state').waitFor()
    await member.close()
  })

  test('sets availability by keyboard, and shows the resulting slots', async () => {
    const { page, memberId, complaints, close } = await openAs(Role.member, 'en', '/settings/hours')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const press = async (name: string) => {
      await button(name).focus()
      await page.keyboard.press('Enter')
    }
    await page.getByText('No booking types yet').waitFor()
    await press('Friday: remove range 1')
    await page.getByLabel('Monday, range 1: until').fill('12:00')
    await press('Monday: add a range')
    expect(await page.getByLabel('Monday, range 2: from').inputValue()).toBe('13:00')
    await page.getByLabel('Monday, range 2: until').fill('13:00')
    await press('Save')
    await page
      .locator('.span', { has: page.getByLabel('Monday, range 2: until') })
      .locator('.field-error')
      .waitFor()
    expect(await runAxe(page)).toEqual([])
    await page.getByLabel('Monday, range 2: until').fill('00:00')
    await press('Monday: copy the hours to other days')
    const dialog = page.getByRole('dialog', { name: 'Copy the hours of Monday' })
    for (const day of ['Wednesday', 'Thursday', 'Friday']) await dialog.getByLabel(day).uncheck()
    await dialog.getByRole('button', { name: 'Copy' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Save to apply them.').waitFor()
    await press('Add day')
    await page.getByLabel('Exception 1: day').fill('2031-12-24')
    await press('Save')
    await page.getByText('Saved.').waitFor()
    const saved = () =>
      one<{ weekly: object[]; overrides: object[] }>('select * from booking_availabilities where id = $1', memberId)
    expect(await saved()).toMatchObject({
      weekly: [
        ...[1, 2].flatMap((weekday) => [
          { weekday, start: '09:00', end: '12:00' },
          { weekday, start: '13:00', end: '24:00' },
        ]),
        ...[3, 4].map((weekday) => ({ weekday, start: '09:00', end: '17:00' })),
      ],
      overrides: [{ date: '2031-12-24', start: null, end: null, closed: true }],
    })
    // Once more without a reload: the version goes along.
    // By its former name, its present one and a part of it.
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    for (const [typed, name] of [
      ['Kiev', 'Europe/Kyiv (Europe/Kiev)'],
      ['kyiv', 'Europe/Kyiv (Europe/Kiev)'],
      ['lisb', 'Europe/Lisbon'],
    ] as const) {
      await zone.fill(typed)
      await page.getByRole('option', { name, exact: true }).waitFor()
      await expect.poll(() => page.getByRole('option').count()).toBe(1)
      expect(await runAxe(page)).toEqual([])
      await page.keyboard.press('Enter')
      expect(await zone.inputValue()).toBe(name)
    }
    await press('Save')
    await expect.poll(async () => (await saved()) as object).toMatchObject({ timezone: 'Europe/Lisbon' })
    const call = { name: 'Call', slug: 'call', duration_minutes: 60, user_id: memberId }
    expect((await at.owner.rest('POST', '/booking/event-types', call)).status).toBe(201)
    await page.reload()
    const week = page.locator('.week > li')
    await week.first().locator('time').first().waitFor()
    expect(await week.first().locator('time').allTextContents()).toEqual(
      ['09', '10', '11', ...Array.from({ length: 11 }, (_, index) => String(13 + index))].map((hour) => `${hour}:00`),
    )
    expect(await week.nth(4).textContent()).toContain('nothing free')
    const shown = await page.locator('.turn strong').textContent()
    await press('Week after')
    await expect.poll(() => page.locator('.turn strong').textContent()).not.toBe(shown)
    expect(complaints).toEqual([])
    await close()
  })

  test('discovers, connects, synchronizes and disconnects a calendar, and shows a feed URL once', async () => {
    const { page, memberId, complaints, close } = await openAs(Role.member, 'de', '/settings/calendars')
    await page.getByRole('button', { name: 'Kalender verbinden' }).click()
    const dialog = page.locator('.dialog')
    await dialog.getByLabel('Adresse des Servers').fill('https://10.0.0.1/dav')
    await dialog.getByLabel('Benutzername').fill('alma')
    await dialog.getByLabel('App-Passwort').fill('geheim')
    await dialog.getByRole('button', { name: 'Weiter' }).click()
    await dialog.locator('.field', { hasText: 'Adresse des Servers' }).locator('.field-error').waitFor()
    expect(await dialog.getByLabel('App-Passwort').inputValue()).toBe('geheim')
    expect(await runAxe(page)).toEqual([])

    // A server of its own: what the service finds and connects there, and how, is tested beside it.
    const { calendarServers } = at.app.services
    const { discover } = calendarServers
    const calendars = [
      { url: 'https://cloud.example.com/ferien/', name: 'Ferien', isWritable: false },
      { url: 'https://cloud.example.com/arbeit/', name: 'Arbeit', isWritable: true },
      { url: 'https://cloud.example.com/privat/', name: 'Privat', isWritable: true },
    ]
    calendarServers.discover = async () => calendars as never
    await dialog.getByLabel('Adresse des Servers').fill('https://cloud.example.com/')
    await dialog.getByRole('button', { name: 'Weiter' }).click()
    await dialog.getByRole('heading', { name: 'Welche Kalender?' }).waitFor()
    expect(await runAxe(page)).toEqual([])
    await dialog.getByLabel('Privat').uncheck()
    await dialog.getByLabel('Arbeit').uncheck()
    await dialog.getByRole('button', { name: 'Verbinden' }).click()
    await dialog.getByText('in den geschrieben werden darf').waitFor()
    await dialog.getByRole('checkbox', { name: 'Arbeit' }).check()
    await dialog.getByRole('button', { name: 'Verbinden' }).click()
    await page.getByText('alma · cloud.example.com wurde verbunden').waitFor()
    calendarServers.discover = discover
    await page.getByText('Termine aus Kontor stehen in „Arbeit“.').waitFor()
    const stands = (set: string) =>
      at.app.system.query(`update calendar_connections set ${set} where user_id = $1`, [memberId])
    await stands(`fault = 'credentials', failures = 2, problems = 3, next_sync_at = now() + interval '1 hour',
      problem_entries = '[{"title": "Umzug", "date": "2031-06-12", "object": "b.ics"}]'`)
    await page.getByText('Fehlgeschlagen').waitFor()
    await page.getByText('Der Server lehnt Benutzername oder Passwort ab.').waitFor()
    await page.getByText('3 Einträge ließen sich nicht abgleichen').waitFor()
    await page.getByText('Welche Einträge?').click()
    await page.getByText('Umzug · 12.06.2031').waitFor()
    await page.getByText('und 2 weitere').waitFor()
    await page.getByRole('button', { name: 'alma · cloud.example.com jetzt abgleichen' }).click()
    await page.getByText('wird abgeglichen …').waitFor()
    await stands(
      `fault = null, failures = 0, problems = 0, last_synced_at = now(), next_sync_at = now() + interval '1 hour'`,
    )
    await page.getByText('Abgeglichen', { exact: true }).waitFor()
    expect(await runAxe(page)).toEqual([])
    await page.getByRole('button', { name: 'alma · cloud.example.com trennen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Trennen' }).click()
    await page.getByText('Noch kein Kalender verbunden').waitFor()

    await page.getByRole('button', { name: 'Neue Adresse' }).click()
    await dialog.getByLabel('Name').fill('Telefon')
    await dialog.getByRole('button', { name: 'Erstellen' }).click()
    const address = await page.getByLabel('Adresse des Kalenders').inputValue()
    const read = async () => (await at.app.server.inject({ url: new URL(address).pathname })).statusCode
    expect(await read()).toBe(200)
    await dialog.getByRole('button', { name: 'Fertig' }).click()
    await page.getByRole('cell', { name: 'Telefon', exact: true }).waitFor()
    expect(await page.content()).not.toContain(address)
    await page.getByRole('button', { name: '„Telefon“ löschen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByText('Noch keine Adresse').waitFor()
    expect(await read()).toBe(404)
    expect(complaints).toEqual([])
    await close()
  })
})
