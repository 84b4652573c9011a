import type { DemoPart } from '#core/feature/demo'

/** A folder of documents behind a password, and one document shared for a month. */
export const shareDemo: DemoPart = {
  title: { de: 'Freigaben', en: 'Shares' },
  steps({ owner, language, today, call, upload }) {
    const { folder, below, files, password } = texts[language]
    return [
      async () => {
        const { id } = await call<{ id: string }>(owner, 'POST', '/storage/folders', { name: folder })
        const inner = await call<{ id: string }>(owner, 'POST', '/storage/folders', { name: below, parent_id: id })
        const [first, ...others] = files
        const shared = await upload(owner, first.name, first.text, id)
        for (const { name, text } of others) await upload(owner, name, text, inner.id)
        const month = new Date(Date.parse(today) + 30 * 24 * 60 * 60_000).toISOString()
        await call(owner, 'POST', `/storage/shares/${shared}`, { expires_at: month, max_downloads: 10 })
        await call(owner, 'POST', `/storage/folder-shares/${id}`, { password })
      },
    ]
  },
}

const texts = {
  de: {
    folder: 'Unterlagen für Kunden',
    below: 'Protokolle',
    password: 'Alsterblick',
    files: [
      {
        name: 'Ablauf Kick-off.txt',
        text: 'Kick-off\n\n10:00 Begrüßung\n10:15 Ziele\n11:00 Zeitplan\n11:45 Offene Fragen\n',
      },
      { name: 'Protokoll Kick-off.txt', text: 'Beschlossen: Start im nächsten Monat, Abstimmung jeden Dienstag.\n' },
      { name: 'Protokoll Abnahme.txt', text: 'Abgenommen ohne Mängel.\n' },
    ],
  },
  en: {
    folder: 'Documents for clients',
    below: 'Minutes',
    password: 'Alsterblick',
    files: [
      {
        name: 'Kick-off agenda.txt',
        text: 'Kick-off\n\n10:00 Welcome\n10:15 Goals\n11:00 Schedule\n11:45 Open questions\n',
      },
      { name: 'Kick-off minutes.txt', text: 'Decided: start next month, sync every Tuesday.\n' },
      { name: 'Acceptance minutes.txt', text: 'Accepted without defects.\n' },
    ],
  },
} as const
