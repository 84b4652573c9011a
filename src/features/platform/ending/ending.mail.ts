import { select } from '#core/database/select'
import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { createAppUrl } from '../notices/find-notices.ts'

/** Events of the end that owners are mailed about. */
export type EndingMailKind = 'begun' | 'near' | 'kept'

/** Mails every owner that the organization will end on a day (YYYY-MM-DD), ends in a few days, or is kept. */
export async function mailEndingToOwners(context: Context, news: EndingMailKind, endsOn: string): Promise<void> {
  const owners = await context.query<{ email: string; name: string; language: Language; organization: string }>(
    select`m.email, m.name, coalesce(m.language, o.default_language) as language, o.name as organization
        from members m join organizations o on o.id = m.organization_id
        where m.organization_id = ${context.organizationId} and m.role = 'owner' order by m.id`,
  )
  for (const { email, name, language, organization } of owners) {
    const { greeting, subject, paragraphs, action } = messages[language]
    await queueNotificationMail(context, {
      ...{ kind: `organization_ending_${news}`, subjectId: null, to: email, language },
      ...{ subject: subject[news](organization), greeting: greeting(name) },
      paragraphs: paragraphs[news](
        organization,
        new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(endsOn)),
      ),
      action: { label: action, url: createAppUrl(context, '/settings/export') },
    })
  }
}

const messages = {
  de: {
    greeting: (name: string) => `Guten Tag ${name},`,
    subject: {
      begun: (organization: string) => `${organization} wird beendet`,
      near: (organization: string) => `${organization} endet in wenigen Tagen`,
      kept: (organization: string) => `${organization} wird nicht beendet`,
    },
    paragraphs: {
      begun: (organization: string, day: string) => [
        `die Organisation ${organization} endet am ${day}. Bis dahin funktioniert alles weiter, und jeder Inhaber kann das Ende zurücknehmen.`,
        'Danach werden alle Daten gelöscht, für die keine gesetzliche Aufbewahrungspflicht gilt, auch alle Dateien. Aufbewahrte Daten können nur noch Inhaber lesen. Bitte exportieren Sie vorher, was Sie behalten möchten.',
      ],
      near: (organization: string, day: string) => [
        `die Organisation ${organization} endet am ${day}. Noch kann jeder Inhaber das zurücknehmen; danach ist das Gelöschte nicht wiederherzustellen.`,
        'Bitte exportieren Sie vorher, was Sie behalten möchten.',
      ],
      kept: (organization: string) => [
        `die Organisation ${organization} wird nicht beendet. Es wurde nichts gelöscht.`,
      ],
    },
    action: 'Einstellungen öffnen',
  },
  en: {
    greeting: (name: string) => `Hello ${name},`,
    subject: {
      begun: (organization: string) => `${organization} is being ended`,
      near: (organization: string) => `${organization} ends in a few days`,
      kept: (organization: string) => `${organization} will not be ended`,
    },
    paragraphs: {
      begun: (organization: string, day: string) => [
        `The organization ${organization} ends on ${day}. Everything keeps working until then, and any owner can withdraw this.`,
        'After that, everything that no law requires to be kept is erased, including all files. Only owners can read what is kept. Please export what you want to keep first.',
      ],
      near: (organization: string, day: string) => [
        `The organization ${organization} ends on ${day}. Any owner can still withdraw this; after that, what is erased cannot be restored.`,
        'Please export what you want to keep first.',
      ],
      kept: (organization: string) => [`The organization ${organization} will not be ended. Nothing was erased.`],
    },
    action: 'Open settings',
  },
} as const
