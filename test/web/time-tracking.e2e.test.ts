import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { browserPath } from '../harness/browser.ts'
import { createPerson } from '../harness/house.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { signIn } from './screens/step.ts'
import { timeScreens } from './screens/time.ts'

const web = inBrowser()
const { at, open, openAs, base } = web

const said = {
  de: {
    ...{ start: 'Timer starten', stop: 'Timer stoppen', place: 'Projekt oder Aufgabe', description: 'Beschreibung' },
    ...{
      goOn: 'Fortsetzen: ',
      search: 'Schnellsuche',
      title: 'Zeiten',
      addRow: 'Zeile hinzufügen',
      undo: 'Rückgängig',
    },
    ...{
      half: '1,5',
      wrong: 'Bitte geben Sie eine Dauer ein',
      before: 'Vorige Woche',
      after: 'Nächste Woche',
      person: 'Person',
    },
    ...{ edit: 'Bearbeiten: ', delete: 'Löschen: ', save: 'Speichern', billed: 'Abgerechnet', work: 'Werbung' },
    ...{
      which: 'Abrechnungsstatus',
      notBillable: 'Nicht abrechenbar',
      csv: 'CSV exportieren',
      file: 'zeiten',
      by: 'Gruppieren nach',
    },
    ...{ day: 'Tag', without: 'Ohne Aufgabe', client: 'Kunde' },
    ...{ recent: 'Zuletzt bearbeitete hinzufügen', add: 'Zeit nachtragen', begin: 'Beginn', end: 'Ende' },
    ...{ bill: 'Abrechnen', draft: 'Entwurf anlegen', nothing: 'keine offene abrechenbare Zeit' },
    ...{ onDraft: 'Vorschau des Entwurfs', per: 'Positionen', noRate: /^Stundensatz fehlt an Leck/ },
  },
  en: {
    ...{ start: 'Start timer', stop: 'Stop timer', place: 'Project or task', description: 'Description' },
    ...{ goOn: 'Continue: ', search: 'Quick search', title: 'Time', addRow: 'Add row', undo: 'Undo' },
    ...{ half: '1.5', wrong: 'Enter a duration', before: 'Previous week', after: 'Next week', person: 'Person' },
    ...{ edit: 'Edit: ', delete: 'Delete: ', save: 'Save', billed: 'Billed', work: 'Layout' },
    ...{ which: 'Billing status', notBillable: 'Not billable', csv: 'Export CSV', file: 'time', by: 'Group by' },
    ...{ day: 'Day', without: 'No task', client: 'Client' },
    ...{ recent: 'Add recent', add: 'Add time', begin: 'Start', end: 'End' },
    ...{ bill: 'Bill', draft: 'Create draft', nothing: 'There is no unbilled time' },
    ...{ onDraft: 'Draft preview', per: 'Line items', noRate: /^Hourly rate is missing for Leck/ },
  },
} as const

const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }
const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
/** The Monday of a week that is over. */
const monday = day(-7 - ((new Date(day(-7)).getUTCDay() + 6) % 7))

const tuesday = new Date(Date.parse(monday) + 86_400_000).toISOString().slice(0, 10)

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Fulfilled once so many pages follow what happens. */
const followed = (least: number) =>
  expect.poll(() => at.app.services.eventTails.countWaiting(at.organizationId)).toBeGreaterThanOrEqual(least)
const nobodyFollows = () => expect.poll(() => at.app.services.eventTails.countWaiting(at.organizationId)).toBe(0)

const tokenOf = ({ memberId, token }: { memberId: string; token: string }) =>
  createPerson(at.app, at.organizationId, memberId, token)

/** Time of a member, oldest first. */
const entriesOf = async (userId: string) => {
  const { body } = await at.owner.rest('GET', `/time-entries?user_id=${userId}&sort=started_at&per_page=100`)
  return body.time_entries as Record<string, unknown>[]
}

