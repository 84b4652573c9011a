import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Problem } from '#core/errors/problem'
import type { Language } from '#core/text/language'
import { createPageFiles, mountPage } from './html-page.ts'

const words = {
  de: {
    title: 'Einen Moment',
    429: (seconds: string) => `Von hier kam gerade zu viel auf einmal. Laden Sie die Seite in ${seconds} Sekunden neu.`,
    503: (seconds: string) =>
      `Der Dienst ist gerade nicht erreichbar. Laden Sie die Seite neu, frühestens in ${seconds} Sekunden.`,
  },
  en: {
    title: 'One moment',
    429: (seconds: string) => `Too much came from here at once. Load the page again in ${seconds} seconds.`,
    503: (seconds: string) =>
      `The service is not available right now. Load the page again, in ${seconds} seconds at the earliest.`,
  },
}

/** Returns a function that sends an error page for 429 and 503 to browsers, and undefined for other errors. */
export function mountOverloadPage(app: FastifyInstance) {
  const send = mountPage(app, {
    title: 'Kontor',
    policy: ["style-src 'self'"],
    body: '',
    files: createPageFiles('guest/guest.css'),
  })
  return (reply: FastifyReply, { status }: Problem, language: Language): FastifyReply | undefined => {
    if (status !== 429 && status !== 503) return undefined
    const { title, [status]: text } = words[language]
    const seconds = String(reply.getHeader('retry-after') ?? 1)
    const main = `<main id="content" class="document" tabindex="-1">\n<h1>${title}</h1>\n<p>${text(seconds)}</p>\n</main>`
    reply.header('cache-control', 'no-store').header('vary', 'accept, accept-language')
    return send(reply, {
      title: `${title} – Kontor`,
      language,
      body: `<header><div class="brand">Kontor</div></header>\n${main}\n<footer></footer>`,
    })
  }
}
