import type { Page } from 'playwright-core'
import { at, dialogOf, drawn, type Step } from './step.ts'

const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()

/** Each look makes a client of its own, and no two have one address. */
const mailboxes = ['post', 'werft', 'info', 'rechnung']
let looked = 0

/** Clients and invoices, from nothing to what is sent. */
export const invoiceScreens: Readonly<Record<string, Step>> = {
  'new-client': at('/clients/new'),
  'new-invoice': async ({ page }) => {
    await page.getByLabel('Name', { exact: true }).fill('Werft Ellerbek')
    await page.getByLabel(/^(Straße|Street)$/).fill('Am Kai 4')
    await button(page, /^(Speichern|Save)$/)
    await page.getByRole('link', { name: /^(Neue Rechnung|New invoice)$/ }).click()
    await page.getByLabel(/^(Beschreibung|Description)$/).fill('Beratung zur Einführung\nWorkshop vor Ort, ein Tag')
    await page.getByLabel(/^(Menge|Quantity)$/).fill('8')
    await page.getByLabel(/^(Einzelpreis|Unit price)$/).fill('110')
    await page.getByLabel(/^(Skonto|Cash discount) %$/).fill('2')
    await page.getByLabel(/^(Skontotage|Discount days)$/).fill('10')
    await page.getByRole('definition').filter({ hasText: '1.047,20' }).or(page.getByText('€1,047.20')).last().waitFor()
    await drawn(page)
  },
  'draft-invoice': async ({ page }) => {
    await button(page, /^(Speichern|Save)$/)
    await page.getByRole('link', { name: /^(PDF öffnen|Open PDF)$/ }).waitFor()
    await drawn(page)
  },
  'send-invoice': async ({ page }) => {
    await button(page, /^(Senden|Send)$/)
    await dialogOf(page)
    await page.getByLabel('PLZ').or(page.getByLabel('Postal code')).last().waitFor()
  },
  'sent-invoice': async ({ page }) => {
    const dialog = await dialogOf(page)
    const fill = async (labels: RegExp, text: string) => {
      const fields = dialog.getByLabel(labels)
      for (let index = 0; index < (await fields.count()); index++)
        if ((await fields.nth(index).inputValue()) === '') await fields.nth(index).fill(text)
    }
    await fill(/^(Straße|Street)$/, 'Kaistraße 12')
    await fill(/^(PLZ|Postal code)$/, '24148')
    await fill(/^(Ort|City)$/, 'Kiel')
    await fill(/^(Steuernummer|Tax number)$/, '20/123/45678')
    await fill(/^IBAN$/, 'DE02120300000000202051')
    await fill(/^(E-Mail|Email)$/, `${mailboxes[looked++ % mailboxes.length]}@ellerbek.example`)
    await dialog.getByRole('button', { name: /^(Senden|Send)$/ }).click()
    await page.getByRole('button', { name: /^(Zahlung erfassen|Record payment)$/ }).waitFor()
    await drawn(page)
  },
  payment: async ({ page }) => {
    await button(page, /^(Zahlung erfassen|Record payment)$/)
    const dialog = await dialogOf(page)
    await dialog.getByLabel(/^(Betrag|Amount)$/).fill('1026,26')
    await dialog.getByLabel(/^(Rest als Skonto|Grant the remainder as cash discount): /).check()
    await dialog.getByText(/^(Skonto bei Zahlungseingang|Discount applies)/).waitFor()
  },
  client: async ({ page }) => {
    const dialog = await dialogOf(page)
    await dialog.getByLabel(/^(Betrag|Amount)$/).fill('1097,20')
    await dialog.getByLabel(/(als Guthaben des Kunden|to the client's credit): /).check()
    await dialog.getByRole('button', { name: /^(Erfassen|Record)$/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.facts').getByRole('link', { name: 'Werft Ellerbek' }).click()
    await page.getByRole('region', { name: /^(Guthaben|Credit)$/ }).waitFor()
  },
}
