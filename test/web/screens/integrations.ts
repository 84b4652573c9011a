import { at, dialogOf, type Step } from './step.ts'

/** What connects Kontor with programs, and how the installation stands: for an owner. */
export const integrationScreens: Readonly<Record<string, Step>> = {
  webhooks: at('/settings/webhooks'),
  'new-webhook': async ({ page }) => {
    await page.getByRole('button', { name: /^(Neuer Webhook|New webhook)$/ }).click()
    const dialog = await dialogOf(page)
    await dialog.getByLabel(/^(Adresse|Address)$/).fill('https://example.com/kontor')
    await dialog.getByLabel(/^(Notiz|Note)$/).fill('Warenwirtschaft')
    await dialog.getByRole('radio', { name: /^(Nur diese|Only these)/ }).check()
    await dialog.locator('summary', { hasText: /^(Rechnungen|Invoices)/ }).click()
    await dialog.getByRole('checkbox', { name: 'invoice.sent' }).check()
    await dialog.getByRole('checkbox', { name: 'invoice.paid' }).check()
  },
  'webhook-secret': async ({ page }) => {
    await page.getByRole('button', { name: /^(Erstellen|Create)$/ }).click()
    await page.getByLabel('Secret', { exact: true }).waitFor()
  },
  webhook: async ({ page }) => {
    await page.getByRole('button', { name: /^(Fertig|Done)$/ }).click()
    await page.getByRole('button', { name: /^(Test senden|Send test)$/ }).click()
    await page.getByRole('button', { name: /webhook\.test/ }).waitFor()
  },
  delivery: async ({ page }) => {
    await page
      .getByRole('button', { name: /webhook\.test/ })
      .first()
      .click()
    await (await dialogOf(page)).locator('.attempts summary').waitFor()
  },
  export: at('/settings/export'),
  doctor: at('/settings/doctor'),
  notices: at('/settings/notices'),
}
