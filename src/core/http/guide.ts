import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { mostTold } from '#core/errors'
import { limits } from '#core/graphql/limits'
import { root } from '#core/root'
import { type Language, preferredLanguage } from '#core/text/language'
import { eventNames } from '../../events.ts'
import { mountPage, type Shown } from './page.ts'

/** The pages of the guide, in the order they are read; each is a file of `assets/guide/<language>`. */
export const guidePages = [
  'start',
  'lists',
  'writing',
  'errors',
  'limits',
  'access',
  'values',
  'webhooks',
  'graphql',
] as const

type GuidePage = (typeof guidePages)[number]

/** What the guide says of this installation. */
export interface Installation {
  publicUrl: string
  rates: { token: number; address: number }
}

const words = {
  de: {
    skip: 'Zum Inhalt',
    guide: 'Leitfaden',
    more: 'Nachschlagen',
    reference: 'Referenz aller Operationen',
    next: 'Weiter',
    table: 'Tabelle',
    other: 'English',
  },
  en: {
    skip: 'Skip to content',
    guide: 'Guide',
    more: 'Look up',
    reference: 'Reference of all operations',
    next: 'Next',
    table: 'Table',
    other: 'Deutsch',
  },
} as const

const otherThan = { de: 'en', en: 'de' } as const

const addressOf = (language: Language, page: GuidePage) =>
  page === 'start' ? `/docs/${language}` : `/docs/${language}/${page}`

/** Mounts the guide at `/docs`, in the language of the reader, and at an address of its own for each language. */
export function mountGuide(app: FastifyInstance, installation: Installation) {
  const send = mountPage(app, {
    path: '/docs/guide',
    title: 'Kontor',
    policy: ["style-src 'self'", 'img-src data:'],
    body: '',
    files: { 'guide.css': { type: 'css', read: () => readFile(join(root, 'assets', 'guide', 'guide.css')) } },
  })
  const written = new Map<Language, Promise<Map<GuidePage, Shown>>>()
  const show = async (reply: FastifyReply, language: Language, page: GuidePage) => {
    const pages = written.get(language) ?? writeGuide(language, installation)
    written.set(language, pages)
    return send(reply, (await pages).get(page))
  }
  app.get('/', (_request, reply) => reply.redirect('/docs'))
  app.get('/docs', (request, reply) =>
    show(
      reply.header('vary', 'accept-language'),
      preferredLanguage(request.headers['accept-language']) ?? 'de',
      'start',
    ),
  )
  for (const language of ['de', 'en'] as const)
    for (const page of guidePages) app.get(addressOf(language, page), (_request, reply) => show(reply, language, page))
}

/** The pages of a language, from their Markdown; loaded when somebody reads. */
async function writeGuide(language: Language, { publicUrl, rates }: Installation): Promise<Map<GuidePage, Shown>> {
  const [{ Eta }, { default: MarkdownIt }] = await Promise.all([import('eta'), import('markdown-it')])
  const template = new Eta({ autoTrim: false, autoEscape: false })
  const markdown = new MarkdownIt({ linkify: false })
  // What may be wider than the window is scrolled by keyboard too.
  markdown.renderer.rules.table_open = () =>
    `<div class="wide" role="group" tabindex="0" aria-label="${words[language].table}"><table>\n`
  markdown.renderer.rules.table_close = () => '</table></div>\n'
  const fence = markdown.renderer.rules.fence
  markdown.renderer.rules.fence = (...given) => (fence?.(...given) ?? '').replace('<pre>', '<pre tabindex="0">')
  markdown.renderer.rules.heading_open = (tokens, index, options, _env, self) => {
    tokens[index]?.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''))
    return self.renderToken(tokens, index, options)
  }
  const figures = {
    base: publicUrl,
    rates,
    limits,
    mostTold,
    number: (value: number) => value.toLocaleString(language),
    megabytes: (bytes: number) => bytes / 1024 / 1024,
    events: Object.entries(Object.groupBy(eventNames, (name) => name.split('.')[0] ?? '')),
  }
  const read = await Promise.all(
    guidePages.map(async (page) => {
      const text = await readFile(join(root, 'assets', 'guide', language, `${page}.md`), 'utf8')
      const source = template.renderString(text, figures)
      return { page, title: /^# (.*)$/m.exec(source)?.[1] ?? page, article: markdown.render(source) }
    }),
  )
  return new Map(
    read.map(({ page, title, article }, index) => [
      page,
      { title: `${title} – Kontor`, language, body: frame(language, page, read, article, read[index + 1]) },
    ]),
  )
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')

interface Titled {
  page: GuidePage
  title: string
}

function frame(language: Language, page: GuidePage, pages: readonly Titled[], article: string, next?: Titled): string {
  const { skip, guide, more, reference, next: onwards, other } = words[language]
  const link = ({ page: each, title }: Titled) =>
    `<li><a href="${addressOf(language, each)}"${each === page ? ' aria-current="page"' : ''}>${title}</a></li>`
  const another = otherThan[language]
  return `<a class="skip" href="#content">${skip}</a>
<header><a class="brand" href="/docs/${language}">Kontor</a>
<a href="${addressOf(another, page)}" hreflang="${another}" lang="${another}">${other}</a></header>
<div class="page">
<nav aria-label="${guide}">
<h2>${guide}</h2>
<ul>${pages.map(link).join('')}</ul>
<h2>${more}</h2>
<ul><li><a href="/docs/reference">${reference}</a></li><li><a href="/graphql">GraphiQL</a></li><li><a href="/api/v1/openapi.json">OpenAPI 3.1</a></li></ul>
</nav>
<main id="content" tabindex="-1">
${article}
${next ? `<p class="next"><a href="${addressOf(language, next.page)}">${onwards}: ${next.title} →</a></p>` : ''}
</main>
</div>`
}
