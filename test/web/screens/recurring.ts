import { at, dialogOf, drawn, type Step } from './step.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A recurring invoice, from nothing to the question before its next one is made. */
export const recurringScreens: Readonly<Record<string, Step>> = {
  'recurring-invoices': at('/invoices/recurring'),
  'new-recurring-invoice': async (given) => {
    const { page } = given
    await at('/clients/new')(given)
    await page.getByLabel('Name', { exact: true }).fill('Werft Petersen')
    await page.getByRole('button', { name: /^(Speichern|Save)$/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Werft Petersen' }).waitFor()
    await at(`/invoices/recurring/new?client=${page.url().split('/').at(-1)}`)(given)
    await page.getByLabel(/^(Beschreibung|Description)$/).fill('Wartung der Website, {period}')
    await page.getByLabel(/^(Einzelpreis|Unit price)$/).fill('249')
    await page.getByLabel(/^(Erste Rechnung am|First invoice on)$/).fill(inDays(30))
    await page.getByLabel(/^(Keine Rechnung nach dem|No invoice after)$/).fill(inDays(330))
    await drawn(page)
  },
  'recurring-invoice': async ({ page }) => {
    await page.getByRole('button', { name: /^(Speichern|Save)$/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Werft Petersen' }).waitFor()
    await drawn(page)
  },
  'run-recurring-invoice': async ({ page }) => {
    await page.getByRole('button', { name: /^(Jetzt erstellen|Create now)$/ }).click()
    await dialogOf(page)
  },
  'recurring-invoice-made': async ({ page }) => {
    const dialog = await dialogOf(page)
    await dialog.getByRole('button', { name: /^(Jetzt erstellen|Create now)$/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^(Entwurf|Draft)$/ }).waitFor()
    await drawn(page)
  },
}
