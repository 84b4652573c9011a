import type { Demo, DemoPart } from '#core/feature/demo'
import { addDays } from '#core/time/clock'

/** A maintenance contract for every fifth client, every other one sent; one is signed, one cancelled. */
export const contractDemo: DemoPart = {
  title: { de: 'Verträge', en: 'Contracts' },
  // Numbers must follow the dates.
  inOrder: true,
  steps: (demo) =>
    demo.made.clients.flatMap(({ id }, index) => {
      if (index % 5 === 0) return [() => draft(demo, id, index / 5).then(() => undefined)]
      return index === 1 || index === 2 ? [() => sign(demo, id, index === 2)] : []
    }),
}

async function sign(demo: Demo, client_id: string, isCancelled: boolean) {
  const { owner, call } = demo
  const id = await draft(demo, client_id, 0)
  await demo.sign('contract', id, 'Kim Sommer')
  if (isCancelled) await call(owner, 'POST', `/contracts/${id}/cancel`)
}

async function draft({ owner, language, today, call }: Demo, client_id: string, index: number) {
  const { title, content } = texts[language]
  const { id } = await call<{ id: string }>(owner, 'POST', '/contracts', {
    client_id,
    title,
    content,
    starts_on: addDays(today, 14 + 7 * index),
    notice_period_days: index % 2 ? 30 : 90,
  })
  if (index % 2 === 0) await call(owner, 'POST', `/contracts/${id}/send`, { channel: 'none' })
  return id
}

const texts = {
  de: {
    title: 'Wartungs- und Pflegevertrag',
    content: `## § 1 Gegenstand

Der Auftragnehmer pflegt die Website des Auftraggebers nach Maßgabe dieses Vertrags.

## § 2 Leistungen

1. Aktualisierung des Systems und seiner Erweiterungen, mindestens einmal im Monat
2. Sicherung der Daten, täglich
3. Überwachung der Erreichbarkeit

## § 3 Vergütung

| Leistung | Einheit | Preis netto |
|---|---|---:|
| Pauschale | Monat | 249,00 € |
| Weitere Arbeiten | Stunde | 98,00 € |

## § 4 Schlussbestimmungen

Änderungen bedürfen der Textform. Es gilt deutsches Recht.
`,
  },
  en: {
    title: 'Maintenance agreement',
    content: `## 1. Subject

The contractor maintains the client's website under the terms of this agreement.

## 2. Services

1. Updates of the system and its extensions, at least once a month
2. Backups, daily
3. Monitoring

## 3. Fees

| Service | Unit | Net price |
|---|---|---:|
| Flat fee | month | €249.00 |
| Further work | hour | €98.00 |

## 4. Final provisions

Amendments require text form. German law applies.
`,
  },
} as const
