export const reminderMessages = {
  de: {
    subject: 'Erinnerung',
    soon: (title: string) => `Bald ist es so weit: ${title}`,
    now: (title: string) => `Jetzt ist es so weit: ${title}`,
    when: 'Wann',
    where: 'Wo',
    video: 'Video',
    manage: 'Termin ansehen oder ändern',
    open: 'Video-Termin öffnen',
  },
  en: {
    subject: 'Reminder',
    soon: (title: string) => `Coming up: ${title}`,
    now: (title: string) => `Starting now: ${title}`,
    when: 'When',
    where: 'Where',
    video: 'Video',
    manage: 'See or change the appointment',
    open: 'Open the video meeting',
  },
} as const
