import { select } from '#core/database/select'
import { mailFromKontor } from '#core/mail/mail-from-kontor'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import type { DisabledReason, Webhook } from '../webhook.entity.ts'

/** Tells the organization's owners, and whoever made the webhook, that it has been ended. */
export async function mailDisabled(context: Context, webhook: Webhook, reason: DisabledReason): Promise<void> {
  const recipients = await context.query<{ email: string; name: string; language: Language }>(
    select`m.email, m.name, coalesce(m.language, o.default_language) as language
        from members m join organizations o on o.id = m.organization_id
        where m.organization_id = ${context.organizationId} and (m.role = 'owner' or m.id = ${webhook.createdBy})`,
  )
  for (const { email, name, language } of recipients) {
    const words = texts[language]
    await mailFromKontor(context, {
      kind: 'webhook_disabled',
      subjectId: webhook.id,
      to: email,
      language,
      subject: words.subject,
      greeting: words.greeting(name),
      paragraphs: words.paragraphs(webhook.url, words.because[reason]),
    })
  }
}

const texts = {
  de: {
    greeting: (name: string) => `Guten Tag ${name},`,
    subject: 'Ein Webhook wurde abgeschaltet',
    because: {
      gone: 'Der Empfänger hat mit 410 (Gone) geantwortet: Er möchte nichts mehr erhalten.',
      failing: 'Seit fünf Tagen ist keine Zustellung gelungen.',
      owner_gone: 'Wer ihn angelegt hat, gehört nicht mehr zur Organisation.',
    },
    paragraphs: (url: string, because: string) => [
      `Kontor hat den Webhook an ${url} abgeschaltet. ${because}`,
      'Mit active: true (PUT) wird der Webhook wieder aktiv, sobald der Grund behoben ist; er liefert dann, was lesen darf, wer ihn angelegt hat – oder wer ihn aktiviert, wenn diese Person nicht mehr da ist. Was noch nicht zugestellt war, wird dann gesendet; was seither geschehen ist, holen Sie mit „replay“ nach.',
    ],
  },
  en: {
    greeting: (name: string) => `Hello ${name},`,
    subject: 'A webhook has been disabled',
    because: {
      gone: 'Its receiver answered 410 (Gone): it wants nothing more.',
      failing: 'No delivery has succeeded for five days.',
      owner_gone: 'Whoever made it has left the organization.',
    },
    paragraphs: (url: string, because: string) => [
      `Kontor has disabled the webhook to ${url}. ${because}`,
      'Once the cause is mended, set the webhook active (PUT with active: true): it then delivers what its owner may read, or whoever activates it where the owner has left. What was still on its way is sent then; what has happened since, a replay brings.',
    ],
  },
} as const
