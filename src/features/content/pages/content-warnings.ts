import type { Bilingual, Language } from '#core/text/language'
import type { ConversionWarning, WarningKind } from '#rich-text/warnings'

/** References that do not exist in the organization. */
export type MissingReferenceKind = 'unknown_file' | 'unknown_member' | 'unknown_page'

export type ContentWarning = Omit<ConversionWarning, 'kind'> & { kind: WarningKind | MissingReferenceKind }

const words: Readonly<Record<ContentWarning['kind'], Bilingual>> = {
  html: {
    de: 'Ein HTML-Element, das eine Seite nicht kennt; sein Text ist erhalten',
    en: 'An HTML element that a page does not have; its text is kept',
  },
  html_dropped: {
    de: 'Ein HTML-Element, das eine Seite nicht kennt; es fällt mit seinem Inhalt weg',
    en: 'An HTML element that a page does not have; it is dropped with its content',
  },
  comment: { de: 'Ein HTML-Kommentar fällt weg', en: 'An HTML comment is dropped' },
  image: {
    de: 'Ein Bild, das nicht unter den Dateien der Organisation liegt; es ist ein Link',
    en: 'A picture that is not among the files of the organization; it is a link',
  },
  image_text: {
    de: 'Ein Bild, das auch kein Link werden kann; nur seine Beschreibung ist erhalten',
    en: 'A picture that cannot become a link either; only its description is kept',
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
    de: 'Ein Link auf ein unzulässiges Ziel; sein Text ist erhalten',
    en: 'A link to an address that is not allowed; its text is kept',
  },
  nesting: {
    de: 'Listen oder Zitate mit zu vielen Ebenen; ihr Text ist erhalten',
    en: 'Lists or quotes with too many levels; their text is kept',
  },
  code_info: {
    de: 'Angaben hinter der Sprache eines Code-Blocks fallen weg',
    en: 'What stands behind the language of a code block is dropped',
  },
  numbering: {
    de: 'Die Nummern einer nummerierten Aufgabenliste fallen weg',
    en: 'The numbers of a numbered list of tasks are dropped',
  },
  type: { de: 'Ein Teil, den eine Seite nicht kennt', en: 'A part that a page does not have' },
  layout: {
    de: 'Breiten von Spalten oder Größen von Bildern, die Markdown nicht ausdrücken kann',
    en: 'Widths of columns or sizes of pictures, which Markdown cannot express',
  },
  front_matter: {
    de: 'Kopfdaten, die kein YAML sind; sie stehen als Code da',
    en: 'Front matter that is not YAML; it is kept as code',
  },
  more: { de: 'Weitere Hinweise sind nicht aufgeführt', en: 'More warnings are not listed' },
}

export function warningMessage({ kind, detail, count }: ContentWarning): Bilingual {
  const { de, en } = words[kind]
  const about = kind === 'more' ? `: ${count}` : detail ? `: ${detail}` : ''
  return { de: `${de}${about}.`, en: `${en}${about}.` }
}

/** Warnings in the form of the API. */
export const formatWarnings = (warnings: readonly ContentWarning[], language: Language) =>
  warnings.map((warning) => ({ ...warning, field: 'content', message: warningMessage(warning)[language] }))
