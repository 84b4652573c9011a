import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Role } from '#core/access/policy'
import { queryAllTenants } from '#core/database/cross-tenant'
import { select } from '#core/database/select'
import { queueNotificationMail } from '#core/mail/notification-mail'
import { noticeMailKind } from '#core/mail/undelivered-mails'
import type { Context } from '#core/operation/context'
import { noticeJobName } from '#core/operation/notices'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import type { Language } from '#core/text/language'
import { type AddressedNotice, createAppUrl, findNotices } from './find-notices.ts'

const hour = 3_600_000
/** Less than a day, as yesterday's job may have begun late. */
const minInterval = 20 * hour
/** Open notices are mailed again after a week. */
const repeatAfter = 7 * 24 * hour

interface Recipient {
  id: string
  role: Role
  email: string
  name: string
  language: Language
  last: Date | null
}

/**
 * Mails members their open notices if one is new since the last such mail or that mail is a week old, in one organization or, scheduled,
 * in all.
 */
export async function mailNotices(services: Services, system: Pool, organizationId?: string): Promise<void> {
  const installation = await services.notices.readInstallation()
  const organizations = organizationId ? [{ organizationId }] : await readOrganizations(system)
  await runScheduledWork(services, noticeJobName, organizations, async (context) => {
    const found = await findNotices(context, installation)
    if (found.length === 0) return false
    // Serializes processes, so that nothing is mailed twice.
    await context.query(select`pg_advisory_xact_lock(hashtextextended(${`notices ${context.organizationId}`}, 0))`)
    for (const recipient of await readRecipients(context)) {
      const own = found.filter(({ isFor }) => isFor(recipient))
      if (isDue(recipient, own, services.clock.now())) await mail(context, recipient, own)
    }
    return false
  })
}

const readOrganizations = (system: Pool) =>
  queryAllTenants<{ organizationId: string }>(
    system,
    (reached) => sql`select id as "organizationId" from organizations where ${reached('id')} order by id`,
  )

const readRecipients = (context: Context): Promise<Recipient[]> =>
  context.query<Recipient>(
    select`m.id, m.role, m.email, m.name, coalesce(m.language, o.default_language) as language,
          (select max(sent.created_at) from mails sent where sent.organization_id = ${context.organizationId}
            and sent.subject_id = m.id and sent.kind = ${noticeMailKind}) as last
        from members m join organizations o on o.id = m.organization_id
        where m.organization_id = ${context.organizationId} order by m.id`,
  ) as Promise<Recipient[]>

function isDue({ last }: Recipient, notices: readonly AddressedNotice[], now: Date): boolean {
  if (notices.length === 0) return false
  if (last === null) return true
  const mailedAt = new Date(last).getTime()
  const age = now.getTime() - mailedAt
  return age > repeatAfter || (age > minInterval && notices.some(({ since }) => since && since.getTime() > mailedAt))
}

const maxListed = 20

async function mail(context: Context, { id, email, name, language }: Recipient, notices: readonly AddressedNotice[]) {
  const { subject, greeting, opening, more, closing, action } = messages[language]
  const listed = notices.slice(0, maxListed)
  await queueNotificationMail(context, {
    ...{ kind: noticeMailKind, subjectId: id, to: email, language, subject: subject(notices.length) },
    greeting: greeting(name),
    paragraphs: [
      opening,
      ...listed.map(({ message, path }) => ({ text: message[language], url: createAppUrl(context, path) })),
      ...(notices.length > listed.length ? [more(notices.length - listed.length)] : []),
      closing,
    ],
    action: { label: action, url: createAppUrl(context, '/settings/notices') },
  })
}

const messages = {
  de: {
    subject: (count: number) => (count === 1 ? 'Ein offener Hinweis' : `${count} offene Hinweise`),
    greeting: (name: string) => `Guten Tag ${name},`,
    opening: 'darum sollte sich jemand kümmern:',
    more: (count: number) => (count === 1 ? 'Dazu kommt ein weiterer Hinweis.' : `Dazu kommen ${count} weitere.`),
    closing:
      'Diese E-Mail kommt höchstens einmal am Tag: wenn ein Hinweis neu ist, oder wenn nach einer Woche noch einer offen ist.',
    action: 'Hinweise öffnen',
  },
  en: {
    subject: (count: number) => (count === 1 ? 'One open notice' : `${count} open notices`),
    greeting: (name: string) => `Hello ${name},`,
    opening: 'Somebody should see to this:',
    more: (count: number) => (count === 1 ? 'There is one more notice.' : `There are ${count} more.`),
    closing: 'You get this email once a day at most: if a notice is new, or if one is still open after a week.',
    action: 'Open notices',
  },
} as const