describeInBrowser('time', () => {
  let project = ''
  beforeAll(async () => {
    if (!browserPath) return
    await at.owner.rest('PUT', '/organization', { ...address, legal_name: 'Werk', tax_number: '22/123/45678' })
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Takel & Tau', ...address })
    const { body } = await at.owner.rest('POST', '/projects', {
      ...{ name: 'Kampagne', client_id: client.id, hourly_rate_cents: 9000 },
    })
    project = body.id
    const { body: columns } = await at.owner.rest('GET', `/projects/${project}/columns`)
    for (const { work: title } of Object.values(said)) {
      const task = { project_id: project, column_id: columns[0].id, title }
      expect((await at.owner.rest('POST', '/tasks', task)).status).toBe(201)
    }
  })

  everyPageIsSound(web, Role.owner, timeScreens)

  test.each([
    ['de', Role.member],
    ['en', Role.admin],
    ['de', Role.owner],
  ] as const)('the timer runs on every page, and everywhere else as well: %s, %s', async (language, role) => {
    await nobodyFollows()
    const words = said[language]
    const one = await openAs(role, language, '/projects')
    const { page } = one
    await button(page, words.start).click()
    await page.getByLabel(words.place).fill(words.work)
    await page.getByRole('option', { name: `Kampagne · ${words.work}` }).click()
    await page.getByLabel(words.description).fill('Entwurf')
    await button(page, words.start).click()
    await button(page, words.stop).waitFor()
    await page.getByText(`Kampagne · ${words.work}`).first().waitFor()
    // It counts, and is not read out by itself.
    const timer = page.getByRole('timer')
    const first = await timer.textContent()
    await expect.poll(() => timer.textContent()).not.toBe(first)
    expect(await timer.getAttribute('aria-live')).toBe('off')
    await expect.poll(async () => (await entriesOf(one.memberId)).length).toBe(1)
    expect(await entriesOf(one.memberId)).toMatchObject([{ status: 'running', description: 'Entwurf', billable: true }])

    const two = await open({ locale: language === 'de' ? 'de-DE' : 'en-GB' })
    await signIn({ page: two.page, base: base(), email: one.email, password: one.password })
    await button(two.page, words.stop).waitFor()
    await followed(2)
    await button(two.page, words.stop).click()
    await button(two.page, words.start).waitFor()
    await button(page, words.start).waitFor()
    await button(page, `${words.goOn}Kampagne · ${words.work}`).click()
    await button(page, words.stop).waitFor()
    await button(two.page, words.stop).waitFor()
    const own = tokenOf(one)
    const { body: running } = await own.rest('GET', '/time-entries/running')
    expect(running).toMatchObject({ description: 'Entwurf' })
    await own.rest('POST', `/time-entries/${running.id}/stop`)
    await button(page, words.start).waitFor()
    await button(two.page, words.start).waitFor()
    await own.rest('POST', '/time-entries/start', { project_id: project })
    await button(page, words.stop).waitFor()
    expect([...one.complaints, ...two.complaints]).toEqual([])
  })

  test.each(['de', 'en'] as const)('runs the timer by keyboard, and reverts refused changes: %s', async (language) => {
    const words = said[language]
    const { page, complaints, memberId } = await openAs(Role.member, language, '/projects', {
      viewport: { width: 390, height: 800 },
    })
    await heading(page).waitFor()
    await page.locator('#content').focus()
    await page.keyboard.press('n')
    await page.keyboard.press('s')
    await page.getByRole('dialog', { name: words.start }).waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('[role=combobox]'))
    await page.keyboard.type('Kampagne')
    await page.getByRole('option', { name: 'Kampagne', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await button(page, words.stop).waitFor()
    await expect.poll(async () => (await entriesOf(memberId)).length).toBe(1)

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: words.search }).waitFor()
    await page.keyboard.type(words.stop)
    await page.getByRole('option', { name: words.stop }).waitFor()
    expect(await page.getByRole('option', { name: words.start }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await button(page, words.start).waitFor()
    await expect.poll(async () => (await entriesOf(memberId))[0]?.status).toBe('stopped')

    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('continueTimer') ? route.abort() : route.continue(),
    )
    await button(page, words.start).click()
    await page.getByRole('button', { name: `${words.goOn}Kampagne` }).click()
    await page.getByRole('dialog').getByRole('button').click()
    await button(page, words.start).waitFor()
    expect((await entriesOf(memberId)).length).toBe(1)
    expect(complaints.filter((each) => !each.includes('ERR_FAILED'))).toEqual([])
  })

  test.each([
    ['de', Role.member],
    ['en', Role.owner],
  ] as const)('a week is filled in by keyboard, corrected and undone: %s, %s', async (language, role) => {
    const words = said[language]
    const { page, complaints, memberId } = await openAs(role, language)
    await heading(page).waitFor()
    await page.locator('#content').focus()
    await page.keyboard.press('g')
    await page.keyboard.press(language === 'de' ? 'z' : 'm')
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
    await page.getByRole('link', { name: words.before }).click()
    await page.waitForURL(`**/time?day=${monday}*`)
    await page.getByLabel(words.addRow).fill(words.work)
    await page.getByRole('option', { name: `Kampagne · ${words.work}` }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.matches('[data-cell]'))
    for (const typed of ['1:30', words.half, '90m']) {
      await page.keyboard.type(typed)
      await page.keyboard.press('ArrowRight')
    }
    const sums = page.getByRole('row').last().getByRole('cell')
    await expect
      .poll(() => sums.allTextContents())
      .toEqual(['1:30', '1:30', '1:30', '0:00', '0:00', '0:00', '0:00', '4:30'].map((sum) => `${sum} h`))
    await expect.poll(async () => (await entriesOf(memberId)).length).toBe(3)
    expect((await entriesOf(memberId)).map((entry) => entry.duration_seconds)).toEqual([5400, 5400, 5400])

    // From Thursday back to Wednesday: what stands there gives way to what is typed.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expect.poll(() => sums.last().textContent()).toBe('5:00 h')
    await page.keyboard.type('viel')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(words.wrong).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await expect.poll(() => sums.last().textContent()).toBe('3:30 h')
    await button(page, words.undo).click()
    await expect.poll(() => sums.last().textContent()).toBe('5:00 h')

    // The address leads to the same week, and its entries are corrected one by one.
    await page.reload()
    const edit = page.getByRole('button', { name: new RegExp(`^${words.edit}Kampagne`) })
    await edit.first().click()
    await page.getByRole('dialog').getByLabel(words.description).fill('Skizzen')
    await button(page, words.save).click()
    await page.getByText('Skizzen').waitFor()
    await page
      .getByRole('button', { name: new RegExp(`^${words.delete}Kampagne`) })
      .last()
      .click()
    await expect.poll(() => sums.last().textContent()).toBe('3:00 h')
    await button(page, words.undo).click()
    await expect.poll(() => sums.last().textContent()).toBe('5:00 h')
    expect(await entriesOf(memberId)).toMatchObject([{ description: 'Skizzen' }, {}, {}])
    // Another week begins with what was worked on last.
    await page.getByRole('link', { name: words.before }).click()
    await button(page, words.recent).click()
    await page.getByRole('rowheader', { name: `Kampagne · ${words.work}` }).waitFor()
    // Two figures in a row are one entry.
    await page.locator('input[data-cell]').first().focus()
    for (const typed of ['1', '2']) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => sums.last().textContent()).toBe('2:00 h')
    expect((await entriesOf(memberId)).map((entry) => entry.duration_seconds)).toEqual([7200, 5400, 5400, 7200])
    expect(complaints).toEqual([])
  })

  test.each([
    ['de', Role.accountant],
    ['en', Role.owner],
  ] as const)('from tracked time to a draft it is three clicks: %s, %s', async (language, role) => {
    const words = said[language]
    const { body: client } = await at.owner.rest('POST', '/clients', { name: `Segel ${language}`, ...address })
    for (const name of ['Mast', 'Rumpf']) {
      const { body } = await at.owner.rest('POST', '/projects', {
        name,
        client_id: client.id,
        hourly_rate_cents: 10000,
      })
      await at.owner.rest('POST', '/time-entries', {
        ...{ project_id: body.id, started_at: `${monday}T10:00:00Z`, ended_at: `${monday}T11:30:00Z` },
      })
    }
    const { page, complaints } = await openAs(role, language, '/projects')
    await page
      .getByRole('row', { name: new RegExp(`Mast.*Segel ${language}`) })
      .getByRole('link')
      .click()
    await page.getByRole('link', { name: words.bill, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `${words.bill}: Segel ${language}` })
    await dialog.getByRole('radio', { name: 'Mast' }).waitFor()
    expect(await dialog.getByRole('radio', { name: 'Mast' }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: words.draft }).click()
    await page.waitForURL('**/app/invoices/*')
    const { body: draft } = await at.owner.rest('GET', `/invoices/${new URL(page.url()).pathname.split('/').at(-1)}`)
    expect(draft).toMatchObject({ status: 'draft', subtotal_cents: 15000 })

    // What is left is billed by keyboard, from what is open of each client.
    await page.goto(`${base()}/app/time/bill`)
    const open = page.getByRole('button', { name: `${words.bill}: Segel ${language}` })
    await open.waitFor()
    expect(await page.getByRole('row', { name: new RegExp(`Segel ${language}`) }).textContent()).toContain('1:30')
    await open.press('Enter')
    await dialog.getByRole('radio', { name: 'Rumpf' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('[type=submit]'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/invoices/*')
    await page.goto(`${base()}/app/time/bill?client=${client.id}`)
    await page.getByRole('dialog').getByText(words.nothing).waitFor()
    expect(complaints).toEqual([])
  })

  test.each([
    ['de', Role.accountant],
    ['en', Role.owner],
  ] as const)('shows the total before billing, or why it is not possible: %s, %s', async (language, role) => {
    const words = said[language]
    const { body: client } = await at.owner.rest('POST', '/clients', {
      ...{ name: `Pinne ${language}`, time_rounding_minutes: 15, ...address },
    })
    const { body: own } = await at.owner.rest('POST', '/projects', { name: 'Leck', client_id: client.id })
    for (const [from, to] of [
      ['10:00', '11:01'],
      ['12:00', '12:07'],
    ])
      await at.owner.rest('POST', '/time-entries', {
        ...{ project_id: own.id, started_at: `${monday}T${from}:00Z`, ended_at: `${monday}T${to}:00Z` },
      })
    const { page, complaints } = await openAs(role, language, `/time/bill?client=${client.id}`)
    const sheet = page.getByRole('dialog').getByRole('region', { name: words.onDraft })
    await sheet.getByText(words.noRate).waitFor()

    // The rate came after the hours: it is that of the client now.
    await at.owner.rest('PUT', `/clients/${client.id}`, { hourly_rate_cents: 9755 })
    const money = (cents: number) =>
      new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(cents / 100)
    await sheet.getByText(money(14633)).first().waitFor()
    await page.getByRole('combobox', { name: words.per }).selectOption('entry')
    await expect.poll(() => sheet.getByRole('listitem').count()).toBe(2)
    const lines = await sheet.getByRole('listitem').locator('.figure').allTextContents()
    const sums = await sheet.locator('dl dd').allTextContents()
    await page.getByRole('button', { name: words.draft }).click()
    await page.waitForURL('**/app/invoices/*')
    const { body: draft } = await at.owner.rest('GET', `/invoices/${new URL(page.url()).pathname.split('/').at(-1)}`)
    expect(lines).toEqual(draft.line_items.map((line: { net_cents: number }) => money(line.net_cents)))
    expect(sums).toEqual([draft.subtotal_cents, draft.tax_cents, draft.total_cents].map(money))
    expect(complaints).toEqual([])
  })

  test.each([
    ['de', Role.owner],
    ['en', Role.accountant],
    ['de', Role.viewer],
  ] as const)('time is seen by what one wants to know, and exported: %s, %s', async (language, role) => {
    const words = said[language]
    const { body: client } = await at.owner.rest('POST', '/clients', { name: `Deck ${language} ${role}` })
    const { body: own } = await at.owner.rest('POST', '/projects', {
      ...{ name: `Reling ${language} ${role}`, client_id: client.id, hourly_rate_cents: 10000 },
    })
    const [column] = (await at.owner.rest('GET', `/projects/${own.id}/columns`)).body
    const task = { project_id: own.id, column_id: column.id, title: 'Beize' }
    const { body: made } = await at.owner.rest('POST', '/tasks', task)
    for (const [hours, where, billable] of [
      [2, { project_id: own.id }, true],
      [1, { task_id: made.id }, false],
    ] as const)
      await at.owner.rest('POST', '/time-entries', {
        ...{ ...where, billable, started_at: `${monday}T10:00:00Z`, ended_at: `${monday}T${10 + hours}:00:00Z` },
      })
    const { page, complaints } = await openAs(role, language, `/time/reports?from=${monday}&to=${monday}&by=client`)
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await row(client.name).waitFor()
    const money = role === Role.viewer ? [] : [language === 'de' ? '200,00\u00a0€' : '€200.00']
    expect(await row(client.name).getByRole('cell').allTextContents()).toEqual([
      ...[client.name, '3:00 h', '2:00 h', '0:00 h'],
      ...money,
    ])
    // A row leads to what it is made of.
    await page.getByRole('link', { name: client.name }).click()
    await page.getByRole('link', { name: own.name }).click()
    await row('Beize').waitFor()
    expect(await row(words.without).getByRole('cell').nth(1).textContent()).toBe('2:00 h')
    expect(await page.getByRole('combobox', { name: words.client }).inputValue()).toBe(client.name)
    await page.getByLabel(words.which, { exact: true }).selectOption(words.notBillable)
    await expect.poll(() => row(words.without).count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('which')).toBe('notBillable')
    await page.reload()
    await row('Beize').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.csv }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${words.file}_${monday}_${monday}.csv`)
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    expect(lines.length).toBe(2)
    expect(lines[1]).toContain('Beize')
    await page.getByLabel(words.by).selectOption(words.day)
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
    expect(new URL(page.url()).searchParams.get('day')).toBe(monday)
    expect(complaints).toEqual([])
  })

  test.each([
    [
      'de',
      'Der Tag hat höchstens 24:00 h.',
      'Überschneidet sich mit 09:00–11:00 (Ankerwinde de)',
      'mit einem anderen Eintrag',
    ],
    ['en', 'A day has at most 24:00 h.', 'Overlaps with 09:00–11:00 (Ankerwinde en)', 'Overlaps with another entry'],
  ] as const)('limits a day to 24 hours and warns of overlaps: %s', async (language, most, overlapping, told) => {
    const words = said[language]
    const name = `Ankerwinde ${language}`
    await at.owner.rest('POST', '/projects', { name })
    const { page, complaints, memberId } = await openAs(Role.member, language, `/time?day=${monday}`)
    const place = page.getByRole('combobox', { name: words.addRow })
    await place.fill(name)
    await page.getByRole('option', { name }).waitFor()
    await place.press('Enter')
    const cell = page.locator('input[data-cell]').first()
    await cell.fill('25')
    await cell.press('Enter')
    await page.locator('.cell .why').filter({ hasText: most }).waitFor()
    expect(await cell.inputValue()).toBe('25')
    expect(await cell.getAttribute('aria-description')).toContain(most)
    await cell.fill('20')
    await cell.press('Enter')
    await page.getByRole('status').getByText('20:00 h').waitFor()
    const [entry] = await entriesOf(memberId)
    const hours = (moment: unknown) => new Date(String(moment)).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })
    expect([hours(entry?.started_at), hours(entry?.ended_at)]).toEqual([`${monday} 04:00:00`, `${tuesday} 00:00:00`])
    await cell.fill('0')
    await cell.press('Enter')
    await page
      .getByRole('status')
      .getByText(/gelöscht|deleted/)
      .waitFor()
    await page.locator('.time-entries').waitFor({ state: 'detached' })
    await cell.fill('2')
    await cell.press('Enter')
    await page.getByRole('status').getByText('2:00 h').waitFor()
    await page.locator('.time-entries').getByText('09:00–11:00').waitFor()
    await button(page, words.add).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: words.place }).fill(name)
    await dialog.getByRole('option', { name }).waitFor()
    await dialog.getByRole('combobox', { name: words.place }).press('Enter')
    await dialog.getByLabel(words.begin).fill(`${monday}T08:30`)
    await dialog.getByLabel(words.end).fill(`${monday}T10:30`)
    await button(page, words.save).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText(told).waitFor()
    await page.locator('.time-entries').getByText(overlapping).waitFor()
    expect(complaints).toEqual([])
  })

  test('locks billed time with the reason; a reader sees the week live', async () => {
    const worker = await web.somebody(Role.member, 'de')
    const own = tokenOf(worker)
    const track = (description: string) =>
      own.rest('POST', '/time-entries', {
        ...{ project_id: project, description },
        ...{ started_at: `${monday}T08:00:00Z`, ended_at: `${monday}T09:00:00Z` },
      })
    await track('Auftakt')
    const { body: found } = await at.owner.rest('GET', '/clients?q=Takel')
    const billed = await at.owner.rest('POST', '/invoices/from-time-entries', {
      ...{ client_id: found.clients[0].id, project_id: project, from: monday, to: day(0) },
    })
    expect(billed.status).toBe(201)

    await nobodyFollows()
    const admin = await openAs(Role.admin, 'de', `/time?day=${monday}&member=${worker.memberId}`)
    const cell = admin.page.locator('input[data-cell]').first()
    await cell.waitFor()
    expect(await cell.inputValue()).toBe('1:00')
    expect(await cell.getAttribute('readonly')).not.toBeNull()
    expect(await cell.getAttribute('aria-description')).toContain('Rechnung')
    expect(await admin.page.getByRole('button', { name: /^(Bearbeiten|Löschen):/ }).count()).toBe(0)
    await admin.page.getByRole('link', { name: 'Abgerechnet' }).waitFor()

    const viewer = await openAs(Role.viewer, 'en', `/time?day=${monday}&member=${worker.memberId}`)
    await viewer.page.getByText('Auftakt').waitFor()
    await viewer.page.getByText('Billed', { exact: true }).waitFor()
    expect(await viewer.page.getByRole('link', { name: 'Billed' }).count()).toBe(0)
    expect(await button(viewer.page, 'Start timer').count()).toBe(0)
    expect(await button(viewer.page, 'Add time').count()).toBe(0)
    expect(await viewer.page.getByLabel('Add row').count()).toBe(0)
    await followed(2)
    await track('Nachtrag')
    await viewer.page.getByText('Nachtrag').waitFor()
    expect(await viewer.page.getByRole('button', { name: /^(Edit|Delete):/ }).count()).toBe(0)
    await admin.page.getByRole('button', { name: /^Bearbeiten: Kampagne/ }).waitFor()
    expect([...admin.complaints, ...viewer.complaints]).toEqual([])
  })

  test('hides the timer from accountants and all time from auditors', async () => {
    const accountant = await openAs(Role.accountant, 'de', '/time')
    await accountant.page.getByRole('heading', { level: 1, name: 'Zeiten' }).waitFor()
    await accountant.page.getByRole('link', { name: 'Abrechnen' }).waitFor()
    await accountant.page.getByText('In dieser Woche ist nichts erfasst.').waitFor()
    expect(await button(accountant.page, 'Timer starten').count()).toBe(0)
    const member = await openAs(Role.member, 'de', '/time')
    await member.page.getByRole('heading', { level: 1, name: 'Zeiten' }).waitFor()
    expect(await member.page.getByRole('link', { name: 'Abrechnen' }).count()).toBe(0)
    await member.page.goto(`${base()}/app/time/bill`)
    await member.page.getByText('Dafür fehlt Ihnen das Recht').waitFor()
    const auditor = await openAs(Role.auditor, 'de', '/time')
    await auditor.page.getByText('Dafür fehlt Ihnen das Recht').waitFor()
    expect(await auditor.page.getByRole('link', { name: 'Zeiten' }).count()).toBe(0)
    expect([...accountant.complaints, ...auditor.complaints]).toEqual([])
  })
})
