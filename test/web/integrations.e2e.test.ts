import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { runAxe } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { integrationScreens } from './screens/integrations.ts'

const web = inBrowser()
const { at, openAs } = web

/** What a receiver answered to the newest delivery, as the dispatcher writes it. */
const answered = (status: number, responseBody: string) =>
  at.app.system.query(
    `update webhook_deliveries set status = 'failed', next_attempt_at = null, attempt_count = 1, attempts = $1
     where organization_id = $2 and status = 'pending'`,
    [
      JSON.stringify([
        {
          ...{ at: new Date().toISOString(), durationMs: 42, status, responseBody, fault: null },
          requestHeaders: { 'x-service-event': 'webhook.test' },
        },
      ]),
      at.organizationId,
    ],
  )

describeInBrowser('integrations', () => {
  everyPageIsSound(web, Role.owner, {
    ...integrationScreens,
    webhook: async (given) => {
      await integrationScreens.webhook?.(given)
      await answered(500, '')
    },
  })

  test('creates, tests, inspects, pauses, changes and deletes a webhook', async () => {
    const { page, complaints, close } = await openAs(Role.admin, 'de', '/settings/webhooks')
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog')
    await press('Neuer Webhook')
    await dialog.getByLabel('Adresse').fill('https://10.0.0.1/hook')
    await dialog.getByRole('radio', { name: 'Nur diese' }).check()
    await press('Erstellen')
    await dialog.locator('.field-error', { hasText: 'Wählen Sie mindestens ein Ereignis.' }).waitFor()
    await dialog.locator('summary', { hasText: 'Rechnungen' }).click()
    await dialog.getByRole('checkbox', { name: 'Alle: Rechnungen' }).check()
    await dialog.getByRole('checkbox', { name: 'invoice.deleted' }).uncheck()
    await dialog.getByText('6 von 7').waitFor()
    await press('Erstellen')
    await dialog.locator('.field', { hasText: 'Adresse' }).locator('.field-error').waitFor()
    await dialog.getByLabel('Adresse').fill('https://hook.example/kontor')
    await press('Erstellen')
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    await press('Fertig')
    await page.getByRole('heading', { name: 'hook.example', level: 1 }).waitFor()
    expect(await page.content()).not.toContain(secret)
    expect(await page.locator('.chosen-events code').allTextContents()).toHaveLength(6)

    await press('Test senden')
    await page.getByText('Der Test wurde gesendet').waitFor()
    const row = page.getByRole('row', { name: /webhook\.test/ })
    await row.getByText('Ausstehend').waitFor()
    await answered(500, 'Etwas ist umgefallen.')
    // Nobody asks for it: what is on its way is looked at again.
    await row.getByText('Fehlgeschlagen').waitFor()
    await row.getByRole('button').click()
    await dialog.getByText('Der Empfänger hat mit 500 geantwortet statt mit 2xx.').waitFor()
    await dialog.getByText('Etwas ist umgefallen.').waitFor()
    await dialog.getByText('42 ms').waitFor()
    await dialog.getByText('x-service-event').waitFor()
    expect(await runAxe(page)).toEqual([])
    await press('Erneut zustellen')
    await dialog.getByText('Die Zustellung wird erneut gesendet.').waitFor()
    // What cannot be done once more keeps the focus, or Escape would be heard by nobody.
    await page.getByText('Erneut zustellen').and(page.locator('[aria-disabled]')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel('Zeigen').selectOption('succeeded')
    await page.getByText('Keine Zustellung in diesem Zustand.').waitFor()

    await press('Anhalten')
    await page.getByText('Der Webhook wurde angehalten.').waitFor()
    await page.getByText('Angehalten', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Test senden' }).isDisabled()).toBe(true)
    await press('Fortsetzen')
    await page.getByText('Der Webhook ist aktiv.').waitFor()

    const id = new URL(page.url()).pathname.split('/').at(-1)
    await press('Bearbeiten')
    await dialog.getByLabel('Notiz').fill('Lager')
    await at.owner.rest('PUT', `/webhooks/${id}`, { description: 'Versand' })
    await press('Speichern')
    await dialog.getByRole('alert').locator('.notice').waitFor()
    expect(await dialog.getByLabel('Notiz').inputValue()).toBe('Lager')
    await press('Abbrechen')
    await page.reload()
    await page.getByRole('heading', { name: 'Versand', level: 1 }).waitFor()
    await press('Bearbeiten')
    await dialog.getByRole('radio', { name: 'Alle Ereignisse' }).check()
    await press('Speichern')
    await page.getByText('Gespeichert.').waitFor()
    expect((await at.owner.rest('GET', `/webhooks/${id}`)).body).toMatchObject({
      ...{ url: 'https://hook.example/kontor', description: 'Versand', events: ['*'], active: true },
    })

    await press('Neues Secret')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erzeugen' }).click()
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret)
    await press('Fertig')
    await at.owner.rest('POST', '/clients', { name: 'Nachgeholt' })
    await press('Nachholen')
    await dialog.getByLabel('Seit').fill('2019-01-01T08:00')
    await dialog.getByRole('button', { name: 'Nachholen' }).click()
    await dialog.locator('.field-error', { hasText: '90 Tage' }).waitFor()
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16)
    await dialog.getByLabel('Seit').fill(yesterday)
    await dialog.getByRole('button', { name: 'Nachholen' }).click()
    await page.getByText(/Zustellung(en)? (wird|werden) gesendet\./).waitFor()

    await press('Löschen')
    await page.getByRole('alertdialog', { name: '„Versand“ löschen?' }).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Versand' }).waitFor({ state: 'detached' })
    await page.goto(`${web.base()}/app/settings/webhooks/${id}`)
    await page.getByRole('heading', { name: 'Webhook nicht gefunden' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('selects events by group with the keyboard', async () => {
    const { page, close } = await openAs(Role.owner, 'en', '/settings/webhooks')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.getByRole('button', { name: 'New webhook' }).focus()
    await press('Enter')
    await page.getByRole('dialog').getByLabel('Address').waitFor()
    await page.keyboard.type('https://keys.example/hook')
    await press('Tab', 'Tab', 'ArrowDown', 'Tab')
    await page.locator('summary:focus', { hasText: 'Invoices' }).waitFor()
    await press('Enter', 'Tab', 'Space')
    await page.getByText('7 of 7').waitFor()
    await page.getByLabel('Address').focus()
    await press('Enter')
    await page.getByRole('button', { name: 'Done' }).waitFor()
    await press('Tab', 'Tab', 'Enter')
    const { body } = await at.owner.rest('GET', '/webhooks?q=keys.example')
    expect(body.webhooks[0].events).toHaveLength(7)
    await close()
  })

  test('shows owners the state of the installation, with what to do', async () => {
    const { page, complaints, close } = await openAs(Role.owner, 'de', '/settings')
    await page.getByRole('link', { name: 'Zustand' }).click()
    const part = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await part('Protokoll').getByText('in Ordnung').waitFor()
    await part('Sicherung').getByText('Kontor sichert nichts.').waitFor()
    await page.getByRole('button', { name: 'Noch einmal prüfen' }).click()
    await part('Datenbank').waitFor()
    expect(complaints).toEqual([])
    await close()
    const admin = await openAs(Role.admin, 'de', '/settings')
    await admin.page.getByRole('link', { name: 'Webhooks' }).waitFor()
    expect(await admin.page.getByRole('link', { name: 'Zustand' }).count()).toBe(0)
    await admin.page.goto(`${web.base()}/app/settings/doctor`)
    await admin.page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).waitFor()
    await admin.close()
  })

  test('downloads the books, and explains what an export lacks', async () => {
    const { page, complaints, close } = await openAs(Role.accountant, 'de', '/settings')
    expect(await page.getByRole('link', { name: /Webhooks|Zustand/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Export' }).click()
    const books = page.getByRole('region', { name: 'Buchhaltung' })
    await books.getByLabel('Von').fill('2026-01-01')
    await books.getByRole('button', { name: 'Herunterladen' }).click()
    await books.getByRole('alert').getByText('DATEV').waitFor()
    await books.getByRole('radio', { name: 'CSV' }).check()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      books.getByRole('button', { name: 'Herunterladen' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^kontor_csv_2026-01-01_.*\.zip$/)
    expect(await page.getByRole('button', { name: 'Alles herunterladen' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
    const owner = await openAs(Role.owner, 'de', '/settings/export')
    const [whole] = await Promise.all([
      owner.page.waitForEvent('download'),
      owner.page.getByRole('button', { name: 'Alles herunterladen' }).click(),
    ])
    expect(whole.suggestedFilename()).toMatch(/^kontor_[\d-]{10}\.zip$/)
    expect(await whole.failure()).toBe(null)
    await owner.close()
  })
})
