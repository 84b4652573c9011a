import type { PageContent } from '#core/http/html-page'
import { escapeXml } from '#core/text/escape-xml'
import type { Language } from '#core/text/language'
import { words } from './guest-page.words.ts'
import type { Sender } from './sender.ts'

/** What stands on a page for guests. */
export interface Content {
  /** Its name in the window, as HTML. */
  title: string
  language: Language
  /** From its heading on, as HTML. */
  content: string
}

/** What a guest is here for: what becomes of their data differs by it. */
export type Purpose = 'booking' | 'signing' | 'sharing' | 'invitation'

/** The page around it: above whom it is from, below what the law wants to be said. Nobody is named where a link leads nowhere. */
export function guestPage({ title, language, content }: Content, sender: Sender | null, purpose: Purpose): PageContent {
  const say = words[language]
  const name = escapeXml(sender?.name ?? 'Kontor')
  const brand = sender?.logo ? `<img src="${sender.logo}" alt="${name}">` : name
  return {
    title,
    language,
    styles: sender?.styles ?? [],
    body: `<a class="skip" href="#content">${say.skip}</a>
<header><div class="brand">${brand}</div></header>
<main id="content" class="document" tabindex="-1">
${content}
</main>
<footer>${sender ? imprintOf(sender, language) + privacyOf(sender, language, purpose) : ''}</footer>`,
  }
}

/** The page instead of one that cannot be shown: nothing of what may have been there. */
export function refusalPage(
  language: Language,
  [title, text]: readonly [title: string, text: string],
  sender: Sender | null,
  purpose: Purpose,
  more = '',
): PageContent {
  const page = { title: `${title} – ${escapeXml(sender?.name ?? 'Kontor')}`, language }
  return guestPage({ ...page, content: `<h1>${title}</h1>\n<p>${text}</p>\n${more}` }, sender, purpose)
}

const fold = (summary: string, paragraphs: readonly string[]) =>
  `<details><summary>${summary}</summary>${paragraphs.map((each) => `<p>${each}</p>`).join('\n')}</details>\n`

function imprintOf({ imprint }: Sender, language: Language): string {
  const { title, facts } = words[language].imprint
  const lines = imprint.map(([fact, value]) => (fact ? `${facts[fact]}: ${value}` : value))
  return fold(title, [lines.map(escapeXml).join('<br>')])
}

/** Art. 13 GDPR. */
function privacyOf({ name, email, privacyUrl }: Sender, language: Language, purpose: Purpose): string {
  const { privacy } = words[language]
  const { what, why, recipients, howLong } = privacy[purpose]
  const told = [
    ...[privacy.who(name, email), what, why],
    ...[`${recipients} ${privacy.processors(name)}`, privacy.abroad(name), howLong, privacy.rights],
  ].map(escapeXml)
  const more = privacyUrl
    ? [`<a href="${escapeXml(privacyUrl)}" rel="noopener">${escapeXml(privacy.more(name))}</a>`]
    : []
  return fold(privacy.title, [...told, ...more])
}
