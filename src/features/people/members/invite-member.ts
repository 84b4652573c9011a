import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { createAccountLink } from './account-link.ts'
import type { Member } from './member.entity.ts'

/** Mails a new member a link to set a password, valid for seven days. */
export async function inviteMember(context: Context, member: Member): Promise<void> {
  const language = (member.language ?? context.language) as Language
  const words = messages[language]
  await queueNotificationMail(context, {
    kind: 'invitation',
    subjectId: member.id,
    to: member.email,
    // The address may be mistyped, so the mail counts against the limit.
    isSystem: false,
    language,
    subject: words.subject,
    greeting: words.greeting(member.name),
    paragraphs: words.paragraphs(context.actor.name),
    action: { label: words.action, url: createAccountLink(context.services, context.clock, 'invitation', member) },
  })
}

const messages = {
  de: {
    subject: 'Ihr Zugang zu Kontor',
    action: 'Passwort festlegen',
    greeting: (name: string) => `Guten Tag ${name},`,
    paragraphs: (by: string) => [
      `${by} hat Sie zu Kontor eingeladen. Legen Sie innerhalb von sieben Tagen ein Passwort fest.`,
    ],
  },
  en: {
    subject: 'Your access to Kontor',
    action: 'Set a password',
    greeting: (name: string) => `Hello ${name},`,
    paragraphs: (by: string) => [`${by} has invited you to Kontor. Please set a password within seven days.`],
  },
} as const
