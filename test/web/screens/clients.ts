import { at, type Step } from './step.ts'

const rows = [
  'Kundennr;Firma;Ansprechpartner;E-Mail;Straße;PLZ;Ort;Land;USt-IdNr.',
  'K-2101;Holz Richter GmbH;Jana Richter;post@richter.example;Am Kai 4;24103;Kiel;Deutschland;DE136695976',
  'K-2102;Café Morgenrot;Tom Ahlers;hallo@morgenrot.example;Ring 12;20095;Hamburg;Deutschland;',
  'K-2103;Atelier Blau;;keine Adresse;Hof 3;1010;Wien;Österreich;',
]

export const clientsScreens: Readonly<Record<string, Step>> = {
  'import-clients': at('/clients/import'),
  'import-clients-preview': async ({ page }) => {
    const buffer = Buffer.from(rows.join('\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'kunden.csv', mimeType: 'text/csv', buffer })
    await page.getByText(/1 (nicht möglich|not possible)/).waitFor()
  },
}
