import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import type { Member } from './member.entity.ts'

const messages = {
  de: {
    subject: 'Ihre E-Mail-Adresse bei Kontor wurde geändert',
    greeting: (name: string) => `Guten Tag ${name},`,
    paragraph:
      'Ihr Zugang gehört ab jetzt zu einer anderen E-Mail-Adresse; an diese hier schreiben wir nicht mehr. Waren Sie das nicht, wenden Sie sich bitte sofort an Ihre Administration.',
  },
  en: {
    subject: 'Your email address at Kontor was changed',
    greeting: (name: string) => `Hello ${name},`,
    paragraph:
      'Your account belongs to another email address from now on; we will not write to this one any more. If it was not you, please tell your administrators at once.',
  },
} as const

/** Notifies the former address, because whoever has the new one can set a password. */
export async function mailFormerAddress(context: Context, member: Member, formerEmail: string) {
  const { id, name } = member
  const language = (member.language ?? context.language) as Language
  const { subject, greeting, paragraph } = messages[language]
  await queueNotificationMail(context, {
    kind: 'account_emailChanged',
    subjectId: id,
    to: formerEmail,
    language,
    subject,
    greeting: greeting(name),
    paragraphs: [paragraph],
  })
}
