import type { ContractDocument } from '#features/billing/contracts/document/contract.document'

const seller = {
  accentColor: null,
  legalName: 'Werkstatt für Gestaltung GmbH',
  street: 'Speicherstraße 1',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'DE',
  vatId: 'DE136695976',
  taxNumber: '22/123/45678',
  smallBusiness: false,
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  bankName: 'DKB',
  accountHolder: null,
  email: 'post@werkstatt.example',
  phone: '040 1234',
  website: 'werkstatt.example',
  registerCourt: 'Amtsgericht Hamburg',
  registerNumber: 'HRB 1234',
  managingDirectors: 'Anna Amsel',
  contactName: null,
}

const buyer = {
  kind: 'business',
  name: 'Müller & Söhne KG',
  contactName: 'Max Müller',
  street: 'Hauptstraße 5',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  vatId: null,
  email: 'einkauf@mueller.example',
  customerNumber: 'K1',
  buyerReference: null,
}

const content = `# § 1 Gegenstand

Der Auftragnehmer pflegt die Website **laufend** und *zuverlässig*, nach Maßgabe der ***Anlage 1***
([Leistungen](https://werkstatt.example/pflege), ~~alte Fassung~~, \`npm run deploy\`).

## Leistungen

1. Aktualisierung des Systems
   - Sicherheitsaktualisierungen
     - nach Ankündigung
2. Sicherung der Daten

- [x] Zugangsdaten übergeben
- [ ] Auftragsverarbeitungsvertrag unterschrieben

> Wer die Wartung versäumt, haftet für den Schaden.

### Vergütung

| Leistung | Einheit | Preis |
|:---------|:-------:|------:|
| Pauschale | Monat | 249,00 € |
| [Weitere Arbeiten](https://werkstatt.example/preise) | Stunde | 98,00 € |

\`\`\`
backup = "täglich"
\`\`\`

---

Schriften: Καλημέρα, Привет, 日本語, שלום עולם, مرحبا, 😀 ✓.
`

/** Contracts with one and many pages, in both languages. */
export const contractSamples: Readonly<Record<string, () => ContractDocument>> = {
  'contract of one page': () => ({
    number: 'VT-2026-0001',
    title: 'Pflegevertrag',
    content: 'Es gilt, was besprochen ist.',
    date: '2026-11-20',
    startsOn: '2026-12-01',
    endsOn: null,
    noticePeriodDays: 30,
    language: 'de',
    createdAt: '2026-11-20T10:00:00Z',
    seller,
    buyer,
    logo: null,
  }),
  'contract of many pages': () => ({
    ...(contractSamples['contract of one page'] as () => ContractDocument)(),
    title: 'Maintenance agreement',
    language: 'en',
    endsOn: '2027-12-31',
    content: `${content}\n\n`.repeat(14),
  }),
}
