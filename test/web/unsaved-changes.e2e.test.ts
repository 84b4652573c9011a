import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { runAxe } from '../harness/browser.ts'
import { describeInBrowser, inBrowser } from './in-browser.ts'
import { dialogIsSeen } from './screens/step.ts'

// What is typed and not saved goes by nobody's mistake: who leaves it is asked, and who has typed nothing is not.

const web = inBrowser()
const { at, openAs } = web

const said = {
  de: {
    ...{ question: 'Nicht gespeichert', stay: 'Hier bleiben', leave: 'Verlassen, ohne zu speichern' },
    ...{ invoices: 'Rechnungen', cancel: 'Abbrechen', save: 'Speichern', name: 'Name', create: 'Neuer Kunde' },
  },
  en: {
    ...{ question: 'Not saved', stay: 'Stay here', leave: 'Leave without saving' },
    ...{ invoices: 'Invoices', cancel: 'Cancel', save: 'Save', name: 'Name', create: 'New client' },
  },
} as const

const questionOf = (page: Page, language: 'de' | 'en' = 'de') =>
  page.getByRole('alertdialog', { name: said[language].question })

/** By hand: a link, a button. */
const press = (page: Page, name: string, role: 'link' | 'button' = 'button') =>
  page.getByRole(role, { name, exact: true }).first().click()

const pathOf = (page: Page) => new URL(page.url()).pathname.replace('/app', '')

/** What the browser asks by itself from now on, each answered by staying. */
function stayAtReload(page: Page) {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    dialog.dismiss()
  })
  return asked
}

const isFocused = (page: Page, name: string) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('button') && document.activeElement.textContent))
    .toBe(name)

async function aClient(name: string) {
  const { body } = await at.owner.rest('POST', '/clients', { name, email: `${crypto.randomUUID()}@kunde.example` })
  return body.id as string
}

/** What the service keeps waits until it is let go. */
async function holding(page: Page, mutation: string) {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const url = '**/graphql'
  await page.route(url, async (route) => {
    if (route.request().postData()?.includes(mutation)) await held
    await route.fallback()
  })
  return release
}

