import type { Bilingual } from '#core/text/language'
import type { ConversionWarning, WarningKind } from '#rich-text/warnings'

/** What a content names that the organization does not have: it stays as it is. */
export type MissingKind = 'unknown_file' | 'unknown_member' | 'unknown_page'

export type ContentWarning = Omit<ConversionWarning, 'kind'> & { kind: WarningKind | MissingKind }

const words: Readonly<Record<ContentWarning['kind'], Bilingual>> = {
  html: {
    de: 'Ein HTML-Element, das eine Seite nicht kennt; sein Text ist erhalten',
    en: 'An HTML element that a page does not have; its text is kept',
  },
  image: {
    de: 'Ein Bild, das nicht unter den Dateien der Organisation liegt; es ist ein Link',
    en: 'A picture that is not among the files of the organization; it is a link',
  },
  image_text: {
    de: 'Ein Bild, zu dem auch kein Link führen darf; seine Beschreibung ist als Text erhalten',
    en: 'A picture to which no link may lead either; its description is kept as text',
  },
  footnote: {
    de: 'Eine Fußnote, die eine Seite nicht kennt; sie steht als Text da, wie sie geschrieben ist',
    en: 'A footnote, which a page does not have; it is text as it was written',
  },
  unknown_file: {
    de: 'Eine Datei, die es nicht gibt; Bild oder Link bleibt, und zeigt nichts',
    en: 'A file that does not exist; the picture or link stays, and shows nothing',
  },
  unknown_member: {
    de: 'Ein Mitglied, das es nicht gibt; die Erwähnung bleibt',
    en: 'A member who does not exist; the mention stays',
  },
  unknown_page: {
    de: 'Eine Seite, die es nicht gibt; der Link bleibt, und führt nirgendwohin',
    en: 'A page that does not exist; the link stays, and leads nowhere',
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
export function wordsOf({ kind, detail }: ContentWarning): Bilingual {
  const { de, en } = words[kind]
  const about = detail ? `: ${detail}` : ''
  return { de: `${de}${about}.`, en: `${en}${about}.` }
}
