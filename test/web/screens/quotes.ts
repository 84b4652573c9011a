import type { Page } from 'playwright-core'
import { at, dialogOf, drawn, type Step } from './step.ts'

const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()

/** A quote, from nothing to an invoice. */
export const quoteScreens: Readonly<Record<string, Step>> = {
  quotes: at('/quotes'),
  'new-quote': async (given) => {
    const { page } = given
    await at('/clients/new')(given)
    await page.getByLabel('Name', { exact: true }).fill('Bootsbau Lindner')
    await page.getByLabel(/^(E-Mail|Email)$/).fill(`lindner-${Date.now()}@bootsbau.example`)
    await button(page, /^(Speichern|Save)$/)
    await page.getByRole('heading', { level: 1, name: 'Bootsbau Lindner' }).waitFor()
    await at(`/quotes/new?client=${page.url().split('/').at(-1)}`)(given)
    await page
      .getByLabel(/^(Beschreibung|Description)$/)
      .fill('Gestaltung einer Website\nEntwurf und drei Runden Korrektur')
    await page.getByLabel(/^(Menge|Quantity)$/).fill('12')
    await page.getByLabel(/^(Einzelpreis|Unit price)$/).fill('95')
    await page.locator('.totals .sum').getByText('1.356,60').or(page.getByText('€1,356.60')).last().waitFor()
    await drawn(page)
  },
  'draft-quote': async ({ page }) => {
    await button(page, /^(Speichern|Save)$/)
    await page.getByRole('link', { name: /^(PDF öffnen|Open PDF)$/ }).waitFor()
    await drawn(page)
  },
  'send-quote': async ({ page }) => {
    await button(page, /^(Senden|Send)$/)
    await dialogOf(page)
  },
  'sent-quote': async ({ page }) => {
    const dialog = await dialogOf(page)
    await dialog.getByRole('button', { name: /^(Senden|Send)$/ }).click()
    await page.getByRole('heading', { name: /^(Annahme|Acceptance)$/ }).waitFor()
    await drawn(page)
  },
  'sign-quote': async ({ page }) => {
    await button(page, /^(Als angenommen eintragen|Mark as accepted)$/)
    await dialogOf(page)
  },
  'signed-quote': async ({ page }) => {
    const dialog = await dialogOf(page)
    await dialog.getByLabel(/^(Angenommen von|Accepted by)$/).fill('Pia Lindner')
    await dialog.getByRole('button', { name: /^(Eintragen|Record)$/ }).click()
    await page.getByRole('button', { name: /^(In Rechnung umwandeln|Convert to invoice)$/ }).waitFor()
    await drawn(page)
  },
}
