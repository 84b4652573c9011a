import type { Bilingual } from '#core/text/language'
import type { ConversionWarning, WarningKind } from '#rich-text/warnings'

const words: Readonly<Record<WarningKind, Bilingual>> = {
  html: {
    de: 'Ein HTML-Element, das eine Seite nicht kennt; sein Text ist erhalten',
    en: 'An HTML element that a page does not have; its text is kept',
  },
  image: {
    de: 'Ein Bild, das nicht unter den Dateien der Organisation liegt; es ist ein Link',
    en: 'A picture that is not among the files of the organization; it is a link',
  },
  link: {
    de: 'Ein Link, der nirgendwohin führen darf; sein Text ist erhalten',
    en: 'A link to where none may lead; its text is kept',
  },
  nesting: {
    de: 'Listen oder Zitate, die tiefer verschachtelt sind als eine Seite; ihr Text ist erhalten',
    en: 'Lists or quotes nested deeper than a page goes; their text is kept',
  },
  code_info: {
    de: 'Angaben hinter der Sprache eines Code-Blocks fallen weg',
    en: 'What stands behind the language of a code block is dropped',
  },
  numbering: {
    de: 'Die Nummern einer nummerierten Aufgabenliste fallen weg',
    en: 'The numbers of a numbered list of tasks are dropped',
  },
  type: { de: 'Ein Teil, den Markdown nicht kennt', en: 'A part that Markdown does not have' },
  layout: {
    de: 'Breiten von Spalten oder Größen von Bildern, die Markdown nicht ausdrücken kann',
    en: 'Widths of columns or sizes of pictures, which Markdown cannot say',
  },
}

/** What a warning says. */
export function wordsOf({ kind, detail }: ConversionWarning): Bilingual {
  const { de, en } = words[kind]
  const about = detail ? `: ${detail}` : ''
  return { de: `${de}${about}.`, en: `${en}${about}.` }
}
