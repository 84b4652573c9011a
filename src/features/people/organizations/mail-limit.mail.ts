import type { Pool } from 'pg'
import { queryAllTenants } from '#core/database/cross-tenant'
import { select } from '#core/database/select'
import { organizationsNearMailLimit } from '#core/mail/mail-limit'
import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import type { Language } from '#core/text/language'

const kind = 'mail_limit_near'

/** Scheduled: mails the owners of organizations that have used 80 % of the hourly mail limit, once a day. */
export async function mailOwnersNearMailLimit(services: Services, system: Pool): Promise<void> {
  if (!services.mailLimit) return
  const busy = await queryAllTenants<{ organizationId: string; sent: number }>(
    system,
    organizationsNearMailLimit(services.mailLimit),
  )
  await runScheduledWork(services, 'mail-limits', busy, async (context, { sent }) => {
    await notifyOwners(context, sent)
    return false
  })
}

async function notifyOwners(context: Context, sent: number): Promise<void> {
  const { organizationId, services } = context
  const [told] = await context.query(
    select`id from mails where organization_id = ${organizationId} and kind = ${kind} and created_at > now() - interval '24 hours' limit 1`,
  )
  if (told) return
  const owners = await context.query<{ email: string; name: string; language: Language }>(
    select`m.email, m.name, coalesce(m.language, o.default_language) as language
        from members m join organizations o on o.id = m.organization_id
        where m.organization_id = ${organizationId} and m.role = 'owner'`,
  )
  for (const { email, name, language } of owners) {
    const { subject, greeting, paragraphs } = messages[language]
    await queueNotificationMail(context, {
      ...{ kind, subjectId: null, to: email, language, subject },
      ...{ greeting: greeting(name), paragraphs: paragraphs(sent, services.mailLimit) },
    })
  }
}

const messages = {
  de: {
    subject: 'Ihre Organisation erreicht bald die Grenze für E-Mails',
    greeting: (name: string) => `Guten Tag ${name},`,
    paragraphs: (sent: number, limit: number) => [
      `Ihre Organisation hat in der letzten Stunde ${sent} von höchstens ${limit} E-Mails versendet (je Empfänger).`,
      'Ist die Grenze erreicht, wird weiterer Versand abgelehnt, bis wieder Platz ist; Absagen und unterschriebene Dokumente werden dann nachgereicht. Bei höherem Bedarf kann der Betreiber die Grenze ändern (MAIL_LIMIT_PER_HOUR).',
    ],
  },
  en: {
    subject: 'Your organization is close to its email limit',
    greeting: (name: string) => `Hello ${name},`,
    paragraphs: (sent: number, limit: number) => [
      `Your organization has sent ${sent} of at most ${limit} emails within the last hour (per recipient).`,
      'Once the limit is reached, further emails are refused until there is room again; cancellations and signed documents are sent then. The operator can raise the limit (MAIL_LIMIT_PER_HOUR).',
    ],
  },
} as const
