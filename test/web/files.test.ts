import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { browserPath } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
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
    await page.getByText('Vorhanden.txt ist abgelegt.').waitFor()
    await at.owner.rest('POST', '/storage/folders', { name: 'Ablage' })
    await close()
  }, 120_000)

  everyPageIsSound(web, Role.owner, filesScreens)

  test('a file is put into a folder, fetched, renamed, moved and deleted', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'en', '/files')
    await page.getByRole('button', { name: 'New folder' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill('Contracts')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Contracts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Contracts' }).waitFor()
    await page.getByLabel('Upload files').setInputFiles([aText('draft.txt')])
    await page.getByText('draft.txt was added.').waitFor()
    const row = page.getByRole('table').getByRole('button', { name: 'draft.txt', exact: true })
    const [fetched] = await Promise.all([page.waitForEvent('download'), row.click()])
    expect(fetched.suggestedFilename()).toBe('draft.txt')

    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
      await page.getByRole('menuitem', { name: action }).press('Enter')
    }
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
    await page.getByText('“final.txt” was deleted.').waitFor()
    expect(await named('final')).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('a link is made with a password, copied, and revoked; a viewer only reads', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'de', '/files')
    await page.getByRole('button', { name: 'Aktionen für Vorhanden.txt' }).click()
    await page.getByRole('menuitem', { name: 'Teilen' }).click()
    await page.getByLabel('Passwort').fill('geheim-genug')
    await page.getByLabel('Gilt bis').fill('2099-12-31')
    await page.getByRole('button', { name: 'Link erstellen' }).click()
    const url = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    expect(url).toMatch(/\/share\//)
    await page.getByText(/mit Passwort/).waitFor()
    await page.getByRole('button', { name: 'Widerrufen' }).click()
    await page.getByText('Der Link gilt nicht mehr.').waitFor()
    await expect.poll(() => page.getByText(/mit Passwort/).count()).toBe(0)
    expect((await at.owner.graphql('{ shareLinks(revoked: true) { total } }')).data.shareLinks.total).toBe(1)

    const viewer = await openAs(Role.viewer, 'en', '/files')
    await viewer.page.getByRole('button', { name: 'Vorhanden.txt', exact: true }).waitFor()
    expect(await viewer.page.getByRole('button', { name: 'New folder' }).count()).toBe(0)
    expect(await viewer.page.getByLabel('Upload files').count()).toBe(0)
    await viewer.page.getByRole('button', { name: 'Actions for Vorhanden.txt' }).click()
    expect(await viewer.page.getByRole('menuitem').allTextContents()).toEqual(['Download'])
    expect([...complaints, ...viewer.complaints]).toEqual([])
    await close()
    await viewer.close()
  })
})
