import { Eta } from 'eta'
import type { Bilingual, Language } from '#core/text/language'
import { layout } from './mail-layout.ts'
import { createTheme, type Sender } from './theme.ts'

/** A text, in which a line break is kept; what is to know at a glance: name and value; or a text with the web address behind it. */
export type MailParagraph = string | readonly (readonly [name: string, value: string])[] | LinkParagraph

interface LinkParagraph {
  text: string
  url: string
}

const isLinked = (paragraph: MailParagraph): paragraph is LinkParagraph =>
  typeof paragraph === 'object' && 'url' in paragraph

/** What a mail says. Every text is plain. */
export interface MailBody {
  language: Language
  /** What an inbox shows beside the subject; else how the letter begins, after its greeting. */
  preheader?: string
  greeting?: string
  paragraphs: readonly MailParagraph[]
  /** The one thing to do, as a button; an http or https address. */
  action?: { label: string; url: string }
}

const eta = new Eta({ autoEscape: true })
const render = eta.compile(layout)

/** The letter in both forms of a mail, which say the same; `footer` has who writes, in lines below it. */
export function renderMailBody(
  subject: string,
  { language, preheader, greeting, paragraphs, action }: MailBody,
  letterhead: Sender,
  footer: readonly string[],
) {
  for (const { url } of [...(action ? [action] : []), ...paragraphs.filter(isLinked)])
    if (!/^https?:\/\//i.test(url)) throw new TypeError('A letter links to web addresses.')
  const said = greeting === undefined ? paragraphs : [greeting, ...paragraphs]
  const parts = [...said.map(plain), ...(action ? [`${action.label}:\n${action.url}`] : [])]
  // RFC 3676 §4.3: what follows the line "-- " is no part of the message.
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
    letterhead,
    look: createTheme(letterhead),
  })
  return { text: `${parts.join('\n\n')}${signature}\n`, html }
}

function plain(paragraph: MailParagraph): string {
  if (typeof paragraph === 'string') return paragraph
  if (isLinked(paragraph)) return `${paragraph.text}\n${paragraph.url}`
  return paragraph.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** An inbox shows about as much. */
const beginningOf = (paragraphs: readonly MailParagraph[]) =>
  paragraphs.map(plain).join(' ').replaceAll(/\s+/g, ' ').slice(0, 140)

const insteadOfTheButton: Bilingual = {
  de: 'Falls sich die Schaltfläche nicht öffnen lässt:',
  en: 'If the button does not open:',
}
