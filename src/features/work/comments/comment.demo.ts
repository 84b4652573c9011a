import type { DemoPart } from '#core/feature/demo'

/** Comments on every third task. */
export const commentDemo: DemoPart = {
  title: { de: 'Kommentare', en: 'Comments' },
  steps({ language, random, made, call }) {
    const speakers = made.people.filter(({ role }) => role === 'owner' || role === 'admin' || role === 'member')
    return made.tasks
      .filter((_, index) => index % 3 === 0)
      .map(({ id }) => {
        const said = random.some(sayings[language], random.between(1, 3)).map((content) => ({
          content: `<p>${content}</p>`,
          as: random.pick(speakers),
        }))
        return async () => {
          for (const { as, content } of said) await call(as, 'POST', `/tasks/${id}/comments`, { content })
        }
      })
  },
}

const sayings = {
  de: [
    'Der Kunde wünscht sich die <strong>zweite Variante</strong>.',
    'Entwurf liegt im Ordner, bitte einmal draufschauen.',
    'Warte noch auf die Bilder.',
    'Freigegeben, kann online gehen.',
    'Auf dem Telefon bricht die Überschrift um.',
    'Das schaffen wir bis Freitag.',
    'Im Gespräch geklärt: erst nach der Messe.',
  ],
  en: [
    'The client prefers the <strong>second version</strong>.',
    'The draft is in the folder, please have a look.',
    'Still waiting for the pictures.',
    'Signed off, ready to go live.',
    'The headline wraps on phones.',
    'We can make it by Friday.',
    'Settled on the phone: after the trade fair.',
  ],
} as const