describeInBrowser('leaving with unsaved changes', () => {
  test.each(['de', 'en'] as const)('asks in a form, by mouse and keyboard: %s', async (language) => {
    const words = said[language]
    const { page, complaints, close } = await openAs(Role.owner, language, '/clients')
    const begin = () => press(page, words.create, 'link')
    await begin()
    const name = page.getByLabel(words.name, { exact: true })
    const question = questionOf(page, language)
    await name.waitFor()
    // Nothing is typed yet.
    await press(page, words.invoices, 'link')
    await page.waitForURL('**/invoices')
    await page.goBack()
    await name.fill('Hansen & Töchter')
    await press(page, words.invoices, 'link')
    await question.waitFor()
    await dialogIsSeen(page)
    expect(await runAxe(page)).toEqual([])
    // Neither Enter nor Escape loses anything.
    await isFocused(page, words.stay)
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await page.goBack()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => pathOf(page)).toBe('/clients/new')
    expect(await name.inputValue()).toBe('Hansen & Töchter')
    // By the keys of the app too, from where nobody writes.
    await page.getByRole('button', { name: words.cancel }).focus()
    await page.keyboard.press('g')
    await page.keyboard.press(language === 'de' ? 'r' : 'i')
    await question.waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/invoices')
    await page.goBack()
    // Whoever gives it up by its own button has said so.
    await name.fill('Hansen')
    await press(page, words.cancel)
    await page.waitForURL('**/clients')
    // What is saved is not lost.
    await begin()
    await name.fill(`Hansen ${language}`)
    await press(page, words.save)
    await page.getByRole('heading', { level: 1, name: `Hansen ${language}` }).waitFor()
    await press(page, words.invoices, 'link')
    await page.waitForURL('**/invoices')
    expect(await question.count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('asks before the browser reloads the page', async () => {
    const { page, close } = await openAs(Role.owner, 'de', '/clients/new')
    const asked = stayAtReload(page)
    const name = page.getByLabel('Name', { exact: true })
    await name.waitFor()
    await page.reload()
    expect(asked).toEqual([])
    await name.pressSequentially('Hansen')
    await page.evaluate(() => location.reload())
    await expect.poll(() => asked).toEqual(['beforeunload'])
    expect(await name.inputValue()).toBe('Hansen')
    await press(page, 'Abbrechen')
    await name.waitFor({ state: 'detached' })
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await close()
  })

  test('asks for new documents and changed drafts, but not if they are saved, deleted or unchanged', async () => {
    await aClient('Form Kunde')
    const { page, complaints, close } = await openAs(Role.owner, 'de', '/invoices')
    const question = questionOf(page)
    const description = page.getByLabel('Beschreibung').first()
    await press(page, 'Neue Rechnung', 'link')
    await description.waitFor()
    await page.goBack()
    await page.waitForURL('**/invoices')
    await page.goForward()
    await description.fill('Beratung')
    await page.goBack()
    await question.waitFor()
    await press(page, 'Hier bleiben')
    await expect.poll(() => pathOf(page)).toBe('/invoices/new')
    expect(await description.inputValue()).toBe('Beratung')
    await page.getByRole('combobox', { name: 'Kunde' }).fill('Form')
    await page.getByRole('option', { name: /Form Kunde/ }).click()
    await page.getByLabel('Einzelpreis').fill('100')
    await press(page, 'Speichern')
    await page.getByRole('button', { name: 'Entwurf löschen' }).waitFor()
    await press(page, 'Zeiten', 'link')
    await page.waitForURL('**/time')
    await page.goBack()
    await description.fill('Beratung und mehr')
    await press(page, 'Zeiten', 'link')
    await question.waitFor()
    await press(page, 'Hier bleiben')
    // As it was before it is nothing to lose.
    await description.fill('Beratung')
    await press(page, 'Zeiten', 'link')
    await page.waitForURL('**/time')
    await page.goBack()
    await description.fill('Noch etwas')
    await press(page, 'Entwurf löschen')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.waitForURL('**/invoices')
    expect(await question.count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('keeps what is typed while a new document is being saved, marked as unsaved', async () => {
    const client = await aClient('Weiter Kunde')
    const { page, complaints, close } = await openAs(Role.owner, 'de', `/invoices/new?client=${client}`)
    const description = page.getByLabel('Beschreibung').first()
    await description.fill('Beratung')
    await page.getByLabel('Einzelpreis').fill('100')
    for (const [mutation, more] of [
      ['createInvoice', ' und mehr'],
      ['updateInvoice', ' und noch mehr'],
    ] as const) {
      const release = await holding(page, mutation)
      await press(page, 'Speichern')
      await description.focus()
      await page.keyboard.press('End')
      await page.keyboard.type(more)
      release()
      await page.getByRole('status').getByText('Ihre letzten Änderungen sind noch nicht enthalten').waitFor()
      await page.unroute('**/graphql')
      await expect.poll(() => description.evaluate((it) => it === document.activeElement)).toBe(true)
      await page.getByText('Noch nicht gespeichert').waitFor()
    }
    expect(await description.inputValue()).toBe('Beratung und mehr und noch mehr')
    await press(page, 'Zeiten', 'link')
    await questionOf(page).waitFor()
    await press(page, 'Hier bleiben')
    await press(page, 'Speichern')
    await page.waitForURL(/invoices\/[\da-f-]{36}$/)
    const { body } = await at.owner.rest('GET', `/invoices/${pathOf(page).split('/').at(-1)}`)
    expect(body.line_items).toMatchObject([{ description: 'Beratung und mehr und noch mehr' }])
    const { rows } = await at.app.system.query('select id from invoices where client_id = $1', [client])
    expect(rows).toHaveLength(1)
    // The same with a draft that is there already.
    const release = await holding(page, 'updateInvoice')
    await description.fill('Zwei')
    await press(page, 'Speichern')
    await description.focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' drei')
    release()
    await page.getByRole('status').getByText('Ihre letzten Änderungen sind noch nicht enthalten').waitFor()
    expect(await description.inputValue()).toBe('Zwei drei')
    await press(page, 'Zeiten', 'link')
    await questionOf(page).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('keeps what is typed while a new contract is being saved, without creating a second one', async () => {
    const client = await aClient('Vertrag Kunde')
    const { page, close } = await openAs(Role.owner, 'de', `/contracts/new?client=${client}`)
    const title = page.getByLabel('Titel', { exact: true })
    await title.fill('Wartung')
    await page.getByLabel('Vertragstext').fill('Wir warten.')
    const release = await holding(page, 'createContract')
    await press(page, 'Speichern')
    await title.focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' 2027')
    release()
    const found = async () => {
      const text = 'select title from contracts where client_id = $1'
      return (await at.app.system.query<{ title: string }>(text, [client])).rows.map(({ title: called }) => called)
    }
    await expect.poll(found).toEqual(['Wartung'])
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' })
    expect(await title.inputValue()).toBe('Wartung 2027')
    await press(page, 'Zeiten', 'link')
    await questionOf(page).waitFor()
    await press(page, 'Hier bleiben')
    await press(page, 'Speichern')
    await page.waitForURL(/contracts\/[\da-f-]{36}$/)
    expect(await found()).toEqual(['Wartung 2027'])
    await close()
  })

  test('asks before a dialog closes by Escape or a click outside', async () => {
    const { page, complaints, close } = await openAs(Role.owner, 'de', '/calendar')
    const question = questionOf(page)
    const dialog = page.getByRole('dialog', { name: 'Neuer Termin' })
    const title = dialog.getByLabel('Titel')
    const begin = () => press(page, 'Neuer Termin')
    const beside = () => page.mouse.click(5, 400)
    for (const leave of [beside, () => page.keyboard.press('Escape')]) {
      await begin()
      await title.waitFor()
      await dialogIsSeen(page)
      await leave()
      await dialog.waitFor({ state: 'detached' })
      await begin()
      await title.fill('Besuch')
      await dialogIsSeen(page)
      await leave()
      await question.waitFor()
      await isFocused(page, 'Hier bleiben')
      await page.keyboard.press('Enter')
      await question.waitFor({ state: 'detached' })
      expect(await title.inputValue()).toBe('Besuch')
      await expect.poll(() => title.evaluate((it) => it === document.activeElement)).toBe(true)
      await leave()
      await question.waitFor()
      await press(page, 'Verlassen, ohne zu speichern')
      await dialog.waitFor({ state: 'detached' })
      await begin()
      await title.fill('Besuch')
      await dialog.getByRole('button', { name: 'Abbrechen' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    expect(await question.count()).toBe(0)
    // Where a page is left with a dialog open, one is asked once.
    await page.goto(`${web.base()}/app/time`)
    await press(page, 'Zeit nachtragen')
    await page.getByRole('dialog').locator('textarea, input[type=text]').first().fill('x')
    await page.keyboard.press('Escape')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })

  test('asks for a comment until it is sent', async () => {
    const project = (await at.owner.rest('POST', '/projects', { name: 'Halle' })).body
    const input = { project_id: project.id, column_id: project.columns[0].id, title: 'Boden' }
    const { id } = (await at.owner.rest('POST', '/tasks', input)).body
    const { page, complaints, close } = await openAs(Role.member, 'de', `/projects/${project.id}`)
    await press(page, 'Boden', 'link')
    const question = questionOf(page)
    const comment = page.getByRole('textbox', { name: 'Kommentar' })
    await comment.fill('Ein langer Kommentar')
    await press(page, 'Kalender', 'link')
    await question.waitFor()
    await press(page, 'Hier bleiben')
    await page.goBack()
    await question.waitFor()
    await press(page, 'Hier bleiben')
    await expect.poll(() => pathOf(page)).toBe(`/tasks/${id}`)
    expect(await comment.inputValue()).toBe('Ein langer Kommentar')
    await comment.press('Control+Enter')
    await page.getByRole('article').getByText('Ein langer Kommentar').waitFor()
    await press(page, 'Kalender', 'link')
    await page.waitForURL('**/calendar')
    expect(await question.count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('asks before signing out, but not after the session has ended elsewhere', async () => {
    const { page, email, memberId, close } = await openAs(Role.owner, 'de', '/clients/new')
    const asked = stayAtReload(page)
    const name = page.getByLabel('Name', { exact: true })
    const signOut = async () => {
      await page.getByRole('button', { name: /^Konto/ }).click()
      await page.getByRole('menuitem', { name: 'Abmelden' }).click()
    }
    await name.fill('Hansen')
    await signOut()
    await questionOf(page).waitFor()
    await press(page, 'Hier bleiben')
    expect(await name.inputValue()).toBe('Hansen')
    await at.app.system.query('delete from tokens where member_id = $1', [memberId])
    await press(page, 'Speichern')
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await page.getByLabel('E-Mail').last().fill(email)
    await page.reload()
    expect(asked).toEqual([])
    await close()
  })

  test('lets the user copy the text of a page that was deleted meanwhile, and names who deleted it', async () => {
    const { body } = await at.owner.rest('POST', '/pages', { title: 'Protokoll', content: 'Anfang' })
    const { page, complaints, close } = await openAs(Role.owner, 'de', `/pages/${body.id}`)
    await page.getByRole('textbox', { name: 'Inhalt' }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' und mehr')
    await page.getByText('Gespeichert', { exact: true }).waitFor()
    const me = (await at.owner.rest('GET', '/me')).body
    await at.owner.rest('DELETE', `/pages/${body.id}`)
    await page.getByRole('alert').getByText(`Diese Seite wurde von ${me.name} gelöscht.`).waitFor()
    await page.getByText('Anfang und mehr').waitFor()
    expect(await page.getByRole('textbox', { name: 'Inhalt' }).count()).toBe(0)
    expect(await page.getByRole('toolbar').count()).toBe(0)
    expect(await runAxe(page)).toEqual([])
    await press(page, 'Seiten', 'link')
    await page.getByRole('heading', { level: 1, name: 'Seiten' }).waitFor()
    expect(complaints.filter((text) => !text.includes('WebSocket'))).toEqual([])
    await close()
  })
})
