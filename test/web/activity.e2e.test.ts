import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { eventNames } from '../../src/events.ts'
import { activityEvents, isAddressedTo, notifiedEvents } from '../../src/web/activity/activity-events.ts'
import { waitForSubscriptions } from '../harness/subscriptions.ts'
import { describeInBrowser, inBrowser } from './in-browser.ts'

test('every event has a message', () => {
  const told = Object.entries(activityEvents).flatMap(([thing, actions]) =>
    actions.map((action) => `${thing}.${action}`),
  )
  expect(told.sort()).toEqual([...eventNames].sort())
  expect(eventNames).toEqual(expect.arrayContaining([...notifiedEvents]))
})

test('own actions and those for others do not notify', () => {
  const me = '11111111-1111-4111-8111-111111111111'
  const other = '22222222-2222-4222-8222-222222222222'
  const by = (id: string, event: string, data = {}) => isAddressedTo({ event, actor: { id }, data }, me)
  expect(by(other, 'invoice.paid')).toBe(true)
  expect(by(me, 'invoice.paid')).toBe(false)
  expect(by(other, 'task.assigned', { assignee_ids: [me] })).toBe(true)
  expect(by(other, 'task.assigned', { assignee_ids: [other] })).toBe(false)
  expect(by(other, 'booking.created', { user_id: other })).toBe(false)
  expect(by(other, 'booking.created', { user_id: me })).toBe(true)
})

const web = inBrowser()
const { at, openAs } = web

const said = {
  de: {
    ...{
      title: 'Aktivität',
      kind: 'Art',
      project: 'Projekt',
      client: 'Kunde',
      made: 'angelegt',
      invoices: 'Rechnungen',
    },
    ...{ bell: 'Benachrichtigungen', task: 'Aufgabe', given: 'zugewiesen', none: 'Nichts passt zu diesem Filter.' },
    ...{ sent: 'Versendet', fresh: '1 neue', log: 'Protokoll', details: /^Details: Organisation geändert/ },
    ...{ before: 'Vorher', after: 'Nachher', what: 'Was', changed: 'Organisation geändert' },
  },
  en: {
    ...{ title: 'Activity', kind: 'Kind', project: 'Project', client: 'Client', made: 'created', invoices: 'Invoices' },
    ...{ bell: 'Notifications', task: 'Task', given: 'assigned', none: 'Nothing matches these filters.' },
    ...{ sent: 'Sent', fresh: '1 new', log: 'Audit log', details: /^Details: Organization changed/ },
    ...{ before: 'Before', after: 'After', what: 'What', changed: 'Organization changed' },
  },
} as const

describeInBrowser('activity', () => {
  test.each(['de', 'en'] as const)('is listed live, by kind, with links: %s', async (language) => {
    const words = said[language]
    const { page, complaints, close } = await openAs(Role.owner, language, '/activity')
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
    await waitForSubscriptions(at)
    const board = await at.owner.rest('POST', '/projects', { name: `Bau ${language}` })
    const columns = await at.owner.rest('GET', `/projects/${board.body.id}/columns`)
    const task = await at.owner.rest('POST', '/tasks', {
      ...{ title: 'Grundriss', project_id: board.body.id, column_id: columns.body[0].id },
    })
    const content = `<p>Die <strong>zweite</strong> Fassung &amp; mehr ${language}</p>`
    await at.owner.rest('POST', `/tasks/${task.body.id}/comments`, { content })
    await page.getByRole('link', { name: `Die zweite Fassung & mehr ${language}` }).waitFor()
    const name = `Feldmann ${language}`
    await at.owner.rest('POST', '/clients', { name })
    const line = page.getByRole('link', { name: `${words.client} ${name} ${words.made}`, exact: true })
    await line.waitFor()
    await page.getByLabel(words.kind, { exact: true }).selectOption({ label: words.project })
    await line.waitFor({ state: 'detached' })
    await page.getByLabel(words.kind, { exact: true }).selectOption({ label: words.client })
    await line.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    // The filter is where it was.
    await page.goBack()
    await line.waitFor()
    expect(new URL(page.url()).searchParams.get('kind')).toBe('client')
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['de', 'en'] as const)('is counted by the bell until it is read: %s', async (language) => {
    const words = said[language]
    const { page, memberId, complaints, close } = await openAs(Role.member, language)
    const bell = page.getByRole('button', { name: new RegExp(`^${words.bell}`) })
    await bell.waitFor()
    await waitForSubscriptions(at)
    const project = await at.owner.rest('POST', '/projects', { name: `Bau ${language}` })
    const columns = await at.owner.rest('GET', `/projects/${project.body.id}/columns`)
    const title = `Plan prüfen ${language}`
    const task = await at.owner.rest('POST', '/tasks', {
      ...{ project_id: project.body.id, column_id: columns.body[0].id, title, assignee_ids: [memberId] },
    })
    expect(task).toMatchObject({ status: 201 })
    await expect.poll(() => bell.textContent()).toContain(words.fresh)
    await bell.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: words.bell }).getByText(`${words.task} ${title} ${words.given}`).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => bell.textContent()).toBe(words.bell)
    await page.reload()
    await bell.waitFor()
    await bell.click()
    await page.getByText(`${words.task} ${title} ${words.given}`).waitFor()
    expect(await page.locator('.notifications .new').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('is limited to what a viewer may see', async () => {
    const { page, close } = await openAs(Role.viewer, 'de', '/activity')
    await page.getByRole('heading', { level: 1, name: said.de.title }).waitFor()
    await page.getByLabel(said.de.kind, { exact: true }).selectOption({ label: 'Zeiteintrag' })
    await page.getByText(said.de.none).waitFor()
    await close()
  })
})

describeInBrowser('filtered lists', () => {
  test.each(['de', 'en'] as const)('restore filters from the URL: %s', async (language) => {
    const words = said[language]
    const { page, complaints, close } = await openAs(Role.owner, language, '/invoices?status=sent')
    await page.getByRole('heading', { level: 1, name: words.invoices }).waitFor()
    const status = page.getByLabel('Status', { exact: true })
    expect(await status.locator(':checked').textContent()).toBe(words.sent)
    await page.getByText(words.none).waitFor()
    await page.goto(`${web.base()}/app/invoices?status=nonsense`)
    await page.getByRole('heading', { level: 1, name: words.invoices }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['de', 'en'] as const)('show old and new values in the audit log: %s', async (language) => {
    const words = said[language]
    await at.owner.rest('PUT', '/organization', { tax_number: language === 'de' ? '21/815/08150' : '28/815/08150' })
    const { page, complaints, close } = await openAs(Role.owner, language, '/settings/audit-log')
    await page.getByRole('heading', { level: 1, name: words.log }).waitFor()
    await page.getByLabel(words.what, { exact: true }).selectOption({ label: words.changed })
    // What was changed is said in the row, and who was added.
    const fields = language === 'de' ? 'Steuernummer' : 'Tax number'
    await page
      .getByRole('row', { name: `${words.changed} ${fields}` })
      .first()
      .waitFor()
    await page.getByRole('button', { name: words.details }).first().click()
    const dialog = page.getByRole('dialog', { name: words.changed })
    await dialog.getByRole('columnheader', { name: words.before }).waitFor()
    expect(
      await dialog
        .getByRole('cell', { name: language === 'de' ? '21/815/08150' : '28/815/08150', exact: true })
        .count(),
    ).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })
})
