import type { PageContent } from '#core/http/html-page'
import { escapeXml } from '#core/text/escape-xml'
import type { Language } from '#core/text/language'
import { messages } from './guest-page.messages.ts'
import type { PagePublisher } from './page-publisher.ts'

export interface GuestPageContent {
  /** Title of the window, as HTML. */
  title: string
  language: Language
  /** HTML from the heading on. */
  content: string
}

/** Why the guest visits; the privacy notice depends on it. */
export type GuestPagePurpose = 'booking' | 'signing' | 'sharing' | 'invitation'

/** Adds the organization's name above, and imprint and privacy notice below. Without a publisher, as for invalid links, none are shown. */
export function renderGuestPage(
  { title, language, content }: GuestPageContent,
  sender: PagePublisher | null,
  purpose: GuestPagePurpose,
): PageContent {
  const t = messages[language]
  const name = escapeXml(sender?.name ?? 'Kontor')
  const brand = sender?.logo ? `<img src="${sender.logo}" alt="${name}">` : name
  return {
    title,
    language,
    styles: sender?.styles ?? [],
    body: `<a class="skip" href="#content">${t.skip}</a>
<header><div class="brand">${brand}</div></header>
<main id="content" class="document" tabindex="-1">
${content}
</main>
<footer>${sender ? renderImprint(sender, language) + renderPrivacyNotice(sender, language, purpose) : ''}</footer>`,
  }
}

/** Error page; it discloses nothing about the requested one. */
export function renderErrorPage(
  language: Language,
  [title, text]: readonly [title: string, text: string],
  sender: PagePublisher | null,
  purpose: GuestPagePurpose,
  more = '',
): PageContent {
  const page = { title: `${title} – ${escapeXml(sender?.name ?? 'Kontor')}`, language }
  return renderGuestPage({ ...page, content: `<h1>${title}</h1>\n<p>${text}</p>\n${more}` }, sender, purpose)
}

const renderDetails = (summary: string, paragraphs: readonly string[]) =>
  `<details><summary>${summary}</summary>${paragraphs.map((each) => `<p>${each}</p>`).join('\n')}</details>\n`

function renderImprint({ imprint }: PagePublisher, language: Language): string {
  const { title, facts } = messages[language].imprint
  const lines = imprint.map(([fact, value]) => (fact ? `${facts[fact]}: ${value}` : value))
  return renderDetails(title, [lines.map(escapeXml).join('<br>')])
}

/** Art. 13 GDPR. */
function renderPrivacyNotice(
  { name, email, privacyUrl }: PagePublisher,
  language: Language,
  purpose: GuestPagePurpose,
): string {
  const { privacy } = messages[language]
  const { what, why, recipients, howLong } = privacy[purpose]
  const paragraphs = [
    ...[privacy.who(name, email), what, why],
    ...[`${recipients} ${privacy.processors(name)}`, privacy.abroad(name), howLong, privacy.rights],
  ].map(escapeXml)
  const more = privacyUrl
    ? [`<a href="${escapeXml(privacyUrl)}" rel="noopener">${escapeXml(privacy.more(name))}</a>`]
    : []
  return renderDetails(privacy.title, [...paragraphs, ...more])
}
