import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { upload } from '../features/content/files/upload.ts'
import { browserPath } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { taskScreens } from './screens/tasks.ts'

const web = inBrowser()
const { at, openAs } = web

/** A task of a project of its own. */
async function aTask(title: string, more: object = {}) {
  const project = (await at.owner.rest('POST', '/projects', { name: `Projekt zu ${title}` })).body
  const columns = (await at.owner.rest('GET', `/projects/${project.id}/columns`)).body
  const input = { project_id: project.id, column_id: columns[0].id, title, ...more }
  const task = (await at.owner.rest('POST', '/tasks', input)).body
  const now = async () => (await at.owner.rest('GET', `/tasks/${task.id}`)).body
  return { id: task.id as string, path: `/tasks/${task.id}`, project, columns, now }
}

describeInBrowser('tasks', () => {
  beforeAll(async () => {
    if (!browserPath) return
    const { id } = await aTask('Kampagnenseite texten', {
      description: '<h3>Ziel</h3><p>Eine <strong>gute</strong> Seite.</p><table><tr><th>A</th><td>B</td></tr></table>',
      due_date: '2026-01-05',
      priority: 'urgent',
    })
    await at.owner.rest('POST', `/tasks/${id}/subtasks`, { title: 'Skizze' })
    await at.owner.rest('POST', `/tasks/${id}/comments`, { content: '<p>Schon begonnen.</p>' })
  })

  everyPageIsSound(web, Role.owner, taskScreens)

  test('edits a task inline, visible to others', async () => {
    const task = await aTask('Startseite')
    const { page, complaints, close } = await openAs(Role.member, 'de', task.path)
    const other = await openAs(Role.viewer, 'en', task.path)
    const heading = (name: string) => ({ level: 1, name, exact: true }) as const
    await other.page.getByRole('heading', heading('Startseite')).waitFor()

    // The title, by keyboard alone.
    await page.getByRole('button', { name: 'Titel ändern' }).press('Enter')
    await page.getByRole('textbox', { name: 'Titel' }).fill('Neue Startseite')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', heading('Neue Startseite')).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Titel ändern')
    await other.page.getByRole('heading', heading('Neue Startseite')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Titel' }).fill('Doch nicht')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', heading('Neue Startseite')).waitFor()

    // Who goes elsewhere in the app leaves the field.
    await page.getByRole('navigation').getByRole('link', { name: 'Aufgaben', exact: true }).click()
    await page.getByRole('heading', heading('Aufgaben')).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Titel ändern' }).click()
    await page.getByRole('textbox', { name: 'Titel' }).fill('Startseite zum Fest')
    await page.goForward()
    await page.getByRole('heading', heading('Aufgaben')).waitFor()
    await expect.poll(async () => (await task.now()).title).toBe('Startseite zum Fest')
    await page.goBack()
    await page.getByRole('heading', heading('Startseite zum Fest')).waitFor()

    await page.getByRole('button', { name: 'Beschreibung ändern' }).click()
    const text = page.getByRole('textbox', { name: 'Beschreibung' })
    await text.fill('**Wichtig**: <b> bleibt Text\n\n- eins\n- zwei')
    await text.press('Control+Enter')
    await page.getByText('Wichtig', { exact: true }).waitFor()
    expect((await task.now()).description).toMatch(/<strong>Wichtig<\/strong>: &lt;b&gt; bleibt Text/)
    await other.page.getByText('bleibt Text').waitFor()
    await page.getByRole('button', { name: 'Beschreibung ändern' }).click()
    expect(await text.inputValue()).toBe('**Wichtig**: <b> bleibt Text\n\n- eins\n- zwei')
    await text.press('Escape')

    await page.getByLabel('Priorität').selectOption('high')
    await expect.poll(async () => (await task.now()).priority).toBe('high')
    await page.getByLabel('Fällig am').fill('2026-12-24')
    await expect.poll(async () => (await task.now()).due_date).toBe('2026-12-24')
    await other.page.getByText('24 Dec 2026').waitFor()
    const [, second] = task.columns
    await page.getByLabel('Spalte', { exact: true }).selectOption(second.id)
    await expect.poll(async () => (await task.now()).column_id).toBe(second.id)

    await page.getByLabel('Person zuweisen').fill('alma')
    await page.getByRole('option', { name: 'Alma Rose' }).first().click()
    await page.getByRole('button', { name: 'Alma Rose nicht mehr zuweisen' }).waitFor()
    await page.getByLabel('Label hinzufügen').fill('Dringlich')
    await page.getByRole('option', { name: 'Label „Dringlich“ anlegen' }).click()
    await page.getByRole('button', { name: 'Label Dringlich entfernen' }).waitFor()
    await expect.poll(async () => (await task.now()).tags.length).toBe(1)
    await page.getByRole('button', { name: 'Label Dringlich entfernen' }).click()
    await expect.poll(async () => (await task.now()).tags.length).toBe(0)

    // A viewer reads.
    expect(await other.page.getByRole('button', { name: /^(Edit|Complete|Delete|Comment)/ }).count()).toBe(0)
    expect(await other.page.getByRole('main').getByRole('textbox').count()).toBe(0)
    expect(await other.page.getByRole('main').getByRole('combobox').count()).toBe(0)

    await page.getByRole('button', { name: 'Erledigen' }).click()
    await page.getByRole('button', { name: 'Wiedereröffnen' }).waitFor()
    await other.page.getByText('Done', { exact: true }).waitFor()
    expect([...complaints, ...other.complaints]).toEqual([])
    await close()
    await other.close()
  })

  test('reports a concurrent change and lets the user keep either version', async () => {
    const task = await aTask('Angebot', { description: '<p>Erst</p>' })
    const { page, close } = await openAs(Role.admin, 'en', task.path)
    const edit = async (typed: string) => {
      await page.getByRole('button', { name: 'Edit description' }).click()
      await page.getByRole('textbox', { name: 'Description' }).fill(typed)
    }
    await edit('Mine')
    // Another field is no conflict.
    await at.owner.rest('PUT', `/tasks/${task.id}`, { priority: 'low' })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('paragraph').getByText('Mine', { exact: true }).waitFor()
    await edit('Mine again')
    await at.owner.rest('PUT', `/tasks/${task.id}`, { description: '<p>Theirs</p>' })
    await page.keyboard.press('Control+Enter')
    await page.getByText('Someone else has changed this.').waitFor()
    expect((await task.now()).description).toBe('<p>Theirs</p>')
    await page.getByRole('button', { name: 'Save my version' }).click()
    await expect.poll(async () => (await task.now()).description).toBe('<p>Mine again</p>')
    await page.getByRole('paragraph').getByText('Mine again', { exact: true }).waitFor()
    await close()
  })

  test('adds, completes, reorders, renames and removes subtasks', async () => {
    const task = await aTask('Druck')
    const { page, complaints, close } = await openAs(Role.member, 'en', task.path)
    const steps = page.getByRole('region', { name: 'Subtasks' })
    const titles = () => steps.getByRole('listitem').locator('label span').allTextContents()
    const added = page.getByLabel('New subtask')
    for (const title of ['One', 'Two']) {
      await added.fill(title)
      await added.press('Enter')
      await steps.getByText(title, { exact: true }).waitFor()
    }
    await steps.getByRole('checkbox', { name: 'One' }).press('Space')
    await steps.getByText('1 of 2').waitFor()
    const act = async (title: string, action: string) => {
      await steps.getByRole('button', { name: `Actions for ${title}` }).press('Enter')
      await page.getByRole('menuitem', { name: action }).press('Enter')
    }
    await act('Two', 'Up')
    await expect.poll(titles).toEqual(['Two', 'One'])
    await act('Two', 'Rename')
    await steps.getByRole('textbox', { name: 'Title' }).fill('Second')
    await page.keyboard.press('Enter')
    await expect.poll(titles).toEqual(['Second', 'One'])
    await act('One', 'Delete')
    await expect.poll(titles).toEqual(['Second'])
    expect(complaints).toEqual([])
    await close()
  })

  test('posts comments with mentions, live, editable by their author', async () => {
    const task = await aTask('Gespräch')
    const { page, complaints, memberId, close } = await openAs(Role.member, 'de', task.path)
    const other = await openAs(Role.member, 'en', task.path)
    const field = page.getByRole('textbox', { name: 'Kommentar', exact: true })
    await field.pressSequentially('Bitte ansehen, @ros')
    await page.getByRole('option', { name: 'Alma Rose' }).first().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Bitte ansehen, @Alma Rose ')
    await page.keyboard.press('Control+Enter')
    await other.page.getByText('Bitte ansehen, @Alma Rose').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    expect(await other.page.getByRole('button', { name: /^Edit comment/ }).count()).toBe(0)

    await page.getByRole('button', { name: 'Kommentar von Alma Rose bearbeiten' }).click()
    await page.getByRole('textbox', { name: 'Kommentar von Alma Rose bearbeiten' }).fill('Bitte **nicht** ansehen')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.locator('strong').getByText('nicht', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Assistenten fragen' }).click()
    await page.keyboard.type('Wie ist der Stand?')
    await page.getByRole('button', { name: 'Kommentieren' }).click()
    await page.getByText('@assistant Wie ist der Stand?').waitFor()
    await other.page.locator('strong').getByText('nicht', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Kommentar von Alma Rose löschen' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.locator('strong').getByText('nicht', { exact: true }).waitFor({ state: 'detached' })
    await other.page.locator('strong').getByText('nicht', { exact: true }).waitFor({ state: 'detached' })
    expect(memberId).not.toBe(other.memberId)
    expect([...complaints, ...other.complaints]).toEqual([])
    await close()
    await other.close()
  })

  test('attaches, downloads and removes files', async () => {
    const task = await aTask('Unterlagen')
    const { page, complaints, close } = await openAs(Role.member, 'en', task.path)
    const files = page.getByRole('region', { name: 'Files' })
    const buffer = Buffer.from('Guten Tag')
    await files.getByLabel('Choose file').setInputFiles({ name: 'brief.txt', mimeType: 'text/plain', buffer })
    await page.getByText('“brief.txt” added.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByRole('button', { name: 'brief.txt', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('brief.txt')
    // What the service would refuse is not sent.
    const none = { name: 'leer.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }
    await files.getByLabel('Choose file').setInputFiles(none)
    await page.getByText('The file is empty.').waitFor()
    // Dropped from elsewhere.
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['Skizze'], 'skizze.txt', { type: 'text/plain' }))
      return transfer
    })
    await files.dispatchEvent('drop', { dataTransfer })
    await files.getByRole('button', { name: 'skizze.txt', exact: true }).waitFor()
    await files.getByRole('button', { name: 'Remove skizze.txt' }).click()
    await files.getByRole('button', { name: 'skizze.txt', exact: true }).waitFor({ state: 'detached' })
    await files.getByRole('button', { name: 'Remove brief.txt' }).click()
    await files.getByText('No files yet.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('finds a task in the palette and deletes it after confirmation', async () => {
    const task = await aTask('Zeltplanung')
    const { page, close } = await openAs(Role.admin, 'de')
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').fill('Zeltplanung')
    await page.getByRole('option', { name: 'Zeltplanung', exact: true }).waitFor()
    await page.getByRole('option', { name: 'Zeltplanung', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Zeltplanung' }).waitFor()
    await page.getByRole('button', { name: 'Aufgabe löschen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('heading', { level: 1, name: 'Projekt zu Zeltplanung' }).waitFor()
    expect((await at.owner.rest('GET', `/tasks/${task.id}`)).status).toBe(404)
    await close()
  })

  test('filters the list by URL, navigates by keyboard and restores its state', async () => {
    const task = await aTask('Filtern Eins', { priority: 'high' })
    for (const title of ['Filtern Zwei', 'Filtern Drei'])
      await at.owner.rest('POST', '/tasks', { project_id: task.project.id, column_id: task.columns[0].id, title })
    const { page, complaints, memberId, close } = await openAs(Role.member, 'de', '/tasks')
    const titles = () => page.getByRole('table').locator('td.main').allTextContents()
    await page.getByRole('searchbox').pressSequentially('Filtern')
    await expect.poll(titles).toEqual(['Filtern Drei', 'Filtern Zwei', 'Filtern Eins'])
    await page.getByLabel('Reihenfolge').selectOption('priority_desc')
    await expect.poll(async () => (await titles())[0]).toBe('Filtern Eins')
    await at.owner.rest('PUT', `/tasks/${task.id}`, { assignee_ids: [memberId] })
    await page.getByLabel('Zuständig').selectOption('me')
    await expect.poll(titles).toEqual(['Filtern Eins'])
    const { search } = new URL(page.url())
    expect(search).toContain('assignee=me')
    await page.getByRole('main').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Filtern Eins' }).waitFor()
    await page.goBack()
    await expect.poll(titles).toEqual(['Filtern Eins'])
    expect(new URL(page.url()).search).toBe(search)
    expect(await page.getByRole('searchbox').inputValue()).toBe('Filtern')
    await page.getByLabel('Fälligkeit').selectOption('overdue')
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click()
    await expect.poll(async () => (await titles()).length).toBeGreaterThan(1)

    // Beside the board.
    await page.goto(`${web.base()}/app/projects/${task.project.id}`)
    await page.getByRole('link', { name: 'Liste' }).click()
    await expect.poll(async () => (await titles()).toSorted()).toEqual(['Filtern Drei', 'Filtern Eins', 'Filtern Zwei'])
    expect(complaints).toEqual([])
    await close()
  })

  test('shows more than a hundred done cards and attachments', async () => {
    const task = await aTask('Archiv')
    for (let number = 1; number <= 101; number++) {
      const input = { project_id: task.project.id, column_id: task.columns[0].id, title: `Fertig ${number}` }
      const { id } = (await at.owner.rest('POST', '/tasks', input)).body
      await at.owner.rest('PUT', `/tasks/${id}`, { status: 'done' })
      const file = (await upload(at, 'owner', { file: ['Guten Tag', `brief-${number}.txt`] })).body
      await at.owner.rest('POST', `/tasks/${task.id}/attachments`, { file_id: file.id })
    }
    const { page, complaints, close } = await openAs(Role.member, 'de', `/projects/${task.project.id}`)
    await page.getByText('Erledigt (101)').click()
    const last = page.locator('.done').getByRole('listitem')
    await expect.poll(() => last.allTextContents()).toEqual([101, 100, 99, 98, 97].map((number) => `Fertig ${number}`))
    await page.goto(`${web.base()}/app${task.path}`)
    await expect.poll(() => page.getByRole('region', { name: 'Dateien' }).getByRole('listitem').count()).toBe(101)
    expect(complaints).toEqual([])
    await close()
  })

  test('filters by one of more than a hundred projects', async () => {
    for (let number = 1; number <= 102; number++)
      await at.owner.rest('POST', '/projects', { name: `Baustelle ${number}` })
    const { page, complaints, close } = await openAs(Role.member, 'de', '/tasks')
    await expect
      .poll(() => page.getByLabel('Projekt').locator('option').filter({ hasText: 'Baustelle' }).count())
      .toBe(102)
    await page.getByLabel('Projekt').selectOption('Baustelle 102')
    await page.waitForURL(/project=/)
    expect(complaints).toEqual([])
    await close()
  })
})
