/** The words of a reminder. */
export const texts = {
  de: {
    subject: 'Erinnerung',
    soon: (title: string) => `Bald ist es so weit: ${title}`,
    when: 'Wann',
    where: 'Wo',
    open: 'Video-Termin öffnen',
  },
  en: {
    subject: 'Reminder',
    soon: (title: string) => `Coming up: ${title}`,
    when: 'When',
    where: 'Where',
    open: 'Open the video meeting',
  },
} as const
