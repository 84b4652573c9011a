import type { Bilingual } from '#core/text/language'

const sentences = {
  url: {
    de: 'Die Adresse ist keine https-Adresse, die aufgerufen werden darf.',
    en: 'The address is not an https address that may be called.',
  },
  refused_address: { de: 'Die Adresse ist nicht öffentlich.', en: 'The address is not public.' },
  name_not_found: { de: 'Der Name des Servers hat keine Adresse.', en: 'The name of the host has no address.' },
  connection: { de: 'Die Verbindung kam nicht zustande oder brach ab.', en: 'The connection failed or broke.' },
  tls: {
    de: 'Es kam keine vertrauenswürdige TLS-Verbindung zustande.',
    en: 'No trusted TLS connection could be established.',
  },
  invalid_answer: { de: 'Die Antwort war kein HTTP.', en: 'The answer was not HTTP.' },
  timeout: { de: 'Es kam rechtzeitig keine ganze Antwort.', en: 'There was no whole answer in time.' },
} satisfies Record<string, Bilingual>

/** Why a receiver did not respond. */
export type FailureReason = keyof typeof sentences

export const failureReasons = Object.keys(sentences) as FailureReason[]

/** A message that reveals nothing about internal networks. */
export const failureMessage = (reason: FailureReason): Bilingual => sentences[reason]

/** The receiver did not respond. */
export class ReceiverFailure extends Error {
  override readonly name = 'ReceiverFailure'
  readonly reason: FailureReason

  constructor(reason: FailureReason, cause?: unknown) {
    super(sentences[reason].en, { cause })
    this.reason = reason
  }
}

export class ResponseTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}
