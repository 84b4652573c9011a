import { Eta } from 'eta'
import type { Bilingual, Language } from '#core/text/language'
import { frame } from './letter.frame.ts'

/** What a mail says. Every text is plain; a line break within a paragraph is kept. */
export interface Letter {
  language: Language
  /** What an inbox shows beside the subject; else the beginning of the letter stands there. */
  preheader?: string
  greeting?: string
  paragraphs: readonly string[]
  /** The one thing to do, as a button; an http or https address. */
  action?: { label: string; url: string }
  /** Who writes: lines below the letter. */
  footer: readonly string[]
}

const eta = new Eta({ autoEscape: true })
const render = eta.compile(frame)

/** The letter in both forms of a mail, which say the same. */
export function letter({ language, preheader, greeting, paragraphs, action, footer }: Letter) {
  if (action && !/^https?:\/\//i.test(action.url)) throw new TypeError('The action of a letter is a web address.')
  const said = greeting === undefined ? paragraphs : [greeting, ...paragraphs]
  const parts = [...said, ...(action ? [`${action.label}:\n${action.url}`] : [])]
  // RFC 3676 §4.3: what follows the line "-- " is no part of the message.
  const signature = footer.length > 0 ? `\n\n-- \n${footer.join('\n')}` : ''
  const html = eta.render(render, {
    language,
    preheader,
    action,
    footer,
    title: preheader ?? said[0] ?? '',
    paragraphs: said.map((paragraph) => paragraph.split(/\r?\n/)),
    instead: insteadOfTheButton[language],
  })
  return { text: `${parts.join('\n\n')}${signature}\n`, html }
}

const insteadOfTheButton: Bilingual = {
  de: 'Falls sich die Schaltfläche nicht öffnen lässt:',
  en: 'If the button does not open:',
}
