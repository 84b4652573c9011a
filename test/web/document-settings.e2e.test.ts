import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { png } from '../documents/pictures.ts'
import { runAxe } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { documentScreens } from './screens/documents.ts'

const web = inBrowser()
const { at, openAs } = web

const kept = async () => (await at.owner.rest('GET', '/organization')).body
const year = new Date().getFullYear()

describeInBrowser('documents', () => {
  everyPageIsSound(web, Role.owner, documentScreens)

  test('updates the preview while typing, without saving', async () => {
    const { page, complaints, close } = await openAs(Role.owner, 'de', '/settings/documents')
    const sheet = page.locator('.sheet[aria-busy=false] img')
    const shown = () => sheet.getAttribute('src')
    const another = async (than: string | null) => {
      await page.waitForFunction(
        (old) => {
          const sample = document.querySelector('.sheet[aria-busy=false] img')
          return sample && sample.getAttribute('src') !== old
        },
        than,
        { timeout: 20_000 },
      )
      return shown()
    }
    const usual = await shown()
    expect(usual).toMatch(/^data:image\/webp;base64,/)
    await page.getByRole('button', { name: '#c2410c' }).click()
    expect(await page.getByLabel('Farbe', { exact: true }).inputValue()).toBe('#c2410c')
    const orange = await another(usual)
    await page.getByLabel('Sprache der Dokumente').selectOption('en')
    const english = await another(orange)
    await page
      .getByLabel('Logo')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png(120, 30)) })
    const withLogo = await another(english)
    expect(await kept()).toMatchObject({ accent_color: null, default_language: 'de', logo_file_id: null })

    // What is wrong stands beside its field, and nothing typed is lost.
    await page.getByLabel('Farbe', { exact: true }).fill('orange')
    await page.getByLabel('Stundensatz in Euro').fill('viel')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Bitte geben Sie einen Betrag ein').waitFor()
    await page.getByLabel('Stundensatz in Euro').fill('104,50')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.locator('.field', { hasText: 'Farbe' }).locator('.field-error').waitFor()
    expect(await runAxe(page)).toEqual([])
    expect(await page.getByLabel('Farbe', { exact: true }).inputValue()).toBe('orange')
    await page.getByLabel('Farbe', { exact: true }).fill('#C2410C')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Gespeichert.', { exact: true }).waitFor()
    const { logo_file_id, ...rest } = await kept()
    expect(rest).toMatchObject({ accent_color: '#C2410C', default_language: 'en', hourly_rate_cents: 10_450 })
    expect(logo_file_id).toMatch(/^[\da-f-]{36}$/)
    expect(withLogo).not.toBe(usual)
    expect(complaints).toEqual([])
    await close()
  })

  test('discards an uploaded logo that was not saved', async () => {
    const { page, close } = await openAs(Role.admin, 'de', '/settings/documents')
    const files = async () => (await at.owner.rest('GET', '/storage/files')).body.total as number
    const before = await files()
    const sendLogo = async () => {
      await page.getByLabel('Logo').setInputFiles({
        ...{ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png(120, 30)) },
      })
      await expect.poll(files).toBe(before + 1)
      await page.getByRole('status').filter({ hasText: 'wird hochgeladen' }).waitFor({ state: 'detached' })
    }
    await sendLogo()
    await page.getByRole('link', { name: 'Kunden' }).first().click()
    await page.getByRole('button', { name: 'Verlassen, ohne zu speichern' }).click()
    await expect.poll(files).toBe(before)
    await page.goBack()
    await sendLogo()
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto('about:blank')
    await expect.poll(files).toBe(before)
    await close()
  })

  test('rejects a logo in an unsupported format', async () => {
    const { page, close } = await openAs(Role.admin, 'en', '/settings/documents')
    await page.locator('.sheet[aria-busy=false] img').waitFor()
    await page
      .getByLabel('Logo')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('none') })
    await page
      .getByText('must be a PNG or JPEG', { exact: false })
      .or(page.getByText('Must be a PNG or JPEG'))
      .waitFor()
    await close()
  })

  test('reports concurrent changes without losing either', async () => {
    const { page, close } = await openAs(Role.owner, 'de', '/settings/organization')
    await page.getByLabel('Telefon').fill('040 123')
    await at.owner.rest('PUT', '/organization', { city: 'Altona' })
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Eine andere Person hat inzwischen gespeichert').waitFor()
    expect(await page.getByLabel('Telefon').inputValue()).toBe('040 123')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Gespeichert.', { exact: true }).waitFor()
    expect(await kept()).toMatchObject({ phone: '040 123', city: 'Altona' })
    await close()
  })

  test('shows the next number while typing; a counter can only be raised', async () => {
    const { page, complaints, close } = await openAs(Role.owner, 'de', '/settings/numbering')
    const quotes = page.getByLabel('Angebote', { exact: true })
    await page.locator('output', { hasText: `AN-${year}-0001` }).waitFor()
    await quotes.fill('A-{seq:6}')
    await page.locator('output', { hasText: 'A-000001' }).waitFor()
    await quotes.fill('A-{year}')
    await page.locator('.field', { hasText: 'Angebote' }).locator('.field-error').waitFor()
    await quotes.fill('A-{seq:6}')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Gespeichert.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Nächste Nummer erhöhen: Angebote', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nächste Nummer').fill('0')
    await dialog.getByRole('button', { name: 'Erhöhen' }).click()
    await dialog.locator('.field-error').waitFor()
    await dialog.getByLabel('Nächste Nummer').fill('42')
    await dialog.getByRole('button', { name: 'Erhöhen' }).click()
    await page.getByText('Die nächste Nummer ist A-000042.').waitFor()
    await page.locator('output', { hasText: 'A-000042' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('edits dunning levels with days, fees and texts', async () => {
    const { page, complaints, close } = await openAs(Role.owner, 'de', '/settings/dunning')
    await page.getByText('Heute sind keine Mahnungen fällig.').waitFor()
    await page.getByRole('checkbox', { name: 'Automatisch mahnen' }).check()
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('alert').getByText('Bitte wählen Sie für automatische Mahnungen').waitFor()
    const level = (name: string) => page.getByRole('group', { name })
    await level('Zahlungserinnerung').getByRole('checkbox').check()
    await level('2. Mahnung').getByRole('checkbox').check()
    await level('2. Mahnung').getByLabel('Gebühr in Euro').fill('120')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await level('2. Mahnung').getByText('Bitte geben Sie einen Betrag').waitFor()
    await level('2. Mahnung').getByLabel('Gebühr in Euro').fill('2,50')
    await level('2. Mahnung').getByLabel('Eigener Text').fill('Bitte zahlen Sie.')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Gespeichert.', { exact: true }).waitFor()
    expect((await kept()).dunning).toEqual({
      automatic: true,
      levels: [
        { level: 0, days: 7, fee_cents: 0, text: null },
        { level: 2, days: 14, fee_cents: 250, text: 'Bitte zahlen Sie.' },
      ],
    })
    expect(complaints).toEqual([])
    await close()
  })

  test('edits accounting settings and shows errors', async () => {
    const { page, complaints, close } = await openAs(Role.owner, 'de', '/settings/accounting')
    await page.getByLabel('Kontenrahmen').selectOption('SKR04')
    expect(await page.getByLabel('Bank', { exact: true }).getAttribute('placeholder')).toBe('1800')
    await page.getByLabel('Beraternummer').fill('12')
    await page.getByRole('button', { name: 'Erlöskonto hinzufügen' }).click()
    const row = page.getByRole('group', { name: 'Erlöskonto 1' })
    await row.getByLabel('Steuersatz in %').fill('19')
    await row.getByLabel('Konto', { exact: true }).fill('4401')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.locator('.field', { hasText: 'Beraternummer' }).locator('.field-error').waitFor()
    await page.getByLabel('Beraternummer').fill('12345')
    await page.getByLabel('Bank', { exact: true }).fill('180000')
    await page.getByRole('checkbox', { name: 'Stapel festschreiben' }).check()
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.locator('.field', { hasText: 'Bank' }).locator('.field-error').waitFor()
    await page.getByLabel('Bank', { exact: true }).fill('1810')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Gespeichert.', { exact: true }).waitFor()
    expect((await kept()).accounting).toMatchObject({
      ...{ chart: 'SKR04', datev_consultant_number: '12345', bank_account: '1810', cash_account: null },
      ...{ lock_batch: true, export_payments: false, account_length: 4 },
      accounts: [{ tax_category: 'S', tax_rate: 19, account: '4401', tax_key: null, advance_account: null }],
    })
    expect(complaints).toEqual([])
    await close()
  })

  test('shows number ranges to roles that read money', async () => {
    const accountant = await openAs(Role.accountant, 'de', '/settings/numbering')
    await accountant.page.getByRole('table', { name: 'Zählerstände' }).waitFor()
    expect(await accountant.page.getByRole('button', { name: /Erhöhen|Speichern/ }).count()).toBe(0)
    expect(await accountant.page.getByRole('link', { name: /^(Dokumente|Mahnwesen|Buchhaltung)$/ }).count()).toBe(0)
    await accountant.close()
    const member = await openAs(Role.member, 'de', '/settings/numbering')
    await member.page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).waitFor()
    for (const page of ['documents', 'dunning', 'accounting']) {
      await member.page.goto(`${web.base()}/app/settings/${page}`)
      await member.page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).first().waitFor()
      expect(await member.page.getByRole('button', { name: 'Speichern' }).count()).toBe(0)
    }
    await member.close()
  })
})
