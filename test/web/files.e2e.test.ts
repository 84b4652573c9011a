import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { createPreviewJob } from '#features/content/previews/make-preview'
import { browserPath } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { drawnLogo } from './logo.ts'
import { filesScreens } from './screens/files.ts'

const web = inBrowser()
const { at, openAs } = web

const aText = (name: string, text = 'Guten Tag') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const named = async (name: string) => (await at.owner.rest('GET', `/storage/files?q=${name}`)).body.files

describeInBrowser('files', () => {
  beforeAll(async () => {
    if (!browserPath) return
    const { page, close } = await openAs(Role.owner, 'de', '/files')
    await page.getByLabel('Dateien hochladen').setInputFiles([aText('Vorhanden.txt')])
    await page.getByText('Vorhanden.txt wurde hochgeladen.').waitFor()
    await at.owner.rest('POST', '/storage/folders', { name: 'Ablage' })
    await close()
  }, 120_000)

  everyPageIsSound(web, Role.owner, filesScreens)

  test('uploads, downloads, renames, moves and deletes a file', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'en', '/files')
    await page.getByRole('button', { name: 'New folder' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill('Contracts')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Contracts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Contracts' }).waitFor()
    await page.getByLabel('Upload files').setInputFiles([aText('draft.txt')])
    await page.getByText('draft.txt uploaded.').waitFor()
    const row = page.getByRole('table').getByRole('link', { name: 'draft.txt', exact: true })
    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
      await page.getByRole('menuitem', { name: action }).press('Enter')
    }
    const [fetched] = await Promise.all([page.waitForEvent('download'), act('draft.txt', 'Download')])
    expect(fetched.suggestedFilename()).toBe('draft.txt')
    await act('draft.txt', 'Rename or move')
    await page.getByRole('textbox', { name: 'Name' }).fill('final.txt')
    await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'Ablage' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('No files yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await row.waitFor()
    await act('draft.txt', 'Rename or move')
    await page.getByRole('textbox', { name: 'Name' }).fill('final.txt')
    await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'Ablage' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('No files yet').waitFor()
    const [moved] = await named('final')
    expect(moved.folder_id).not.toBeNull()
    await page.getByRole('main').getByRole('link', { name: 'Files' }).click()
    await act('final.txt', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('“final.txt” deleted.').waitFor()
    expect(await named('final')).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('shows a file with its preview, found by name', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'de', '/files')
    await page
      .getByLabel('Dateien hochladen')
      .setInputFiles([{ name: 'Logo.png', mimeType: 'image/png', buffer: await drawnLogo('#336699') }])
    await page.getByText('Logo.png wurde hochgeladen.').waitFor()
    await page.getByRole('link', { name: 'Logo.png' }).click()
    await page.getByRole('heading', { level: 1, name: 'Logo.png' }).waitFor()
    const { id } = (await named('Logo'))[0]
    expect(new URL(page.url()).pathname).toBe(`/app/files/${id}`)
    await page.getByText('Die Vorschau wird erstellt.').waitFor()
    await createPreviewJob(() => at.app.services, at.app.system).run({ organizationId: at.organizationId, fileId: id })
    const picture = page.getByRole('img', { name: 'Vorschau von Logo.png' })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(240)
    await page.getByText('image/png').waitFor()
    await page.getByText('Alma Rose').last().waitFor()
    const [fetched] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Herunterladen' }).click(),
    ])
    expect(fetched.suggestedFilename()).toBe('Logo.png')

    await page.getByRole('button', { name: 'Aktionen für Logo.png' }).click()
    await page.getByRole('menuitem', { name: 'Umbenennen oder verschieben' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Zeichen.png')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('heading', { level: 1, name: 'Zeichen.png' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').fill('Zeichen')
    await page.getByRole('option', { name: 'Zeichen.png' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('heading', { level: 1, name: 'Zeichen.png' }).waitFor()
    await page.getByRole('button', { name: 'Aktionen für Zeichen.png' }).click()
    await page.getByRole('menuitem', { name: 'Löschen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dateien' }).waitFor()
    expect(await named('Zeichen')).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('explains why a file is refused', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'de', '/files')
    const chosen = page.getByLabel('Dateien hochladen')
    await chosen.setInputFiles([{ name: 'leer.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }])
    await page.getByText('Die Datei ist leer.').waitFor()
    expect(complaints).toEqual([])
    await page.route(/\/files\?|\/uploads|signature=/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 413, json: { error: 'payload_too_large', message: 'Der Speicher ist voll.' } })
        : route.fallback(),
    )
    await chosen.setInputFiles([{ name: 'voll.txt', mimeType: 'text/plain', buffer: Buffer.from('voll') }])
    await page.getByText('Der Speicher ist voll.').waitFor()
    await close()
  })

  test('creates, copies and revokes a link with a password; a viewer only reads', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'de', '/files')
    await page.getByRole('button', { name: 'Aktionen für Vorhanden.txt' }).click()
    await page.getByRole('menuitem', { name: 'Teilen' }).click()
    await page.getByLabel('Passwort').fill('geheim-genug')
    await page.getByLabel('Gültig bis').fill('2099-12-31')
    await page.getByRole('button', { name: 'Link erstellen' }).click()
    const url = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    expect(url).toMatch(/\/share\//)
    await page.getByText(/mit Passwort/).waitFor()
    await page.getByRole('button', { name: 'Widerrufen' }).click()
    await page.getByText('Der Link wurde widerrufen.').waitFor()
    await expect.poll(() => page.getByText(/mit Passwort/).count()).toBe(0)
    expect((await at.owner.graphql('{ shareLinks(revoked: true) { total } }')).data.shareLinks.total).toBe(1)

    const viewer = await openAs(Role.viewer, 'en', '/files')
    await viewer.page.getByRole('link', { name: 'Vorhanden.txt', exact: true }).waitFor()
    expect(await viewer.page.getByRole('button', { name: 'New folder' }).count()).toBe(0)
    expect(await viewer.page.getByLabel('Upload files').count()).toBe(0)
    await viewer.page.getByRole('button', { name: 'Actions for Vorhanden.txt' }).click()
    expect(await viewer.page.getByRole('menuitem').allTextContents()).toEqual(['Download'])
    expect([...complaints, ...viewer.complaints]).toEqual([])
    await close()
    await viewer.close()
  })

  test('lists a file that was created while the list was loading', async () => {
    const { page, close } = await openAs(Role.member, 'en', '/files')
    await page.getByText('Vorhanden.txt', { exact: true }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    let isFirst = true
    await page.route('**/graphql', async (route) => {
      if (!isFirst || !route.request().postData()?.includes('query Folders')) return route.continue()
      isFirst = false
      const response = await route.fetch()
      asked.resolve()
      await released.promise
      await route.fulfill({ response })
    })
    await page.getByRole('navigation').getByRole('link', { name: 'Files' }).click()
    await asked.promise
    await page.getByRole('button', { name: 'New folder' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill('Meanwhile')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    released.resolve()
    await page.getByRole('link', { name: 'Meanwhile', exact: true }).waitFor()
    await close()
  })

  test('lists more than a hundred folders', async () => {
    const { body: shelf } = await at.owner.rest('POST', '/storage/folders', { name: 'Regal' })
    for (let number = 1; number <= 102; number++)
      await at.owner.rest('POST', '/storage/folders', { name: `Fach ${number}`, parent_id: shelf.id })
    const { page, complaints, close } = await openAs(Role.member, 'de', `/files?folder=${shelf.id}`)
    await expect.poll(() => page.getByRole('list', { name: 'Ordner' }).getByRole('listitem').count()).toBe(102)
    expect(complaints).toEqual([])
    await close()
  })
})
