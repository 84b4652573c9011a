import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, inBrowser } from './in-browser.ts'

// Two who work on the same at once: nobody takes back, writes over or loses what the other has done without being told.

const web = inBrowser()
const { at, openAs } = web

const undo = (page: Page) => page.locator('.notice-row').getByRole('button', { name: 'Rückgängig' })
const changedSince = (page: Page, by = 'jemand anderes') =>
  page.getByText(`Das hat inzwischen ${by} geändert`).waitFor()
const save = (page: Page) => page.getByRole('button', { name: 'Speichern', exact: true }).click()

const comeBack = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))

/** A project with a task in its first column. */
async function aBoard(title = 'Eins') {
  const { id, columns } = (await at.owner.rest('POST', '/projects', { name: 'Gemeinsam' })).body
  const task = (await at.owner.rest('POST', '/tasks', { title, project_id: id, column_id: columns[0].id })).body
  const taskNow = async () => (await at.owner.rest('GET', `/tasks/${task.id}`)).body
  return { id, columns, taskId: task.id as string, taskNow }
}

/** What is told in passing stays for as long as the test takes. */
const keepNews = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout: after } = window
    window.setTimeout = ((act: () => void, time = 0) => (time === 6000 ? 0 : after(act, time))) as typeof setTimeout
  })

/** Nothing that happens elsewhere is seen. */
const hearNothing = (page: Page) => page.routeWebSocket(/graphql/, () => undefined)

