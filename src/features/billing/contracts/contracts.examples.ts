import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as clients } from '#features/people/clients/clients.examples'

/** A test creates each of them and sends every example. */
const things = {
  contract: createExampleId(80),
  sentContract: createExampleId(81),
  signedContract: createExampleId(82),
}

export const examples: Examples = {
  things,
  ids: { '/contracts': things.contract },
  operations: {
    listContracts: { parameters: { status: ['sent', 'signed'], client_id: clients.client } },
    createContract: {
      body: {
        client_id: clients.client,
        title: 'Wartung der Website',
        content:
          '# § 1 Gegenstand\n\nDer Auftragnehmer pflegt die Website des Auftraggebers.\n\n- Aktualisierungen einmal im Monat\n- Sicherung der Daten\n\n| Leistung | Preis |\n|---|---:|\n| Pauschale im Monat | 249,00 € |\n',
        starts_on: '2026-12-01',
        notice_period_days: 30,
      },
    },
    contractPicture: {
      body: {
        client_id: clients.client,
        title: 'Wartung der Website',
        content: '# § 1 Gegenstand\n\nPflege der Website.',
      },
    },
    sendContract: { body: { cc: ['einkauf@mueller.example'], subject: 'Ihr Vertrag' } },
    resendContract: { parameters: { id: things.sentContract }, body: { to: ['einkauf@mueller.example'] } },
    revokeContractLink: { parameters: { id: things.sentContract } },
    withdrawContract: { parameters: { id: things.sentContract } },
    cancelContract: { parameters: { id: things.signedContract }, body: { ends_on: '2099-12-31' } },
    updateContract: { body: { title: 'Wartung und Pflege der Website', notice_period_days: 90 } },
  },
}
