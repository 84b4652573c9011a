import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { browserPath } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { workScreens } from './screens/work.ts'

const web = inBrowser()
const { at, openAs } = web

/** What stands in a column, in order. */
const cardsOf = (page: Page, column: string) =>
  page
    .getByRole('region', { name: column, exact: true })
    .getByRole('listitem')
    .locator('> span:first-child')
    .allTextContents()

describeInBrowser('projects and their boards', () => {
  beforeAll(async () => {
    if (browserPath) await at.owner.rest('POST', '/projects', { name: 'Vorhanden' })
  })

  everyPageIsSound(web, Role.owner, workScreens)

  test('creates a project, fills its board and moves cards by pointer and keyboard, live', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'de', '/projects')
    await page.getByRole('link', { name: 'Neues Projekt' }).click()
    // A page that begins with a field has the focus there.
    await page.getByLabel('Name').waitFor()
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('name')
    await page.keyboard.type('Umbau')
    await page.getByLabel('Stundensatz in Euro').fill('viel')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Bitte geben Sie eine Zahl ein, zum Beispiel 12,5.').waitFor()
    await page.getByLabel('Stundensatz in Euro').fill('85,50')
    await page.getByLabel('Budget in Stunden').fill('12,5')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('heading', { level: 1, name: 'Umbau' }).waitFor()
    const { projects } = (await at.owner.rest('GET', '/projects?q=Umbau')).body
    expect(projects[0]).toMatchObject({ budget_minutes: 750, hourly_rate_cents: 8550 })

    const columns = page.getByRole('region', { name: 'Board' }).getByRole('heading', { level: 2 })
    await columns.first().waitFor()
    const [first = '', second = ''] = await columns.allTextContents()
    const typed = page.getByLabel(`Neue Aufgabe in ${first}`)
    for (const title of ['Eins', 'Zwei', 'Drei']) {
      await typed.fill(title)
      await typed.press('Enter')
      await page.getByText(title, { exact: true }).waitFor()
    }
    await expect.poll(() => cardsOf(page, first)).toEqual(['Eins', 'Zwei', 'Drei'])

    const other = await openAs(Role.viewer, 'en', new URL(page.url()).pathname.replace('/app', ''))
    await expect.poll(() => cardsOf(other.page, first)).toEqual(['Eins', 'Zwei', 'Drei'])
    expect(await other.page.getByRole('button', { name: /^Move/ }).count()).toBe(0)
    expect(await other.page.getByLabel(/^New task/).count()).toBe(0)

    await page
      .getByText('Eins', { exact: true })
      .dragTo(page.getByRole('region', { name: second, exact: true }).getByRole('list'))
    const moved = Date.now()
    await expect.poll(() => cardsOf(page, second)).toEqual(['Eins'])
    await expect.poll(() => cardsOf(other.page, second), { interval: 10, timeout: 5000 }).toEqual(['Eins'])
    console.info(`a move was seen elsewhere after ${Date.now() - moved} ms`)

    await page.getByRole('button', { name: 'Drei verschieben' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Nach oben' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => cardsOf(page, first)).toEqual(['Drei', 'Zwei'])
    await page.getByRole('status').getByText(`„Drei“: „${first}“, Position 1.`).waitFor()
    await page.getByRole('button', { name: 'Drei verschieben' }).press('Enter')
    await page.getByRole('menuitem', { name: second, exact: true }).press('Enter')
    await expect.poll(() => cardsOf(other.page, second)).toEqual(['Eins', 'Drei'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Drei verschieben')

    // Space lifts a card, the arrows move it, Space puts it down, and Escape puts it back.
    await page.getByRole('link', { name: 'Zwei', exact: true }).press('Space')
    await page.getByRole('status').getByText('„Zwei“ ist angehoben.').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => cardsOf(page, second)).toEqual(['Eins', 'Zwei', 'Drei'])
    expect(await cardsOf(other.page, first)).toEqual(['Zwei'])
    await page.keyboard.press('Space')
    await expect.poll(() => cardsOf(other.page, second)).toEqual(['Eins', 'Zwei', 'Drei'])
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => cardsOf(page, first)).toEqual(['Zwei'])
    // Whoever goes on at once is not called back to the card.
    const active = await page.evaluate(async () => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      await new Promise(requestAnimationFrame)
      document.querySelector<HTMLElement>('[aria-label="Eins verschieben"]')?.focus()
      await new Promise((done) => setTimeout(done, 200))
      return document.activeElement?.ariaLabel
    })
    expect(active).toBe('Eins verschieben')
    await expect.poll(() => cardsOf(page, second)).toEqual(['Eins', 'Zwei', 'Drei'])
    await page.getByRole('button', { name: 'Zwei verschieben' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Erledigen' }).press('Enter')
    await expect.poll(() => cardsOf(other.page, second)).toEqual(['Eins', 'Drei'])
    await other.page.getByText('Done (1)').click()
    await other.page.getByRole('link', { name: 'Zwei', exact: true }).click()
    await other.page.getByRole('heading', { level: 1, name: 'Zwei' }).waitFor()
    await other.page.goBack()
    await expect.poll(() => cardsOf(other.page, second)).toEqual(['Eins', 'Drei'])

    // What is refused stands where it stood.
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('moveTask') ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Drei verschieben' }).press('Enter')
    await page.getByRole('menuitem', { name: first, exact: true }).press('Enter')
    await page.locator('.notice.danger').waitFor()
    await expect.poll(() => cardsOf(page, second)).toEqual(['Eins', 'Drei'])
    await page.unroute('**/graphql')
    expect(complaints.filter((each) => !each.includes('ERR_FAILED'))).toEqual([])
    await close()
    await other.close()
  })

  test('reports that a lifted card was deleted, and focuses the next', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Fort' })
    const [card, next] = await Promise.all(
      ['Eins', 'Zwei'].map((title) =>
        at.owner.rest('POST', '/tasks', { title, project_id: body.id, column_id: body.columns[0].id }),
      ),
    )
    const { page, complaints, close } = await openAs(Role.member, 'de', `/projects/${body.id}`)
    await page.getByRole('link', { name: 'Eins', exact: true }).press('Space')
    await page.getByRole('status').getByText('„Eins“ ist angehoben.').waitFor()
    await at.owner.rest('DELETE', `/tasks/${card?.body.id}`)
    await page.getByRole('status').getByText('„Eins“ ist nicht mehr auf dem Board.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`card-${next?.body.id}`)
    expect(complaints).toEqual([])
    await close()
  })

  test('returns a lifted card that somebody else has moved, and reports it', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Hin' })
    const [first, second] = body.columns
    const card = await at.owner.rest('POST', '/tasks', { title: 'Eins', project_id: body.id, column_id: first.id })
    const { page, close } = await openAs(Role.member, 'de', `/projects/${body.id}`)
    await page.getByRole('link', { name: 'Eins', exact: true }).press('Space')
    await page.getByRole('status').getByText('„Eins“ ist angehoben.').waitFor()
    await at.owner.rest('PATCH', `/tasks/${card.body.id}/move`, { column_id: second.id, position: 0 })
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        const told = await page.getByRole('status').allTextContents()
        // It is not seen of a lifted card whether the page has heard of it.
        await page.getByRole('link', { name: 'Eins', exact: true }).press('Space')
        return told
      })
      .toContainEqual(`„Eins“: „${second.name}“, Position 1.`)
    await close()
  })

  test('keeps the undo message while it has focus or pointer', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Her' })
    await at.owner.rest('POST', '/tasks', { title: 'Eins', project_id: body.id, column_id: body.columns[0].id })
    const { page, close } = await openAs(Role.member, 'de', `/projects/${body.id}`)
    await page.getByRole('button', { name: 'Eins verschieben' }).waitFor()
    await page.clock.install()
    const undo = page.getByRole('button', { name: 'Rückgängig' })
    await page.getByRole('button', { name: 'Eins verschieben' }).press('Enter')
    await page.getByRole('menuitem', { name: body.columns[1].name, exact: true }).press('Enter')
    await undo.focus()
    await page.clock.runFor(20_000)
    expect(await undo.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Eins verschieben' }).focus()
    await undo.hover()
    await page.clock.runFor(20_000)
    expect(await undo.count()).toBe(1)
    await page.mouse.move(0, 0)
    await page.clock.runFor(5_000)
    expect(await undo.count()).toBe(1)
    await page.clock.runFor(2_000)
    await undo.waitFor({ state: 'detached' })
    await close()
  })

  test('undoes changes of a card by button or Ctrl Z', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Zurück' })
    const [first = '', second = ''] = body.columns.map(({ name }: { name: string }) => name)
    for (const title of ['Eins', 'Zwei'])
      await at.owner.rest('POST', '/tasks', { title, project_id: body.id, column_id: body.columns[0].id })
    const { page, complaints, close } = await openAs(Role.member, 'de', `/projects/${body.id}`)
    await expect.poll(() => cardsOf(page, first)).toEqual(['Eins', 'Zwei'])
    const act = async (title: string, action: string) => {
      await page.getByRole('button', { name: `${title} verschieben` }).press('Enter')
      await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
    }
    await act('Eins', second)
    await expect.poll(() => cardsOf(page, second)).toEqual(['Eins'])
    await page.getByRole('button', { name: 'Rückgängig' }).waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => cardsOf(page, first)).toEqual(['Eins', 'Zwei'])
    const kept = async () =>
      (await at.owner.rest('GET', `/projects/${body.id}/tasks?sort=created_at`)).body.tasks.map(
        ({ column_id }: { column_id: string }) => column_id,
      )
    await expect.poll(kept).toEqual(Array(2).fill(body.columns[0].id))

    await act('Zwei', 'Erledigen')
    await expect.poll(() => cardsOf(page, first)).toEqual(['Eins'])
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await page.getByRole('status').getByText('Wieder offen.').waitFor()
    await expect.poll(() => cardsOf(page, first)).toContain('Zwei')
    // Where text is written, Ctrl Z is the field's own.
    await act('Eins', second)
    await expect.poll(() => cardsOf(page, second)).toEqual(['Eins'])
    await page.getByLabel(`Neue Aufgabe in ${first}`).focus()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Rückgängig' }).waitFor()
    expect(await cardsOf(page, second)).toEqual(['Eins'])
    expect(complaints).toEqual([])
    await close()
  })

  test('creates, renames, moves and deletes columns, moving their tasks', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Columns' })
    const { page, complaints, close } = await openAs(Role.admin, 'en', `/projects/${body.id}`)
    const names = () => page.getByRole('region', { name: 'Board' }).getByRole('heading', { level: 2 }).allTextContents()
    await page.getByLabel('New column').fill('Review')
    await page.getByLabel('New column').press('Enter')
    await expect.poll(async () => (await names()).at(-1)).toBe('Review')
    const act = async (column: string, action: string) => {
      await page.getByRole('button', { name: `Column ${column}`, exact: true }).press('Enter')
      await page.getByRole('menuitem', { name: action }).press('Enter')
    }
    await act('Review', 'Rename')
    await page.getByRole('dialog').getByLabel('Name').fill('Checked')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await names()).at(-1)).toBe('Checked')
    await act('Checked', 'Move left')
    await expect.poll(async () => (await names()).at(-2)).toBe('Checked')
    await page.getByLabel('New task in Checked').fill('Remains')
    await page.getByLabel('New task in Checked').press('Enter')
    await page.getByText('Remains', { exact: true }).waitFor()
    const [first = ''] = await names()
    await act('Checked', 'Delete')
    await page.getByLabel('Move tasks to').selectOption(first)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(names).not.toContain('Checked')
    await expect.poll(() => cardsOf(page, first)).toEqual(['Remains'])
    expect(complaints).toEqual([])
    await close()
  })

  test.each([
    ['de', 'Neue Aufgabe', 'Projekt', 'Speichern'],
    ['en', 'New task', 'Project', 'Save'],
  ] as const)('a task is begun from anywhere by two keys: %s', async (language, title, label, save) => {
    const project = await at.owner.rest('POST', '/projects', { name: `Slip ${language}` })
    const { page, complaints, close } = await openAs(Role.member, language, '/tasks')
    await page.locator('#content').focus()
    await page.keyboard.press('n')
    await page.keyboard.press(language === 'de' ? 'f' : 't')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.keyboard.type('Schienen fetten')
    await page.keyboard.press('Tab')
    // Enter right after the last key chooses what is typed once it is found.
    await page.keyboard.insertText(`Slip ${language}`)
    await page.keyboard.press('Enter')
    const field = page.getByRole('combobox', { name: label })
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
    expect(await field.inputValue()).toBe(`Slip ${language}`)
    await page.getByRole('button', { name: save }).click()
    await page.getByRole('heading', { level: 1, name: 'Schienen fetten' }).waitFor()
    const { tasks } = (await at.owner.rest('GET', `/tasks?project_id=${project.body.id}`)).body
    expect(tasks).toMatchObject([{ title: 'Schienen fetten', column_id: project.body.columns[0].id }])
    expect(complaints).toEqual([])
    await close()
  })

  test('hides new projects from viewers', async () => {
    const { page, close } = await openAs(Role.viewer, 'de', '/projects')
    await page.getByRole('link', { name: 'Vorhanden' }).waitFor()
    expect(await page.getByRole('link', { name: 'Neues Projekt' }).count()).toBe(0)
    await page.goto(`${web.base()}/app/projects/new`)
    await page.getByText('Dafür fehlt Ihnen das Recht').waitFor()
    await close()
  })

  test.each([
    ['de', Role.member, 'Timer starten', 'verschieben', 'Timer stoppen'],
    ['en', Role.owner, 'Start timer', 'Move', 'Stop timer'],
  ] as const)('the timer starts from a card, by keyboard: %s, %s', async (language, role, start, move, stop) => {
    const { body: project } = await at.owner.rest('POST', '/projects', { name: `Takt ${language}` })
    const { body: columns } = await at.owner.rest('GET', `/projects/${project.id}/columns`)
    const task = { project_id: project.id, column_id: columns[0].id, title: `Skizze ${language}` }
    expect((await at.owner.rest('POST', '/tasks', task)).status).toBe(201)
    const { page, complaints, memberId, close } = await openAs(role, language, `/projects/${project.id}`)
    const ways = page.getByRole('button', { name: new RegExp(move) })
    await ways.press('Enter')
    await page.getByRole('menuitem', { name: start, exact: true }).press('Enter')
    await page.getByRole('button', { name: stop, exact: true }).waitFor()
    await page.locator('.timer .what').getByText(`Takt ${language} · Skizze ${language}`).waitFor()
    await expect
      .poll(async () => (await at.owner.rest('GET', `/time-entries?user_id=${memberId}`)).body.time_entries)
      .toMatchObject([{ status: 'running' }])
    // There is one timer: while it runs no card offers another.
    await ways.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem', { name: start, exact: true }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('creates tasks in order while typing quickly', async () => {
    const { body: project } = await at.owner.rest('POST', '/projects', { name: 'Eile' })
    const { body: columns } = await at.owner.rest('GET', `/projects/${project.id}/columns`)
    const { page, complaints, close } = await openAs(Role.member, 'de', `/projects/${project.id}`)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('Erstens')) await held
      await route.continue()
    })
    const typed = page.getByLabel(`Neue Aufgabe in ${columns[0].name}`)
    await typed.focus()
    for (const title of ['Erstens', 'Zweitens', 'Drittens']) {
      await page.keyboard.type(title)
      await page.keyboard.press('Enter')
      await expect.poll(() => typed.inputValue()).toBe('')
    }
    release()
    await expect.poll(() => cardsOf(page, columns[0].name)).toEqual(['Erstens', 'Zweitens', 'Drittens'])
    expect(complaints).toEqual([])
    await close()
  })

  test('renders only nearby cards of a column of 100, and keeps focus on a moved card', async () => {
    const { body: project } = await at.owner.rest('POST', '/projects', { name: 'Lager' })
    const { body: columns } = await at.owner.rest('GET', `/projects/${project.id}/columns`)
    const [first, second] = columns
    for (let number = 1; number <= 101; number++)
      await at.owner.rest('POST', '/tasks', {
        ...{ project_id: project.id, column_id: number > 1 ? second.id : first.id, title: `Kiste ${number}` },
      })
    const { page, complaints, close } = await openAs(Role.member, 'de', `/projects/${project.id}`)
    await page.getByText('Kiste 1', { exact: true }).waitFor()
    const region = page.getByRole('region', { name: second.name, exact: true })
    await region.getByText('100', { exact: true }).waitFor()
    expect((await cardsOf(page, second.name)).length).toBeLessThan(70)
    await page.getByRole('button', { name: 'Kiste 1 verschieben' }).press('Enter')
    await page.getByRole('menuitem', { name: second.name }).press('Enter')
    await expect.poll(async () => (await cardsOf(page, second.name)).at(-1)).toBe('Kiste 1')
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Kiste 1 verschieben')
    await page.reload()
    await region.getByText('101', { exact: true }).waitFor()
    await page.getByText('Kiste 2', { exact: true }).waitFor()
    // One scrolls, and finds all.
    await expect
      .poll(async () => {
        await region.getByRole('list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
        return (await cardsOf(page, second.name)).length
      })
      .toBe(101)
    expect(complaints).toEqual([])
    await close()
  })
})
