import { Eta } from 'eta'
import type { Bilingual, Language } from '#core/text/language'
import { layout } from './mail-layout.ts'
import { createTheme, type Sender } from './theme.ts'

/** A text with line breaks, a list of name and value, or a text with a link. */
export type MailParagraph = string | readonly (readonly [name: string, value: string])[] | LinkParagraph

interface LinkParagraph {
  text: string
  url: string
}

const isLinked = (paragraph: MailParagraph): paragraph is LinkParagraph =>
  typeof paragraph === 'object' && 'url' in paragraph

/** The content of a mail; all texts are plain. */
export interface MailBody {
  language: Language
  /** Preview text of an inbox; by default the start of the paragraphs. */
  preheader?: string
  greeting?: string
  paragraphs: readonly MailParagraph[]
  /** A button; `url` is http or https. */
  action?: { label: string; url: string }
}

const eta = new Eta({ autoEscape: true })
const render = eta.compile(layout)

/** Renders the plain-text and the HTML version; `footer` names the sender, line by line. */
export function renderMailBody(
  subject: string,
  { language, preheader, greeting, paragraphs, action }: MailBody,
  sender: Sender,
  footer: readonly string[],
) {
  for (const { url } of [...(action ? [action] : []), ...paragraphs.filter(isLinked)])
    if (!/^https?:\/\//i.test(url)) throw new TypeError('A letter links to web addresses.')
  const said = greeting === undefined ? paragraphs : [greeting, ...paragraphs]
  const parts = [...said.map(plain), ...(action ? [`${action.label}:\n${action.url}`] : [])]
  // RFC 3676 §4.3: "-- " starts the signature.
  const signature = footer.length > 0 ? `\n\n-- \n${footer.join('\n')}` : ''
  const html = eta.render(render, {
    language,
    preheader: preheader ?? beginningOf(paragraphs),
    action,
    footer,
    title: subject,
    paragraphs: said.map((each) => {
      if (typeof each === 'string') return { lines: each.split(/\r?\n/) }
      return isLinked(each) ? { link: each } : { facts: each }
    }),
    instead: insteadOfTheButton[language],
    sender,
    theme: createTheme(sender),
  })
  return { text: `${parts.join('\n\n')}${signature}\n`, html }
}

function plain(paragraph: MailParagraph): string {
  if (typeof paragraph === 'string') return paragraph
  if (isLinked(paragraph)) return `${paragraph.text}\n${paragraph.url}`
  return paragraph.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** Inboxes show about this much. */
const beginningOf = (paragraphs: readonly MailParagraph[]) =>
  paragraphs.map(plain).join(' ').replaceAll(/\s+/g, ' ').slice(0, 140)

const insteadOfTheButton: Bilingual = {
  de: 'Falls sich die Schaltfläche nicht öffnen lässt:',
  en: 'If the button does not open:',
}
