import { select } from '#core/database/select'
import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'

/** Mails the owner who started an export that its ZIP is incomplete. */
export async function mailFailedExport(context: Context, memberId: string): Promise<void> {
  const [recipient] = await context.query<{ email: string; name: string; language: Language }>(
    select`m.email, m.name, coalesce(m.language, o.default_language) as language
        from members m join organizations o on o.id = m.organization_id
        where m.organization_id = ${context.organizationId} and m.id = ${memberId}`,
  )
  if (!recipient) return
  const { email: to, name, language } = recipient
  const { subject, greeting, paragraphs } = messages[language]
  await queueNotificationMail(context, {
    ...{ kind: 'export_failed', subjectId: memberId, to, language, subject },
    ...{ greeting: greeting(name), paragraphs },
  })
}

const messages = {
  de: {
    subject: 'Der Export Ihrer Organisation ist unvollständig',
    greeting: (name: string) => `Guten Tag ${name},`,
    paragraphs: [
      'beim Export Ihrer Organisation ist ein Fehler aufgetreten. Die ZIP-Datei ist unvollständig; die Datei incomplete.json darin nennt die Stelle.',
      'Bitte starten Sie den Export neu. Schlägt er wieder fehl, hilft der Betreiber mit dem Protokoll des Servers weiter.',
    ],
  },
  en: {
    subject: 'The export of your organization is incomplete',
    greeting: (name: string) => `Hello ${name},`,
    paragraphs: [
      'An error occurred while your organization was being exported. The ZIP file is incomplete; the file incomplete.json in it names the place.',
      'Please start the export again. If it fails again, the operator can find the cause in the server log.',
    ],
  },
} as const
