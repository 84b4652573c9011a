import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maxReportedProblems } from '#core/errors/problem'
import { projectRoot } from '#core/runtime/project-root'
import { limits } from '#core/schema/limits'
import { type Language, preferredLanguage } from '#core/text/language'
import { eventNames } from '../../events.ts'
import { renderDocsBody } from './docs-layout.ts'
import { createPageFiles, mountPage, type PageContent } from './html-page.ts'

/** The chapters of the guide in reading order, files of `assets/guide/<language>`. */
export const guidePages = [
  'start',
  'sales',
  'books',
  'calendar',
  'files',
  'pages',
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

/** Values of this installation that the guide mentions. */
export interface InstallationInfo {
  publicUrl: string
  rates: { token: number; member: number; organization: number; documents: number; address: number }
  /** Limits of an organization; null or 0 for none. */
  quotas: { rows: number; bytes: number | null; mails: number }
  /** Names of the subscriptions. */
  subscriptions: readonly string[]
  /** The OpenAPI document. */
  specification: () => Promise<Buffer>
}

const words = {
  de: {
    guide: 'Leitfaden',
    next: 'Weiter',
    table: 'Tabelle',
  },
  en: {
    guide: 'Guide',
    next: 'Next',
    table: 'Table',
  },
} as const

const addressOf = (language: Language, page: GuidePage) =>
  page === 'start' ? `/docs/${language}` : `/docs/${language}/${page}`

/** Mounts the guide and the reference at `/docs` in the reader's language, and at a fixed address per language. */
export function mountGuide(app: FastifyInstance, installation: InstallationInfo) {
  const send = mountPage(app, {
    title: 'Kontor',
    policy: ["style-src 'self'", 'img-src data:'],
    body: '',
    files: createPageFiles('guide/guide.css'),
  })
  const written = new Map<Language, Promise<Map<GuidePage, PageContent>>>()
  const show = async (reply: FastifyReply, language: Language, page: GuidePage) => {
    const pages = written.get(language) ?? renderGuide(language, installation)
    written.set(language, pages)
    return send(reply, (await pages).get(page))
  }
  const references = new Map<Language, Promise<PageContent>>()
  const showReference = async (reply: FastifyReply, language: Language) => {
    const reference = references.get(language) ?? renderInstallationReference(language, installation)
    references.set(language, reference)
    return send(reply, await reference)
  }
  /** The reader's preferred language. */
  const chosen = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'accept-language')
    return preferredLanguage(request.headers['accept-language']) ?? 'de'
  }
  app.get('/docs', (request, reply) => show(reply, chosen(request, reply), 'start'))
  app.get('/docs/reference', (request, reply) => showReference(reply, chosen(request, reply)))
  for (const language of ['de', 'en'] as const) {
    app.get(`/docs/${language}/reference`, (_request, reply) => showReference(reply, language))
    for (const page of guidePages) app.get(addressOf(language, page), (_request, reply) => show(reply, language, page))
  }
}

async function renderInstallationReference(
  language: Language,
  { specification }: InstallationInfo,
): Promise<PageContent> {
  const { renderReference } = await import('./api-reference.ts')
  return renderReference(language, JSON.parse((await specification()).toString()))
}

/** Renders the Markdown of a language on first request. */
async function renderGuide(
  language: Language,
  { publicUrl, rates, quotas, subscriptions }: InstallationInfo,
): Promise<Map<GuidePage, PageContent>> {
  const [{ Eta }, { default: MarkdownIt }] = await Promise.all([import('eta'), import('markdown-it')])
  const template = new Eta({ autoTrim: false, autoEscape: false })
  const markdown = new MarkdownIt({ linkify: false })
  // Makes wide tables scrollable by keyboard.
  markdown.renderer.rules.table_open = () =>
    `<div class="wide" role="group" tabindex="0" aria-label="${words[language].table}"><table>\n`
  markdown.renderer.rules.table_close = () => '</table></div>\n'
  // Allows line breaks between the parts of long names and addresses.
  markdown.renderer.rules.code_inline = (tokens, index) =>
    `<code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '').replace(/(?:[_?=]|\/\/)(?=.)|:(?=\w)|\w(?=\/)/g, '$&<wbr>')}</code>`
  const fence = markdown.renderer.rules.fence
  markdown.renderer.rules.fence = (...given) => (fence?.(...given) ?? '').replace('<pre>', '<pre tabindex="0">')
  markdown.renderer.rules.heading_open = (tokens, index, options, _env, self) => {
    tokens[index]?.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''))
    return self.renderToken(tokens, index, options)
  }
  const figures = {
    base: publicUrl,
    rates,
    quotas,
    limits,
    maxReported: maxReportedProblems,
    number: (value: number) => value.toLocaleString(language),
    names: (some: readonly string[]) =>
      new Intl.ListFormat(language === 'de' ? 'de' : 'en-GB').format(some.map((name) => `\`${name}\``)),
    subscriptions,
    megabytes: (bytes: number) => bytes / 1024 / 1024,
    events: Object.entries(Object.groupBy(eventNames, (name) => name.split('.')[0] ?? '')),
  }
  const read = await Promise.all(
    guidePages.map(async (page) => {
      const text = await readFile(join(projectRoot, 'assets', 'guide', language, `${page}.md`), 'utf8')
      const source = template.renderString(text, figures)
      return { page, title: /^# (.*)$/m.exec(source)?.[1] ?? page, article: markdown.render(source) }
    }),
  )
  return new Map(
    read.map(({ page, title, article }, index) => [
      page,
      { title: `${title} – Kontor`, language, body: pageOf(language, page, read, article, read[index + 1]) },
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

function pageOf(language: Language, page: GuidePage, pages: readonly Titled[], article: string, next?: Titled): string {
  const { guide, next: onwards } = words[language]
  const link = ({ page: each, title }: Titled) =>
    `<li><a href="${addressOf(language, each)}"${each === page ? ' aria-current="page"' : ''}>${title}</a></li>`
  return renderDocsBody({
    language,
    address: (each) => addressOf(each, page),
    label: guide,
    choices: `<h2>${guide}</h2>
<ul>${pages.map(link).join('')}</ul>`,
    content: `${article}
${next ? `<p class="next"><a href="${addressOf(language, next.page)}">${onwards}: ${next.title} →</a></p>` : ''}`,
  })
}
