import type { Language } from '#core/text/language'
import type { EvidenceStepName } from './evidence.ts'

export const evidenceTexts = {
  de: {
    title: 'Nachweis der Unterschrift',
    belongs: (document: string, seller: string) =>
      `Diese Seite gehört zu ${document} von ${seller}. Sie hält fest, wer das Dokument wann und wie unterschrieben hat.`,
    signature: { drawn: 'Unterschrift von', typed: 'Unterschrift von' },
    details: 'Angaben',
    signer: 'Unterschrieben von',
    form: 'Art',
    forms: { drawn: 'am Bildschirm gezeichnet', typed: 'getippt' },
    signedAt: 'Unterschrieben am',
    sentTo: 'Link gesendet an',
    address: 'IP-Adresse',
    userAgent: 'Programm',
    document: 'SHA-256 des Dokuments',
    image: { drawn: 'SHA-256 der Zeichnung', typed: 'SHA-256 des Textes' },
    unknown: 'unbekannt',
    course: 'Verlauf',
    steps: { sent: 'Gesendet', opened: 'Geöffnet', signed: 'Unterschrieben', converted: 'Umgewandelt' },
    attached: (file: string) =>
      `Das Dokument, wie es unterschrieben wurde, hängt dieser Datei unverändert an (${file}): Seine SHA-256 lässt sich damit nachrechnen. Diese Datei ist elektronisch versiegelt (PAdES): Jede spätere Änderung ist zu erkennen.`,
  },
  en: {
    title: 'Evidence of the signature',
    belongs: (document: string, seller: string) =>
      `This page belongs to ${document} of ${seller}. It records who signed the document, when and how.`,
    signature: { drawn: 'Signature of', typed: 'Signature of' },
    details: 'Details',
    signer: 'Signed by',
    form: 'Kind',
    forms: { drawn: 'drawn on screen', typed: 'typed' },
    signedAt: 'Signed at',
    sentTo: 'Link sent to',
    address: 'IP address',
    userAgent: 'Program',
    document: 'SHA-256 of the document',
    image: { drawn: 'SHA-256 of the drawing', typed: 'SHA-256 of the text' },
    unknown: 'unknown',
    course: 'Course of events',
    steps: { sent: 'Sent', opened: 'Opened', signed: 'Signed', converted: 'Converted' },
    attached: (file: string) =>
      `The document as it was signed is attached to this file unchanged (${file}), so that its SHA-256 can be computed again. This file bears an electronic seal (PAdES): any later change can be detected.`,
  },
} as const satisfies Record<
  Language,
  object & { readonly [word: string]: unknown; steps: Record<EvidenceStepName, string> }
>

/** A time in Berlin with the zone's name, and in UTC. */
export function formatTimestamps(at: Date, language: Language): { berlin: string; utc: string } {
  const berlin = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    timeZone: 'Europe/Berlin',
    timeZoneName: 'short',
  } as const)
  return { berlin: `${berlin.format(at)} (Berlin)`, utc: `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC` }
}
