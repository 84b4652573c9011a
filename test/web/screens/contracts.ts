import type { Page } from 'playwright-core'
import { at, dialogOf, drawn, type Step } from './step.ts'

const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()

const text = `# § 1 Gegenstand

Der Auftragnehmer pflegt die Website des Auftraggebers.

- Aktualisierungen einmal im Monat
- Sicherung der Daten

# § 2 Vergütung

| Leistung | Preis |
|---|---:|
| Pauschale im Monat | 249,00 € |
`

/** A contract, from nothing to sent. */
export const contractScreens: Readonly<Record<string, Step>> = {
  contracts: at('/contracts'),
  'new-contract': async (given) => {
    const { page } = given
    await at('/clients/new')(given)
    await page.getByLabel('Name', { exact: true }).fill('Werft Petersen')
    await page.getByLabel(/^(E-Mail|Email)$/).fill(`petersen-${Date.now()}@werft.example`)
    await page.getByLabel(/^(Straße|Street)$/).fill('Am Hafen 2')
    await page.getByLabel(/^(PLZ|Postal code)$/).fill('24103')
    await page.getByLabel(/^(Ort|City)$/).fill('Kiel')
    await button(page, /^(Speichern|Save)$/)
    await page.getByRole('heading', { level: 1, name: 'Werft Petersen' }).waitFor()
    await at(`/contracts/new?client=${page.url().split('/').at(-1)}`)(given)
    await page.getByLabel(/^(Titel|Title)$/).fill('Wartung der Website')
    await page.getByLabel(/^(Beginn|Start)$/).fill('2027-01-01')
    await page.getByLabel(/^(Kündigungsfrist in Tagen|Notice period in days)$/).fill('30')
    await page.getByLabel(/^(Vertragstext|Contract text)$/).fill(text)
    await drawn(page)
  },
  'draft-contract': async ({ page }) => {
    await button(page, /^(Speichern|Save)$/)
    await page.getByRole('link', { name: /^(PDF öffnen|Open PDF)$/ }).waitFor()
    await drawn(page)
  },
  'send-contract': async ({ page }) => {
    await button(page, /^(Senden|Send)$/)
    await dialogOf(page)
  },
  'sent-contract': async ({ page }) => {
    const dialog = await dialogOf(page)
    await dialog.getByRole('button', { name: /^(Senden|Send)$/ }).click()
    await page.getByRole('heading', { name: /^(Unterschrift|Signature)$/ }).waitFor()
    await drawn(page)
  },
}
