import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { clientsScreens } from './screens/clients.ts'

const web = inBrowser()
const { at, openAs } = web

const file = (text: string, encoding: BufferEncoding = 'utf8') => ({
  name: 'kunden.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text, encoding),
})

describeInBrowser('client import', () => {
  everyPageIsSound(web, Role.owner, clientsScreens)

  test('recognizes a file from Excel, previews it, and imports all but invalid and known rows', async () => {
    await at.owner.rest('POST', '/clients', { name: 'Bekannt', email: 'Da@schon.example' })
    const { page, complaints, close } = await openAs(Role.member, 'de', '/clients')
    await page.getByRole('link', { name: 'Importieren' }).click()
    const rows = [
      'Firma;Vorname;Nachname;E-Mail;Straße;Hausnr.;PLZ;Ort;Land;Kd.-Farbe',
      'Müßig & Söhne;Jörg;Süß;post@muessig.example;Ring;2a;01067;Dresden;Deutschland;rot',
      ';Lena;Vogt;;;;24103;Kiel;Österreich;',
      'Neuer Name;;;da@schon.example;;;;;;',
      'Falsch;;;keine Adresse;;;;;Nirgendwo;',
    ]
    // As Excel writes it in Western Europe.
    await page.locator('input[type=file]').setInputFiles(file(rows.join('\r\n'), 'latin1'))
    await page.getByText('2 neu, 1 vorhanden, 1 nicht möglich').waitFor()
    expect(await page.getByLabel('Kd.-Farbe').inputValue()).toBe('')
    const wrong = page.getByRole('row', { name: /Falsch/ })
    expect(await wrong.textContent()).toContain('E-Mail:')
    expect(await wrong.textContent()).toContain('Land:')
    expect(await page.getByRole('row', { name: /^4/ }).textContent()).toContain('Vorhanden')
    await page.getByRole('button', { name: '2 Kunden anlegen' }).click()
    await page.getByText('2 Kunden wurden angelegt.').waitFor()
    const left = await page.getByRole('link', { name: 'Übrige Zeilen als CSV herunterladen' }).getAttribute('href')
    expect(decodeURIComponent(left ?? '')).toContain('Falsch;;;keine Adresse')
    const { clients } = (await at.owner.rest('GET', '/clients?sort=name&per_page=100')).body
    const named = (name: string) => clients.find((each: { name: string }) => each.name === name)
    expect(named('Müßig & Söhne')).toMatchObject({
      ...{ contact_name: 'Jörg Süß', street: 'Ring 2a', postal_code: '01067', country: 'DE', kind: 'business' },
    })
    expect(named('Lena Vogt')).toMatchObject({ kind: 'consumer', country: 'AT' })
    expect(named('Neuer Name')).toBeUndefined()
    expect(complaints).toEqual([])
    await close()
  })

  test('maps columns by keyboard, and imports several batches', async () => {
    const { page, close } = await openAs(Role.admin, 'en', '/clients/import')
    const many = Array.from({ length: 230 }, (_, index) => `Viele ${index},viele-${index}@import.example`)
    await page.locator('input[type=file]').setInputFiles(file(['Bezeichner,Post', ...many].join('\n')))
    await page.getByText('0 new, 0 existing, 230 not possible').waitFor()
    await page.getByLabel('Bezeichner').focus()
    await page.keyboard.type('Name')
    await page.getByLabel('Post').selectOption('Email')
    await page.getByText('230 new, 0 existing, 0 not possible').waitFor()
    await page.getByRole('button', { name: 'Create 230 clients' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('230 clients were created.').waitFor()
    const { total, clients } = (await at.owner.rest('GET', '/clients?q=viele-229')).body
    expect([total, clients[0].email]).toEqual([1, 'viele-229@import.example'])
    await close()
  })

  test('refuses other files, and is hidden without permission', async () => {
    const { page, close } = await openAs(Role.owner, 'de', '/clients/import')
    await page.locator('input[type=file]').setInputFiles(file('Nur eine Zeile'))
    await page.getByText('Die Datei enthält außer der Kopfzeile keine Zeilen').waitFor()
    await close()
    const viewer = await openAs(Role.viewer, 'de', '/clients')
    await viewer.page.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor()
    expect(await viewer.page.getByRole('link', { name: 'Importieren' }).count()).toBe(0)
    await viewer.page.goto(`${web.base()}/app/clients/import`)
    await viewer.page.getByText('Dafür fehlt Ihnen das Recht').waitFor()
    await viewer.close()
  })
})