describeInBrowser('concurrent changes', () => {
  test('complete a task once, and can be undone by its author while nothing else has changed', async () => {
    const { taskId, taskNow } = await aBoard()
    const one = await openAs(Role.member, 'de')
    const other = await openAs(Role.member, 'de')
    for (const { page } of [one, other]) {
      await hearNothing(page)
      await page.goto(`${web.base()}/app/tasks/${taskId}`)
    }
    const complete = (page: Page) => page.getByRole('button', { name: 'Erledigen' })
    await complete(other.page).waitFor()
    await complete(one.page).click()
    await undo(one.page).waitFor()
    await complete(other.page).click()
    await other.page.getByText('Die Aufgabe war bereits erledigt.').waitFor()
    expect((await taskNow()).status).toBe('done')
    expect(await undo(other.page).count()).toBe(0)
    // What else is changed of it does not matter; that it was opened and completed again does.
    await at.owner.rest('PUT', `/tasks/${taskId}`, { title: 'Anders' })
    await undo(one.page).click()
    await one.page.getByText('Wieder offen.').waitFor()
    expect(await taskNow()).toMatchObject({ status: 'open', title: 'Anders' })
    await complete(one.page).click()
    await undo(one.page).waitFor()
    for (const status of ['open', 'done']) await at.owner.rest('PUT', `/tasks/${taskId}`, { status })
    await undo(one.page).click()
    await changedSince(one.page)
    expect((await taskNow()).status).toBe('done')
    await one.close()
    await other.close()
  }, 150_000)

  test('keep a card where somebody else has moved it since', async () => {
    const { id, columns, taskId, taskNow } = await aBoard()
    const { page, close } = await openAs(Role.member, 'de')
    await keepNews(page)
    await page.goto(`${web.base()}/app/projects/${id}`)
    const move = async (to: { id: string; name: string }) => {
      await page.getByRole('button', { name: 'Eins verschieben' }).press('Enter')
      await page.getByRole('menuitem', { name: to.name, exact: true }).press('Enter')
      await undo(page).waitFor()
      expect((await taskNow()).column_id).toBe(to.id)
    }
    await move(columns[1])
    await at.owner.rest('PUT', `/tasks/${taskId}`, { priority: 'high' })
    await undo(page).click()
    await page.getByText('Rückgängig gemacht.').waitFor()
    expect(await taskNow()).toMatchObject({ column_id: columns[0].id, priority: 'high' })
    await move(columns[1])
    await at.owner.rest('PATCH', `/tasks/${taskId}/move`, { column_id: columns[2].id, position: 0 })
    await undo(page).click()
    await changedSince(page)
    expect((await taskNow()).column_id).toBe(columns[2].id)
    await close()
  }, 150_000)

  test('leave a card where it was moved last before the first response', async () => {
    const { id, columns, taskNow } = await aBoard()
    const { page, close } = await openAs(Role.member, 'de')
    await keepNews(page)
    await page.goto(`${web.base()}/app/projects/${id}`)
    const card = page.getByRole('link', { name: 'Eins', exact: true })
    await card.waitFor()
    let sent = 0
    const first = Promise.withResolvers<void>()
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('mutation MoveCard')) return route.fallback()
      // The first comes last, were they sent at once.
      if (sent++ === 0) await first.promise
      await route.continue()
    })
    const columnOf = async () => (await taskNow()).column_id
    const inColumn = (name: string) =>
      page.getByRole('region', { name, exact: true }).getByText('Eins', { exact: true })
    for (const { name } of columns.slice(1)) {
      await card.focus()
      for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
      await inColumn(name).waitFor()
    }
    await page.waitForTimeout(500)
    first.resolve()
    const last = columns.at(-1)
    await page.getByText(`„Eins“: „${last.name}“, Position 1.`).waitFor()
    expect(await columnOf()).toBe(last.id)
    expect(await inColumn(last.name).count()).toBe(1)
    await undo(page).click()
    await page.getByText('Rückgängig gemacht.').waitFor()
    expect(await columnOf()).toBe(columns.at(-2).id)
    await close()
  })

  /** Mutations of this name wait, the first of them until it is let; the others go on. */
  async function holding(page: Page, name: string) {
    const first = Promise.withResolvers<void>()
    const isSent = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes(`mutation ${name}`)) return route.fallback()
      isSent.resolve()
      if (sent++ === 0) await first.promise
      await route.continue()
    })
    return { isSent: isSent.promise, let: first.resolve }
  }

  /** A page of a task that hears nothing of what happens elsewhere. */
  async function aDeafTask() {
    const { taskId, taskNow } = await aBoard()
    const opened = await openAs(Role.admin, 'de')
    const { page } = opened
    await hearNothing(page)
    await page.goto(`${web.base()}/app/tasks/${taskId}`)
    await page.getByLabel('Priorität').waitFor()
    const assign = async (name: string) => {
      await page.getByRole('combobox', { name: 'Zuweisen' }).fill(name)
      await page.getByRole('option', { name, exact: true }).click()
    }
    const assigned = async () => (await taskNow()).assignees.map(({ name }: { name: string }) => name).toSorted()
    return { ...opened, taskId, taskNow, assign, assigned }
  }

  test('keep repeated assignments and edits before the first response', async () => {
    for (const name of ['Eilig', 'Wichtig']) await at.owner.rest('POST', '/tags', { name })
    const { page, close, assign, assigned, taskNow } = await aDeafTask()
    const held = await holding(page, 'UpdateTask')
    await assign('accountant')
    await held.isSent
    await page.getByLabel('Priorität').selectOption('high')
    await assign('auditor')
    const label = async (name: string) => {
      await page.getByRole('combobox', { name: 'Label hinzufügen' }).fill(name)
      await page.getByRole('option', { name, exact: true }).click()
    }
    await label('Eilig')
    await label('Wichtig')
    held.let()
    await expect.poll(assigned).toEqual(['accountant', 'auditor'])
    await expect
      .poll(async () => (await taskNow()).tags.map(({ name }: { name: string }) => name).toSorted())
      .toEqual(['Eilig', 'Wichtig'])
    expect((await taskNow()).priority).toBe('high')
    await close()
  })

  test("keep somebody else's assignment, and report it", async () => {
    const { page, close, assign, assigned, taskId, taskNow } = await aDeafTask()
    const held = await holding(page, 'UpdateTask')
    await page.getByLabel('Priorität').selectOption('high')
    await held.isSent
    await assign('auditor')
    await at.admin.rest('PUT', `/tasks/${taskId}`, { assignee_ids: [at.viewer.id] })
    held.let()
    await changedSince(page, 'admin')
    expect([(await taskNow()).priority, await assigned()]).toEqual(['high', ['viewer']])
    await assign('auditor')
    await expect.poll(assigned).toEqual(['auditor', 'viewer'])
    await close()
  })

  test("keep somebody else's subtask title, and report it", async () => {
    const { taskId } = await aBoard()
    const step = (await at.owner.rest('POST', `/tasks/${taskId}/subtasks`, { title: 'Erst' })).body
    const { page, close } = await openAs(Role.admin, 'de')
    await hearNothing(page)
    await page.goto(`${web.base()}/app/tasks/${taskId}`)
    const held = await holding(page, 'UpdateStep')
    await page.getByRole('checkbox', { name: 'Erst' }).click()
    await held.isSent
    await at.admin.rest('PUT', `/subtasks/${step.id}`, { title: 'Deiner' })
    await page.getByRole('button', { name: 'Aktionen für Erst' }).click()
    await page.getByRole('menuitem', { name: 'Umbenennen' }).click()
    await page.getByRole('textbox', { name: 'Titel' }).fill('Meiner')
    await page.keyboard.press('Enter')
    held.let()
    await page.getByText('Deiner').waitFor()
    const [stored] = (await at.owner.rest('GET', `/tasks/${taskId}`)).body.subtasks
    expect(stored).toMatchObject({ title: 'Deiner', done: true })
    await close()
  })

  test("keep somebody else's page title during a move, and report it", async () => {
    const aPage = async (title: string) => (await at.owner.rest('POST', '/pages', { title })).body.id as string
    const [first, second] = [await aPage('Vorn'), await aPage('Hinten')]
    const { page, close } = await openAs(Role.admin, 'de')
    await hearNothing(page)
    await page.goto(`${web.base()}/app/pages/${second}`)
    const held = await holding(page, 'MovePage')
    await page.getByRole('row', { name: 'Hinten' }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await held.isSent
    await at.admin.rest('PUT', `/pages/${second}`, { title: 'Deine' })
    await page.locator('.page-title').getByRole('button', { name: 'Umbenennen' }).click()
    await page.getByRole('textbox', { name: 'Titel' }).fill('Meine')
    await page.keyboard.press('Enter')
    held.let()
    await page.getByText('Das hat inzwischen admin geändert: „Deine“').waitFor()
    expect((await at.owner.rest('GET', `/pages/${second}`)).body).toMatchObject({ title: 'Deine', parent_id: first })
    await close()
  })

  test('keep the typed name of a column that was deleted, and report it', async () => {
    const { id, columns } = await aBoard()
    const { page, close } = await openAs(Role.admin, 'de', `/projects/${id}`)
    const { name, id: columnId } = columns[1]
    await page.getByRole('button', { name: `Spalte ${name}`, exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Umbenennen' }).press('Enter')
    const typed = page.getByRole('dialog').getByLabel('Name')
    await typed.fill('Meine')
    await at.owner.rest('DELETE', `/columns/${columnId}`)
    await comeBack(page)
    await page.getByText(`Die Spalte „${name}“ wurde gelöscht.`).waitFor()
    expect(await typed.inputValue()).toBe('Meine')
    await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await close()
  })

  test('report a move below a page that was deleted', async () => {
    const aPage = async (title: string, parent_id?: string) =>
      (await at.owner.rest('POST', '/pages', { title, parent_id })).body.id as string
    const root = await aPage('Ordner')
    const [moved, target] = [await aPage('Zettel', root), await aPage('Mappe')]
    const { page, close } = await openAs(Role.member, 'de', '/pages')
    await page.getByRole('button', { name: 'Aktionen für Zettel', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Zettel verschieben' }).press('Enter')
    const under = page.getByRole('dialog').getByLabel('Übergeordnete Seite')
    await under.selectOption(target)
    await at.owner.rest('DELETE', `/pages/${target}`)
    await page.getByText('Die gewählte Seite existiert nicht mehr.').waitFor()
    expect(await under.inputValue()).toBe(root)
    await page.getByRole('dialog').getByRole('button', { name: 'Verschieben' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await at.owner.rest('GET', `/pages/${moved}`)).body.parent_id).toBe(root)
    await close()
  })

  test("keep somebody else's later move and title of a page", async () => {
    const aPage = async (title: string) => (await at.owner.rest('POST', '/pages', { title })).body.id as string
    const [first, second, third] = [await aPage('Erste'), await aPage('Zweite'), await aPage('Dritte')]
    const pageNow = async () => (await at.owner.rest('GET', `/pages/${second}`)).body
    const { page, close } = await openAs(Role.member, 'de', `/pages/${third}`)
    await page.getByRole('row', { name: 'Zweite' }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await undo(page).waitFor()
    expect((await pageNow()).parent_id).toBe(first)
    await at.admin.rest('PATCH', `/pages/${second}/move`, { parent_id: third })
    await undo(page).click()
    await changedSince(page, 'admin')
    expect((await pageNow()).parent_id).toBe(third)
    await page.goto(`${web.base()}/app/pages/${second}`)
    await page.locator('.page-title').getByRole('button', { name: 'Umbenennen' }).click()
    await page.getByRole('textbox', { name: 'Titel' }).fill('Meine')
    await page.keyboard.press('Enter')
    await undo(page).waitFor()
    await at.admin.rest('PUT', `/pages/${second}`, { title: 'Deine' })
    await undo(page).click()
    await changedSince(page, 'admin')
    expect((await pageNow()).title).toBe('Deine')
    await close()
  }, 150_000)

  /** A folder of pages in the tree, which hears nothing of what happens elsewhere, and each order in which they are seen. */
  async function aFolder(title: string, names: readonly string[]) {
    const aPage = async (page: object) => (await at.owner.rest('POST', '/pages', page)).body.id as string
    const root = await aPage({ title })
    const ids: Record<string, string> = {}
    for (const name of names) ids[name] = await aPage({ title: name, parent_id: root })
    const nameOf = (id: string) => names.find((name) => ids[name] === id)
    const stored = async () => {
      const { body } = await at.owner.rest('GET', '/pages/tree')
      const { children } = body.find(({ id }: { id: string }) => id === root)
      return children.map(({ id }: { id: string }) => nameOf(id)).join('')
    }
    const opened = await openAs(Role.member, 'de')
    const { page } = opened
    await hearNothing(page)
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        const rows = document.querySelectorAll<HTMLElement>('.pages-tree [data-key]')
        const now = [...rows].map(({ dataset }) => dataset.key).join()
        if (now && now !== seen.at(-1)) seen.push(now)
        requestAnimationFrame(look)
      }
      look()
    })
    await page.goto(`${web.base()}/app/pages`)
    const row = (name: string) => page.locator(`.pages-tree [data-key="${ids[name]}"]`)
    await row(names[0] ?? '').waitFor()
    const seen = async () => {
      const all = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
      const orders = all.map((keys) => keys.split(',').map(nameOf).join(''))
      return orders.filter((each, index) => each && each !== orders[index - 1])
    }
    /** Answers to what has this in it come later. */
    const slow = (text: string, milliseconds: number) =>
      page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes(text)) return route.fallback()
        await new Promise((resolve) => setTimeout(resolve, milliseconds))
        await route.continue()
      })
    return { ...opened, root, ids, row, stored, seen, slow }
  }

  test("keep somebody else's earlier move of a page, and name them", async () => {
    const { page, ids, row, stored, seen, slow, close } = await aFolder('Schrank', ['A', 'B', 'C'])
    await slow('query PageShown', 300)
    // Its name is another one: it goes on, and is not seen where it stood in between.
    await at.owner.rest('PUT', `/pages/${ids.C}`, { title: 'Umbenannt' })
    await row('C').press('Alt+ArrowUp')
    await undo(page).waitFor()
    expect(await stored()).toBe('ACB')
    expect((await at.owner.rest('GET', `/pages/${ids.C}`)).body.title).toBe('Umbenannt')
    await expect.poll(seen).toEqual(['ABC', 'ACB'])
    // Who has renamed it has not moved it.
    await at.owner.rest('PUT', `/pages/${ids.B}`, { title: 'Auch umbenannt' })
    await at.admin.rest('PATCH', `/pages/${ids.B}/move`, { position: 0 })
    await row('B').press('Alt+ArrowUp')
    await page
      .locator('.notice.danger')
      .getByText('Das hat inzwischen admin geändert; es bleibt, wie es jetzt ist.')
      .waitFor()
    expect(await stored()).toBe('BAC')
    await expect.poll(seen).toEqual(['ABC', 'ACB', 'ABC', 'ACB', 'BAC'])
    expect(await undo(page).count()).toBe(0)
    // In the dialog it is told where it is now, and once more is meant.
    await page.getByRole('button', { name: 'Aktionen für A', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'A verschieben' }).press('Enter')
    await at.admin.rest('PATCH', `/pages/${ids.A}/move`, { parent_id: ids.C })
    const send = page.getByRole('dialog').getByRole('button', { name: 'Verschieben' })
    await send.click()
    await page.getByRole('alert').getByText('Das hat inzwischen admin geändert: „Umbenannt“.').waitFor()
    expect(await stored()).toBe('BC')
    await send.click()
    await undo(page).waitFor()
    expect(await stored()).toBe('BCA')
    await close()
  }, 150_000)

  test('leave a page where it was moved last before the first response', async () => {
    const { page, ids, row, stored, seen, slow, close } = await aFolder('Reihe', ['A', 'B', 'C', 'D', 'E'])
    await slow('mutation MovePage', 400)
    const [underWay, most] = [new Set<object>(), { now: 0 }]
    page.on('request', (request) => {
      if (!request.postData()?.includes('mutation MovePage')) return
      underWay.add(request)
      most.now = Math.max(most.now, underWay.size)
    })
    page.on('requestfinished', (request) => underWay.delete(request))
    await at.owner.rest('PUT', `/pages/${ids.A}`, { title: 'Umbenannt' })
    for (const order of ['BACDE', 'BCADE', 'BCDAE']) {
      await row('A').press('Alt+ArrowDown')
      await expect.poll(async () => (await seen()).at(-1)).toBe(order)
    }
    expect(await undo(page).count()).toBe(0)
    await undo(page).waitFor()
    expect(await stored()).toBe('BCDAE')
    await undo(page).click()
    await page.getByText('Rückgängig gemacht.').waitFor()
    await expect.poll(stored).toBe('BCADE')
    expect(await seen()).toEqual(['ABCDE', 'BACDE', 'BCADE', 'BCDAE', 'BCADE'])
    expect(most.now).toBe(1)
    // What somebody has moved before stays there, however often one tries meanwhile.
    await at.admin.rest('PATCH', `/pages/${ids.A}/move`, { position: 0 })
    await row('A').press('Alt+ArrowDown')
    await row('A').press('Alt+ArrowDown')
    await changedSince(page, 'admin')
    await expect.poll(() => underWay.size).toBe(0)
    expect(await stored()).toBe('ABCDE')
    await expect.poll(async () => (await seen()).at(-1)).toBe('ABCDE')
    await close()
  }, 150_000)

  test("keep somebody else's later move of an event", async () => {
    const event = { title: 'Abstimmung', start_time: '2026-03-10T09:00:00Z', end_time: '2026-03-10T10:00:00Z' }
    const { id } = (await at.owner.rest('POST', '/calendar/events', event)).body
    const startNow = async () => (await at.owner.rest('GET', `/calendar/events/${id}`)).body.start_time
    const { page, close } = await openAs(Role.owner, 'de', '/calendar?date=2026-03-10')
    const shown = page.locator('.cal-event, [data-key]').filter({ hasText: 'Abstimmung' }).first()
    await shown.focus()
    await page.keyboard.press('Alt+ArrowRight')
    await undo(page).click()
    await expect.poll(startNow).toBe('2026-03-10T09:00:00.000Z')
    await shown.focus()
    await page.keyboard.press('Alt+ArrowRight')
    await undo(page).waitFor()
    expect(await startNow()).toBe('2026-03-11T09:00:00.000Z')
    const moved = { start_time: '2026-03-13T09:00:00Z', end_time: '2026-03-13T10:00:00Z' }
    await at.owner.rest('PUT', `/calendar/events/${id}`, moved)
    await undo(page).click()
    await changedSince(page)
    expect(await startNow()).toBe('2026-03-13T09:00:00.000Z')
    // What the other has deleted is seen no more, though nothing tells of events.
    await page.locator('.cal-event, [data-key]').filter({ hasText: 'Abstimmung' }).first().focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await undo(page).waitFor()
    await at.owner.rest('DELETE', `/calendar/events/${id}`)
    await undo(page).click()
    await page.locator('.notice.danger').waitFor()
    await shown.waitFor({ state: 'detached', timeout: 8000 })
    await close()
  })

  test("keep somebody else's earlier move of an event", async () => {
    const event = { title: 'Planung', start_time: '2026-03-17T09:00:00Z', end_time: '2026-03-17T10:00:00Z' }
    const { id } = (await at.owner.rest('POST', '/calendar/events', event)).body
    const now = async () => (await at.owner.rest('GET', `/calendar/events/${id}`)).body
    const { page, close } = await openAs(Role.owner, 'de', '/calendar?date=2026-03-17')
    const shown = page.locator('.cal-event, [data-key]').filter({ hasText: 'Planung' }).first()
    await shown.focus()
    await at.owner.rest('PUT', `/calendar/events/${id}`, { title: 'Planung im Team' })
    await page.keyboard.press('Alt+ArrowRight')
    await undo(page).waitFor()
    expect(await now()).toMatchObject({ title: 'Planung im Team', start_time: '2026-03-18T09:00:00.000Z' })
    const moved = { start_time: '2026-03-20T13:00:00Z', end_time: '2026-03-20T14:00:00Z' }
    await shown.focus()
    await at.owner.rest('PUT', `/calendar/events/${id}`, moved)
    await page.keyboard.press('Alt+ArrowRight')
    await changedSince(page)
    expect(await now()).toMatchObject({ start_time: '2026-03-20T13:00:00.000Z' })
    expect(await undo(page).count()).toBe(0)
    // It is seen where it is now.
    await page.locator('.cal-event, [data-key]').filter({ hasText: '14:00' }).first().waitFor()
    await close()
  })

  test('leave an event where it was moved last before the first response', async () => {
    const event = { title: 'Wanderung', start_time: '2026-03-23T09:00:00Z', end_time: '2026-03-23T10:00:00Z' }
    const { id } = (await at.owner.rest('POST', '/calendar/events', event)).body
    const now = async () => (await at.owner.rest('GET', `/calendar/events/${id}`)).body
    const { page, close } = await openAs(Role.owner, 'de', '/calendar?date=2026-03-23')
    const shown = page.locator('.cal-event, [data-key]').filter({ hasText: 'Wanderung' }).first()
    await shown.waitFor()
    await at.admin.rest('PUT', `/calendar/events/${id}`, { title: 'Wanderung im Team' })
    let sent = 0
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('mutation UpdateAppointment')) return route.fallback()
      // The first comes last, were they sent at once.
      await new Promise((resolve) => setTimeout(resolve, sent++ === 0 ? 600 : 100))
      await route.continue()
    })
    for (const day of ['24', '25', '26']) {
      await shown.press('Alt+ArrowRight')
      await page.locator(`[data-day="2026-03-${day}"]`).filter({ hasText: 'Wanderung' }).first().waitFor()
    }
    await undo(page).waitFor()
    expect(await now()).toMatchObject({ title: 'Wanderung im Team', start_time: '2026-03-26T09:00:00.000Z' })
    await close()
  })

  test('report an earlier rename; a second attempt overwrites it', async () => {
    const { id } = (await at.owner.rest('POST', '/pages', { title: 'Notiz' })).body
    const titleNow = async () => (await at.owner.rest('GET', `/pages/${id}`)).body.title
    const folder = (await at.owner.rest('POST', '/storage/folders', { name: 'Belege' })).body
    const nameNow = async () => (await at.owner.rest('GET', `/storage/folders/${folder.id}`)).body.name
    const { page, close } = await openAs(Role.owner, 'de', `/pages/${id}`)
    const told = (by: string) =>
      page
        .getByRole('alert')
        .getByText(`Das hat inzwischen ${by} geändert: „Deine“. Speichern Sie noch einmal, gilt Ihre Eingabe.`)
        .waitFor()
    await page.locator('.page-title').getByRole('button', { name: 'Umbenennen' }).click()
    await page.getByRole('textbox', { name: 'Titel' }).fill('Meine')
    // Who has written in it has not renamed it.
    await at.owner.rest('PUT', `/pages/${id}/content`, { content: 'Geschrieben' })
    await at.admin.rest('PUT', `/pages/${id}`, { title: 'Deine' })
    await page.keyboard.press('Enter')
    await told('admin')
    expect(await titleNow()).toBe('Deine')
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
    await undo(page).click()
    await page.getByText('Rückgängig gemacht.').waitFor()
    expect(await titleNow()).toBe('Deine')

    await page.goto(`${web.base()}/app/files`)
    await page.getByRole('button', { name: /Belege/ }).click()
    await page.getByRole('menuitem', { name: 'Umbenennen oder verschieben' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Meine')
    await at.owner.rest('PUT', `/storage/folders/${folder.id}`, { name: 'Deine' })
    await page.keyboard.press('Enter')
    await told('jemand anderes')
    expect(await nameNow()).toBe('Deine')
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
    await undo(page).click()
    await page.getByText('Rückgängig gemacht.').waitFor()
    expect(await nameNow()).toBe('Deine')
    await close()
  })

  test('report an earlier rename of a whiteboard; a second attempt overwrites it', async () => {
    const project = (await at.owner.rest('POST', '/projects', { name: 'Skizzen' })).body
    const { id } = (await at.owner.rest('POST', '/whiteboards', { title: 'Skizze', project_id: project.id })).body
    const titleNow = async () => (await at.owner.rest('GET', `/whiteboards/${id}`)).body.title
    const { page, close } = await openAs(Role.member, 'de', `/whiteboards/${id}`)
    await page.getByRole('button', { name: 'Umbenennen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Meine')
    await at.owner.rest('PUT', `/whiteboards/${id}`, { title: 'Deine' })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('„Deine“. Speichern Sie noch einmal, gilt Ihre Eingabe.').waitFor()
    expect(await titleNow()).toBe('Deine')
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await titleNow()).toBe('Meine')
    await close()
  })

  test("keep somebody else's edits of a task's fields and subtasks", async () => {
    const { taskId, taskNow } = await aBoard()
    const step = async (title: string) => (await at.owner.rest('POST', `/tasks/${taskId}/subtasks`, { title })).body
    const [first, second] = [await step('Messen'), await step('Sägen')]
    for (const title of ['Bohren', 'Leimen']) await step(title)
    const steps = async () => (await taskNow()).subtasks as { id: string; title: string; position: number }[]
    const { page, close } = await openAs(Role.member, 'de')
    await hearNothing(page)
    const open = () => page.goto(`${web.base()}/app/tasks/${taskId}`)
    await open()
    const priority = page.getByLabel('Priorität')
    await priority.waitFor()
    // Something else of it has changed: it goes on.
    await at.owner.rest('PUT', `/tasks/${taskId}`, { title: 'Anders' })
    await priority.selectOption('Hoch')
    await expect.poll(taskNow).toMatchObject({ title: 'Anders', priority: 'high' })
    // Who is assigned is one list: whom somebody else has assigned stays so.
    await page.waitForLoadState('networkidle')
    await at.admin.rest('PUT', `/tasks/${taskId}`, { assignee_ids: [at.owner.id] })
    await page.getByRole('combobox', { name: 'Zuweisen' }).fill('viewer')
    await page.getByRole('option', { name: 'viewer' }).click()
    await changedSince(page, 'admin')
    expect((await taskNow()).assignees).toMatchObject([{ id: at.owner.id }])
    // Two whom one assigns oneself before the first is answered.
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('mutation UpdateTask')) return route.fallback()
      await new Promise((resolve) => setTimeout(resolve, 800))
      await route.continue()
    })
    for (const name of ['viewer', 'auditor']) {
      await page.getByRole('combobox', { name: 'Zuweisen' }).fill(name)
      await page.getByRole('option', { name }).click()
    }
    await expect.poll(async () => (await taskNow()).assignees.length).toBe(3)
    await page.unroute('**/graphql')
    // Steps: where they stand, and what they are called.
    await open()
    const act = async (title: string, action: string) => {
      await page.getByRole('button', { name: title }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await page.getByRole('button', { name: 'Messen' }).waitFor()
    await at.owner.rest('PUT', `/subtasks/${first.id}`, { position: 3 })
    await act('Messen', 'Nach unten')
    await changedSince(page)
    expect((await steps()).find(({ id }) => id === first.id)?.position).toBe(3)
    await act('Sägen', 'Umbenennen')
    const field = page.locator('.in-place input')
    await field.fill('Meine')
    await at.owner.rest('PUT', `/subtasks/${second.id}`, { title: 'Deine' })
    await field.press('Enter')
    await page.locator('.theirs').getByText('Deine').waitFor()
    expect((await steps()).find(({ id }) => id === second.id)?.title).toBe('Deine')
    await page.locator('.in-place').getByRole('button').first().click()
    await expect.poll(async () => (await steps()).find(({ id }) => id === second.id)?.title).toBe('Meine')
    await close()
  })

  test("keep somebody else's later changes of a file", async () => {
    const { id } = (await at.owner.rest('POST', '/storage/folders', { name: 'Ablage' })).body
    const nameNow = async () =>
      (await at.owner.rest('GET', '/storage/folders')).body.folders.find((each: { id: string }) => each.id === id).name
    const { page, close } = await openAs(Role.owner, 'de', '/files')
    await page.getByRole('button', { name: /Ablage/ }).click()
    await page.getByRole('menuitem', { name: 'Umbenennen oder verschieben' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Meine Ablage')
    await page.keyboard.press('Enter')
    await undo(page).waitFor()
    await at.owner.rest('PUT', `/storage/folders/${id}`, { name: 'Deine Ablage' })
    await undo(page).click()
    await changedSince(page)
    expect(await nameNow()).toBe('Deine Ablage')
    await close()
  })

  test('name who changed which field of a client, to overwrite or take over', async () => {
    const { id } = (await at.owner.rest('POST', '/clients', { name: 'Takel GmbH', city: 'Kiel' })).body
    const clientNow = async () => (await at.owner.rest('GET', `/clients/${id}`)).body
    const { page, close } = await openAs(Role.owner, 'de', `/clients/${id}/edit`)
    const [phone, city] = [page.getByLabel('Telefon'), page.getByLabel('Ort', { exact: true })]
    await phone.waitFor()
    await page.waitForLoadState('networkidle')
    // Nothing is typed yet: it is shown as it is.
    await at.admin.rest('PUT', `/clients/${id}`, { city: 'Bremen' })
    await expect.poll(() => city.inputValue()).toBe('Bremen')
    await phone.fill('040 1234')
    await at.admin.rest('PUT', `/clients/${id}`, { city: 'Ulm', notes: 'Neu' })
    await page
      .getByRole('alert')
      .getByText(/^(?!Jemand ).+ hat das inzwischen geändert: Ort\.$/)
      .waitFor()
    await page.getByRole('button', { name: 'Eigene Eingaben behalten' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('input')
    await save(page)
    await page.getByRole('heading', { level: 1, name: 'Takel GmbH', exact: true }).waitFor()
    expect(await clientNow()).toMatchObject({ city: 'Bremen', phone: '040 1234', notes: 'Neu' })

    await hearNothing(page)
    await page.goto(`${web.base()}/app/clients/${id}/edit`)
    await phone.fill('040 5678')
    await at.admin.rest('PUT', `/clients/${id}`, { city: 'Ulm' })
    await save(page)
    await page.getByRole('alert').getByText('geändert: Ort.').waitFor()
    expect(await phone.inputValue()).toBe('040 5678')
    await page.getByRole('button', { name: 'Neuen Stand laden' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('input')
    expect([await city.inputValue(), await phone.inputValue()]).toEqual(['Ulm', '040 1234'])
    await phone.fill('040 5678')
    await save(page)
    await page.getByRole('heading', { level: 1, name: 'Takel GmbH', exact: true }).waitFor()
    expect(await clientNow()).toMatchObject({ city: 'Ulm', phone: '040 5678' })
    await close()
  }, 150_000)

  test('keep the input of a client if its current state cannot be loaded', async () => {
    const { id } = (await at.owner.rest('POST', '/clients', { name: 'Anker GmbH' })).body
    const { page, close } = await openAs(Role.owner, 'de', `/clients/${id}/edit`)
    await page.getByLabel('Telefon').fill('040 1234')
    await page.waitForLoadState('networkidle')
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query ClientData(') ? route.abort() : route.fallback(),
    )
    const failed = page.waitForEvent('requestfailed')
    await at.admin.rest('PUT', `/clients/${id}`, { city: 'Ulm' })
    await failed
    await page.waitForTimeout(300)
    expect(await page.getByLabel('Telefon').inputValue()).toBe('040 1234')
    await close()
  })

  test('keep notes that are being typed', async () => {
    const { id } = (await at.owner.rest('POST', '/clients', { name: 'Segel AG', notes: 'Alt' })).body
    const { page, close } = await openAs(Role.owner, 'de', `/clients/${id}`)
    const notes = page.getByRole('textbox', { name: 'Notizen' })
    await notes.fill('Meine Notiz')
    await page.waitForLoadState('networkidle')
    await at.admin.rest('PUT', `/clients/${id}`, { notes: 'Deine Notiz' })
    await page.getByRole('alert').getByText('geändert: Notizen.').waitFor()
    expect(await notes.inputValue()).toBe('Meine Notiz')
    await page.getByRole('button', { name: 'Eigene Eingaben behalten' }).click()
    await save(page)
    await page.getByText('Die Notizen wurden gespeichert.').waitFor()
    expect((await at.owner.rest('GET', `/clients/${id}`)).body.notes).toBe('Meine Notiz')
    await at.admin.rest('PUT', `/clients/${id}`, { notes: 'Von beiden' })
    await expect.poll(() => notes.inputValue()).toBe('Von beiden')
    await close()
  })

  test('overwrite a project or an event after confirmation', async () => {
    const { id } = await aBoard()
    const { page, close } = await openAs(Role.owner, 'de')
    await hearNothing(page)
    await page.goto(`${web.base()}/app/projects/${id}/edit`)
    await page.getByLabel('Stundensatz in Euro').fill('90')
    await at.admin.rest('PUT', `/projects/${id}`, { description: 'Für zwei' })
    await save(page)
    await page.getByRole('alert').getByText('geändert: Beschreibung.').waitFor()
    await page.getByRole('button', { name: 'Eigene Eingaben behalten' }).click()
    await save(page)
    await page.getByRole('heading', { level: 1, name: 'Gemeinsam', exact: true }).waitFor()
    expect((await at.owner.rest('GET', `/projects/${id}`)).body.hourly_rate_cents).toBe(9000)

    const event = { title: 'Besprechung', start_time: '2026-04-14T09:00:00Z', end_time: '2026-04-14T10:00:00Z' }
    const made = (await at.owner.rest('POST', '/calendar/events', event)).body
    await page.goto(`${web.base()}/app/calendar?date=2026-04-14`)
    await page.locator('[data-key]').filter({ hasText: 'Besprechung' }).first().click()
    await page.getByRole('button', { name: 'Bearbeiten' }).click()
    await page.getByLabel('Beschreibung').fill('Mit Kuchen')
    await at.owner.rest('PUT', `/calendar/events/${made.id}`, { location: 'Hof' })
    await save(page)
    await page.getByRole('alert').getByText('geändert: Ort.').waitFor()
    await page.getByRole('button', { name: 'Neuen Stand laden' }).click()
    expect(await page.getByLabel('Ort', { exact: true }).inputValue()).toBe('Hof')
    await page.getByLabel('Beschreibung').fill('Mit Kuchen')
    await save(page)
    await page.getByText('„Besprechung“ wurde gespeichert.').waitFor()
    expect((await at.owner.rest('GET', `/calendar/events/${made.id}`)).body).toMatchObject({
      ...{ description: 'Mit Kuchen', location: 'Hof' },
    })
    await close()
  }, 150_000)

  /** Somebody has changed this meanwhile: that is told, and what one has typed is saved over it. */
  const saveOver = async (page: Page, what: string) => {
    await save(page)
    await page.getByRole('alert').getByText(`geändert: ${what}.`).waitFor()
    await page.getByRole('button', { name: 'Eigene Eingaben behalten' }).click()
    await save(page)
  }

  test('overwrite an absence, time entry or comment after confirmation', async () => {
    const { page, close, token, memberId } = await openAs(Role.member, 'de')
    const own = { authorization: `Bearer ${token}` }
    const make = async (url: string, payload: object) =>
      (await at.app.server.inject({ method: 'POST', url: `/api/v1${url}`, headers: own, payload })).json()
    await hearNothing(page)

    const days = { starts_on: '2026-05-12', ends_on: '2026-05-13' }
    const absence = await make('/absences', { kind: 'vacation', ...days })
    await page.goto(`${web.base()}/app/calendar?date=2026-05-12`)
    await page
      .getByRole('button', { name: /^Alma Rose.*Urlaub/ })
      .first()
      .click()
    await page.getByLabel('Notiz').fill('Am Meer')
    await at.owner.rest('PUT', `/absences/${absence.id}`, { ends_on: '2026-05-14' })
    await saveOver(page, 'Letzter Tag')
    await page.getByText('Die Abwesenheit wurde geändert.').waitFor()
    expect((await at.owner.rest('GET', `/absences/${absence.id}`)).body).toMatchObject({ ...days, note: 'Am Meer' })

    const { id, taskId } = await aBoard('Planke')
    const span = { started_at: '2026-03-03T08:00:00Z', ended_at: '2026-03-03T09:00:00Z' }
    const entry = await make('/time-entries', { project_id: id, ...span, description: 'Erst' })
    await page.goto(`${web.base()}/app/time?day=2026-03-03`)
    await page.getByRole('button', { name: /^Bearbeiten: Gemeinsam/ }).click()
    await page.getByLabel('Ende').fill('2026-03-03T11:00')
    await at.owner.rest('PUT', `/time-entries/${entry.id}`, { description: 'Dann', billable: false })
    await save(page)
    await page
      .getByRole('alert')
      .getByText(/^(?!Jemand ).+ hat das inzwischen geändert: .*Beschreibung/)
      .waitFor()
    await page.getByRole('button', { name: 'Neuen Stand laden' }).click()
    expect(await page.getByLabel('Beschreibung').inputValue()).toBe('Dann')
    await page.getByLabel('Ende').fill('2026-03-03T11:00')
    await save(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await at.owner.rest('GET', `/time-entries/${entry.id}`)).body).toMatchObject({
      ...{ description: 'Dann', billable: false, started_at: '2026-03-03T08:00:00.000Z' },
      ...{ ended_at: '2026-03-03T10:00:00.000Z', user_id: memberId },
    })

    const comment = await make(`/tasks/${taskId}/comments`, { content: '<p>Erst</p>' })
    await page.goto(`${web.base()}/app/tasks/${taskId}`)
    await page.getByRole('button', { name: 'Kommentar von Alma Rose bearbeiten' }).click()
    await page.getByRole('textbox', { name: 'Kommentar von Alma Rose bearbeiten' }).fill('Meiner')
    await at.owner.rest('PUT', `/comments/${comment.id}`, { content: '<p>Deiner</p>' })
    await saveOver(page, 'Kommentar')
    await page.getByRole('article').getByText('Meiner').waitFor()
    await close()
  }, 150_000)

  test('overwrite a webhook, event type, availability or column after confirmation', async () => {
    const { page, close, memberId, token } = await openAs(Role.owner, 'de')
    await hearNothing(page)
    const input = { url: 'https://example.com/kontor', events: ['invoice.sent'] }
    const webhook = (await at.owner.rest('POST', '/webhooks', input)).body
    await page.goto(`${web.base()}/app/settings/webhooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Bearbeiten' }).click()
    await page.getByLabel('Notiz').fill('Lager')
    await at.owner.rest('PUT', `/webhooks/${webhook.id}`, { url: 'https://example.com/anders' })
    await saveOver(page, 'Adresse')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await at.owner.rest('GET', `/webhooks/${webhook.id}`)).body).toMatchObject({
      ...{ url: 'https://example.com/kontor', description: 'Lager' },
    })

    const kind = { name: 'Gespräch', slug: 'gespraech', duration_minutes: 30, user_id: memberId }
    const type = (await at.owner.rest('POST', '/booking/event-types', kind)).body
    const typeNow = async () => (await at.owner.rest('GET', `/booking/event-types/${type.id}`)).body
    await page.goto(`${web.base()}/app/settings/booking/${type.id}`)
    await page.getByLabel('Beschreibung').fill('Zum Kennenlernen')
    await at.owner.rest('PUT', `/booking/event-types/${type.id}`, { limit_per_day: 3 })
    await saveOver(page, 'Höchstens pro Tag')
    await page.getByRole('status').getByText('Gespeichert').waitFor()
    expect(await typeNow()).toMatchObject({ description: 'Zum Kennenlernen', limit_per_day: null })
    await page.getByLabel('Name', { exact: true }).fill('Beratung')
    await save(page)
    await expect.poll(async () => (await typeNow()).name).toBe('Beratung')

    await page.goto(`${web.base()}/app/settings/hours`)
    await page.getByRole('combobox', { name: 'Zeitzone' }).fill('Vienna')
    await page.getByRole('option', { name: 'Europe/Vienna' }).click()
    await at.app.server.inject({
      ...{ method: 'PUT', url: '/api/v1/booking/availability', headers: { authorization: `Bearer ${token}` } },
      payload: { weekly: [{ weekday: 2, start: '08:00', end: '10:00' }] },
    })
    await saveOver(page, 'Jede Woche')
    await page.getByRole('status').getByText('Gespeichert').waitFor()

    const { id, columns } = await aBoard('Nagel')
    await page.goto(`${web.base()}/app/projects/${id}`)
    await page.getByRole('button', { name: `Spalte ${columns[0].name}` }).click()
    await page.getByRole('menuitem', { name: 'Umbenennen' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Meine')
    await at.owner.rest('PUT', `/columns/${columns[0].id}`, { name: 'Deine' })
    await saveOver(page, 'Name')
    await page.getByRole('heading', { name: 'Meine' }).waitFor()
    await close()
  }, 150_000)

  test.each([
    ['invoices', 'Beschreibung', true, true],
    ['quotes', 'Beschreibung', true, true],
    ['contracts', 'Titel', true, false],
    ['invoices/recurring', 'Beschreibung', false, false],
  ] as const)('write and send or delete a draft: nothing typed is lost: %s', async (kind, label, isSent, isTold) => {
    const place = { street: 'Speicherstraße 1', postal_code: '20457', city: 'Hamburg', country: 'DE' }
    const numbers = { tax_number: '27/123/45678', iban: 'DE02120300000000202051' }
    await at.owner.rest('PUT', '/organization', { legal_name: 'Werkstatt GmbH', ...place, ...numbers })
    const client = (await at.owner.rest('POST', '/clients', { name: `Kunde ${kind}`, ...place })).body
    const path = kind === 'invoices/recurring' ? '/recurring-invoices' : `/${kind}`
    const line = { description: 'Erste', quantity: 1, unit_price_cents: 10_000, tax_rate: 19 }
    const given = {
      invoices: { issue_date: '2026-01-05', due_date: '2026-01-19', line_items: [line] },
      quotes: { valid_until: '2099-01-19', line_items: [line] },
      contracts: { title: 'Wartung', content: 'Was zu tun ist.' },
      'invoices/recurring': { interval: 'month', starts_on: '2099-01-31', line_items: [line] },
    }[kind]
    const draft = (await at.owner.rest('POST', path, { client_id: client.id, ...given })).body
    expect(draft, JSON.stringify(draft)).toHaveProperty('id')
    const { page, close } = await openAs(Role.owner, 'de', `/${kind}/${draft.id}`)
    const field = page.getByLabel(label, { exact: true }).first()
    await field.waitFor()
    await page.waitForLoadState('networkidle')
    const keep = async (id: string) => {
      await page.getByRole('button', { name: 'Als neuen Entwurf behalten' }).click()
      await page.waitForURL(({ pathname }) => /[\da-f-]{36}$/.test(pathname) && !pathname.includes(id))
      await page.getByRole('button', { name: 'Als neuen Entwurf behalten' }).waitFor({ state: 'detached' })
      await expect.poll(() => field.inputValue()).toBe('Meine Fassung')
      return new URL(page.url()).pathname.split('/').at(-1) ?? ''
    }
    // It is drawn as the new one that it would be, and neither sent nor kept as the one that has ended.
    const goesOn = async (text: string) => {
      await field.fill(text)
      await page.waitForTimeout(500)
      await page.waitForLoadState('networkidle')
      expect(await page.getByText('Eine Angabe stimmt noch nicht').count()).toBe(0)
      expect(await page.getByRole('button', { name: /^(Senden|Speichern|Entwurf löschen)$/ }).count()).toBe(0)
      if (kind === 'contracts') await field.press('Enter')
    }
    let { id } = draft
    await field.fill('Meine Fassung')
    // What cannot be asked for is not lost.
    await page.route('**/graphql', (route) => route.abort())
    const asked = page.waitForEvent('requestfailed')
    await comeBack(page)
    await asked
    expect(await field.inputValue()).toBe('Meine Fassung')
    await page.unroute('**/graphql')
    if (isSent) {
      const sent = await at.owner.rest('POST', `${path}/${id}/send`, { channel: 'none' })
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      // Of some no event tells: who comes back to the window, or saves, is told.
      if (!isTold) await comeBack(page)
      await page.getByRole('alert').getByText('inzwischen an anderer Stelle versendet').waitFor()
      expect(await field.inputValue()).toBe('Meine Fassung')
      await goesOn('Meine Fassung')
      id = await keep(id)
      await field.fill('Noch eine Fassung')
    }
    await at.owner.rest('DELETE', `${path}/${id}`)
    const told = page.getByRole('alert').getByText('inzwischen an anderer Stelle gelöscht')
    if (!isTold) await (isSent ? save : comeBack)(page)
    await told.waitFor()
    expect(await field.inputValue()).toBe(isSent ? 'Noch eine Fassung' : 'Meine Fassung')
    await goesOn('Meine Fassung')
    if (!isSent) await keep(id)
    else {
      await page.getByRole('button', { name: 'Eigene Eingaben verwerfen' }).click()
      await page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor()
    }
    await close()
  })

  test('keep the new place of a file that is renamed', async () => {
    const folder = async (name: string, parent_id: string | null = null) =>
      (await at.owner.rest('POST', '/storage/folders', { name, parent_id })).body.id as string
    const [one, other] = [await folder('Regal'), await folder('Kiste')]
    const { page, close } = await openAs(Role.owner, 'de', '/files')
    await page.getByRole('button', { name: /Kiste/ }).click()
    await page.getByRole('menuitem', { name: 'Umbenennen oder verschieben' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Truhe')
    await at.owner.rest('PUT', `/storage/folders/${other}`, { parent_id: one })
    await page.keyboard.press('Enter')
    await undo(page).waitFor()
    const now = async () => (await at.owner.rest('GET', `/storage/folders/${other}`)).body
    expect(await now()).toMatchObject({ name: 'Truhe', parent_id: one })
    await undo(page).click()
    await page.getByText('Rückgängig gemacht.').waitFor()
    expect(await now()).toMatchObject({ name: 'Kiste', parent_id: one })
    await close()
  })

  test('keep refused availability as typed, with the reason', async () => {
    const { id } = await aBoard('Werkbank')
    const { page, close, token } = await openAs(Role.member, 'de')
    const own = { authorization: `Bearer ${token}` }
    const monday = '2026-03-02'
    for (const hour of ['08', '09']) {
      const [from, to] = [`${monday}T${hour}:00:00Z`, `${monday}T${hour}:59:00Z`]
      const payload = { project_id: id, started_at: from, ended_at: to }
      await at.app.server.inject({ method: 'POST', url: '/api/v1/time-entries', headers: own, payload })
    }
    await page.goto(`${web.base()}/app/time?day=${monday}`)
    const cell = page.locator('input[data-cell]').first()
    await cell.waitFor()
    await cell.fill('0,5')
    await cell.press('Enter')
    await page.locator('.notice.danger').waitFor()
    expect(await cell.inputValue()).toBe('0,5')
    expect(await cell.getAttribute('aria-invalid')).toBe('true')
    expect(await cell.getAttribute('aria-description')).toContain('mehrere Einträge')
    await cell.fill('2,5')
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('updateTimeEntry') ? route.abort() : route.fallback(),
    )
    await cell.press('Enter')
    await expect.poll(() => cell.getAttribute('aria-description')).toContain('Der Dienst antwortet nicht')
    expect(await cell.inputValue()).toBe('2,5')
    await page.unroute('**/graphql')
    await cell.press('Enter')
    await page.getByRole('status').getByText('2:30').waitFor()
    expect(await cell.getAttribute('aria-invalid')).toBeNull()
    await close()
  })
})
