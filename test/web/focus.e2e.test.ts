import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, inBrowser } from './in-browser.ts'

// Where what had the focus is not there any more, the focus is where one goes on, and not at the top of the page.

const web = inBrowser()
const { at, openAs } = web

/** What the focus is on, by the name that it is told with. */
const focused = (page: Page) =>
  expect.poll(() =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.ariaLabel || activeElement?.textContent?.trim() || activeElement?.localName
    }),
  )

async function aTask() {
  const project = (await at.owner.rest('POST', '/projects', { name: 'Halle' })).body
  const input = { project_id: project.id, column_id: project.columns[0].id, title: 'Boden' }
  const { id } = (await at.owner.rest('POST', '/tasks', input)).body
  return { id: id as string, project }
}

/** What the service answers to this from now on: that it may not be. */
const refuse = (page: Page, mutation: string) =>
  page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes(mutation)) return route.fallback()
    await new Promise((done) => setTimeout(done, 300))
    const extensions = { code: 'forbidden' }
    return route.fulfill({ json: { data: null, errors: [{ message: 'Das geht nicht.', extensions }] } })
  })

describeInBrowser('focus', () => {
  test('stays in the list of subtasks after any change', async () => {
    const { id } = await aTask()
    for (const title of ['Eins', 'Zwei', 'Drei']) await at.owner.rest('POST', `/tasks/${id}/subtasks`, { title })
    const { page, close } = await openAs(Role.member, 'de', `/tasks/${id}`)
    const act = async (title: string, action: string) => {
      await page.getByRole('button', { name: `Aktionen für ${title}` }).press('Enter')
      await page.getByRole('menuitem', { name: action }).press('Enter')
    }
    await act('Eins', 'Umbenennen')
    await page.getByRole('textbox', { name: 'Titel' }).press('Escape')
    await focused(page).toBe('Aktionen für Eins')
    await act('Eins', 'Umbenennen')
    await page.getByRole('textbox', { name: 'Titel' }).fill('Erstens')
    await page.keyboard.press('Enter')
    await focused(page).toBe('Aktionen für Erstens')
    await act('Zwei', 'Löschen')
    await page.getByRole('checkbox', { name: 'Zwei' }).waitFor({ state: 'detached' })
    await focused(page).toBe('Aktionen für Drei')
    // What was deleted without a question is taken back, as it was and where it was.
    const steps = page.getByRole('region', { name: 'Teilaufgaben' }).getByRole('checkbox')
    const names = () => steps.evaluateAll((all) => all.map((each) => each.parentElement?.textContent))
    await page.getByText('„Zwei“ wurde gelöscht.').waitFor()
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await expect.poll(names).toEqual(['Erstens', 'Zwei', 'Drei'])
    await act('Zwei', 'Löschen')
    await focused(page).toBe('Aktionen für Drei')
    await act('Drei', 'Löschen')
    await focused(page).toBe('Aktionen für Erstens')
    await act('Erstens', 'Löschen')
    await focused(page).toBe('Teilaufgaben')
    await close()
  })

  test('stays in the attachments of a task and on comments', async () => {
    const { id } = await aTask()
    const { page, close } = await openAs(Role.member, 'de', `/tasks/${id}`)
    for (const name of ['eins.txt', 'zwei.txt']) {
      const buffer = Buffer.from('Guten Tag')
      await page.getByLabel('Datei auswählen').setInputFiles({ name, mimeType: 'text/plain', buffer })
      await page.getByRole('button', { name: `${name} entfernen` }).waitFor()
    }
    await page.getByRole('button', { name: 'eins.txt entfernen' }).press('Enter')
    await page.getByRole('button', { name: 'eins.txt entfernen' }).waitFor({ state: 'detached' })
    await focused(page).toBe('zwei.txt entfernen')
    await page.keyboard.press('Control+z')
    await page.getByText('Rückgängig gemacht.').waitFor()
    await page.getByRole('button', { name: 'eins.txt entfernen' }).press('Enter')
    await page.getByRole('button', { name: 'eins.txt entfernen' }).waitFor({ state: 'detached' })
    await focused(page).toBe('zwei.txt entfernen')
    await page.getByRole('button', { name: 'zwei.txt entfernen' }).press('Enter')
    await focused(page).toBe('Dateien')
    const comment = page.getByRole('textbox', { name: 'Kommentar', exact: true })
    await comment.fill('Guten Tag')
    await comment.press('Control+Enter')
    const edit = 'Kommentar von Alma Rose bearbeiten'
    await page.getByRole('button', { name: edit }).press('Enter')
    await page.getByRole('textbox', { name: edit }).press('Escape')
    await focused(page).toBe(edit)
    await page.getByRole('button', { name: edit }).press('Enter')
    await page.getByRole('textbox', { name: edit }).fill('Guten Abend')
    await page.keyboard.press('Control+Enter')
    await focused(page).toBe(edit)
    await close()
  })

  test('stays in the time entries of a day', async () => {
    const { project } = await aTask()
    const { page, close, token } = await openAs(Role.member, 'de')
    const headers = { authorization: `Bearer ${token}` }
    for (const hour of ['08', '09', '10']) {
      const span = { started_at: `2026-03-03T${hour}:00:00Z`, ended_at: `2026-03-03T${hour}:30:00Z` }
      const payload = { project_id: project.id, ...span }
      await at.app.server.inject({ method: 'POST', url: '/api/v1/time-entries', headers, payload })
    }
    await page.goto(`${web.base()}/app/time?day=2026-03-03`)
    const remove = (begin: string) => page.getByRole('button', { name: `Löschen: Halle, ${begin}` })
    await remove('10:00').press('Enter')
    await remove('10:00').waitFor({ state: 'detached' })
    await focused(page).toBe('Löschen: Halle, 11:00–11:30')
    await page.getByRole('button', { name: 'Bearbeiten: Halle, 09:00' }).press('Enter')
    await page.getByLabel('Beschreibung').fill('Geschliffen')
    await page.keyboard.press('Enter')
    await focused(page).toBe('Bearbeiten: Halle, 09:00–09:30')
    await remove('11:00').press('Enter')
    await focused(page).toBe('Löschen: Halle, 09:00–09:30')
    await remove('09:00').press('Enter')
    await focused(page).toBe('Zeiten')
    await close()
  })

  test('returns to a page in the tree from its menu', async () => {
    await at.owner.rest('POST', '/pages', { title: 'Ablauf' })
    await at.owner.rest('POST', '/pages', { title: 'Anfahrt' })
    const { page, close } = await openAs(Role.member, 'de', '/pages')
    const button = page.getByRole('button', { name: 'Aktionen für Anfahrt' })
    for (const open of [() => button.click(), () => button.press('Enter')]) {
      await open()
      await page.getByRole('menu').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await focused(page).toBe('Aktionen für Anfahrt')
    }
    await close()
  })

  test('returns to the row of the tree from its page', async () => {
    for (const title of ['Brache', 'Brücke']) await at.owner.rest('POST', '/pages', { title })
    const { page, close } = await openAs(Role.member, 'de', '/pages')
    const row = page.getByRole('row', { name: 'Brücke' })
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Brücke' }).waitFor()
    await page.goBack()
    await row.waitFor()
    await expect.poll(() => row.evaluate((each) => each === document.activeElement)).toBe(true)
    await close()
  })

  test('stays on a page whose move is refused', async () => {
    for (const title of ['Lager', 'Lieferung']) await at.owner.rest('POST', '/pages', { title })
    const { page, close } = await openAs(Role.member, 'de', '/pages')
    await refuse(page, 'movePage')
    await page.getByRole('row', { name: 'Lieferung' }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.getByText('Das geht nicht.').waitFor()
    await focused(page).toBe('Lieferung')
    await close()
  })

  test('stays in a form whose rows are removed', async () => {
    const { page, close } = await openAs(Role.owner, 'de', '/settings/hours')
    const add = page.getByRole('button', { name: 'Montag: Zeitraum hinzufügen' })
    const remove = (number: number) => page.getByRole('button', { name: `Montag: Zeitraum ${number} entfernen` })
    await add.waitFor()
    const before = await page.getByRole('button', { name: /^Montag: Zeitraum . entfernen$/ }).count()
    for (let number = before; number < 2; number++) await add.click()
    await remove(1).press('Enter')
    await focused(page).toBe('Montag: Zeitraum 1 entfernen')
    await remove(1).press('Enter')
    await focused(page).toBe('Montag: Zeitraum hinzufügen')
    await close()
  })

  test('stays on a card whose move is refused or undone', async () => {
    const { project } = await aTask()
    const { page, close } = await openAs(Role.member, 'de', `/projects/${project.id}`)
    await page.route('**/graphql', (route) => route.fallback())
    const card = page.getByRole('link', { name: 'Boden' })
    const moveByKeys = async () => {
      await card.focus()
      for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    }
    await moveByKeys()
    await page.getByRole('button', { name: 'Rückgängig' }).press('Enter')
    await page.getByText('Rückgängig gemacht.').waitFor()
    await focused(page).toBe('Boden')
    await refuse(page, 'moveTask')
    await moveByKeys()
    await page.getByText('Das geht nicht.').waitFor()
    await focused(page).toBe('Boden')
    await page.getByRole('button', { name: 'Boden verschieben' }).press('Enter')
    await page.getByRole('menuitem', { name: project.columns[2].name, exact: true }).press('Enter')
    await page.getByText('Das geht nicht.').waitFor()
    await page.waitForTimeout(500)
    await focused(page).toBe('Boden verschieben')
    await close()
  })

  test('stays in the column after any change, also of others', async () => {
    const { project, id: first } = await aTask()
    const column = project.columns[0]
    const aCard = async (title: string) =>
      (await at.owner.rest('POST', '/tasks', { project_id: project.id, column_id: column.id, title })).body.id
    const [second, third] = [await aCard('Decke'), await aCard('Wand')]
    const last = await aCard('Tor')
    const { page, close } = await openAs(Role.member, 'de', `/projects/${project.id}`)
    const menuOf = (title: string) => page.getByRole('button', { name: `${title} verschieben` })
    await menuOf('Boden').press('Enter')
    await page.getByRole('menuitem', { name: 'Erledigen' }).press('Enter')
    await menuOf('Boden').waitFor({ state: 'detached' })
    await focused(page).toBe('Decke verschieben')
    await page.keyboard.press('Control+z')
    await menuOf('Boden').waitFor()
    await focused(page).toBe('Boden verschieben')
    // What others do with the card that has it.
    await page.getByRole('link', { name: 'Boden', exact: true }).focus()
    await at.owner.rest('PATCH', `/tasks/${first}/move`, { column_id: project.columns[1].id, position: 0 })
    await page.getByRole('region', { name: project.columns[1].name }).getByText('Boden', { exact: true }).waitFor()
    await focused(page).toBe('Boden')
    await page.getByRole('link', { name: 'Decke', exact: true }).focus()
    await at.owner.rest('DELETE', `/tasks/${second}`)
    await focused(page).toBe('Wand')
    // A menu goes with its card, and does not come again with the next that is opened.
    await menuOf('Wand').press('Enter')
    await page.getByRole('menu').waitFor()
    await at.owner.rest('PUT', `/tasks/${third}`, { status: 'done' })
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await focused(page).toBe('Tor verschieben')
    await at.owner.rest('PUT', `/tasks/${third}`, { status: 'open' })
    await menuOf('Wand').waitFor()
    expect(await page.getByRole('menu').count()).toBe(0)
    await page.getByRole('link', { name: 'Tor', exact: true }).focus()
    await at.owner.rest('DELETE', `/tasks/${last}`)
    await focused(page).toBe('Wand')
    await close()
  })

  test('stays in the page tree after any change, also of others', async () => {
    const aPage = async (title: string, parent?: string) =>
      (await at.owner.rest('POST', '/pages', { title, parent_id: parent ?? null })).body.id as string
    const folder = await aPage('Umzug')
    await aPage('Kisten', folder)
    const [first, second] = [await aPage('Packen'), await aPage('Fahren')]
    await aPage('Putzen')
    const { page, close } = await openAs(Role.member, 'de', '/pages')
    const row = (name: string) => page.getByRole('row', { name })
    await row('Fahren').press('Alt+ArrowUp')
    await page.getByRole('button', { name: 'Rückgängig' }).press('Enter')
    await page.getByText('Rückgängig gemacht.').waitFor()
    await focused(page).toBe('Fahren')
    await page.getByRole('button', { name: 'Aktionen für Fahren' }).press('Enter')
    await page.getByRole('menu').waitFor()
    await at.owner.rest('DELETE', `/pages/${second}`)
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await focused(page).toBe('Putzen')
    await row('Umzug').press('ArrowLeft')
    await row('Kisten').waitFor({ state: 'detached' })
    await row('Packen').focus()
    await at.owner.rest('PATCH', `/pages/${first}/move`, { parent_id: folder })
    await row('Packen').waitFor({ state: 'detached' })
    await focused(page).toBe('Putzen')
    await close()
  })

  test('returns to the account menu from what it opened', async () => {
    const { page, close } = await openAs(Role.member, 'de', '/clients')
    const account = page.getByRole('button', { name: /Alma Rose/ })
    await account.press('Enter')
    await page.getByRole('menuitem', { name: 'Tastenkürzel' }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => account.evaluate((button) => button === document.activeElement)).toBe(true)
    await close()
  })
})
