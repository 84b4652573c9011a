import { createHash, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Statement } from '#core/database/connection'
import { queryAllTenants } from '#core/database/cross-tenant'
import { select } from '#core/database/select'
import { notFound } from '#core/errors/problem'
import type { JobKind } from '#core/jobs/jobs'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { traceSpan } from '#core/runtime/tracing'
import { createObjectKey } from '#core/storage/object-key'
import type { Storage } from '#core/storage/objects'
import { ObjectMissing } from '#core/storage/storage'
import { formatRegistration, type RegisteredCompany } from '#core/text/company-details'
import { toAsciiDomain } from '#core/text/mail-address'
import { DeliveryState } from './delivery-state.ts'
import type { CalendarPart } from './mail.ts'
import { type MailBody, renderMailBody } from './mail-body.ts'
import { mailLimitDelay } from './mail-limit.ts'
import {
  combineDeliveryStates,
  type FailureCause,
  type RecipientOutcome,
  type RecipientOutcomes,
} from './recipient-outcome.ts'
import { blankSecretLinks } from './secret-links.ts'
import { MailRefused, type MailTransport, type RefusedRecipient } from './transport.ts'

interface Attached {
  filename: string
  contentType: string
  key: string
  sha256: string
  /** Content-ID by which the HTML shows it. */
  contentId?: string
}

/** A mail that is sent after the commit. Attachments are references to the storage. */
export interface QueuedMail {
  kind: string
  /** The resource that the mail is about. */
  subjectId: string | null
  /** The sender in the organization; null if Kontor writes to members. */
  senderName: string | null
  replyTo: string | null
  to: string[]
  cc: string[]
  subject: string
  body: MailBody
  /** With the hash that their bytes must have when they are sent. */
  attachments: Attached[]
  calendar?: CalendarPart | null
  /** True if a user is waiting for it: it is sent before all others. */
  isAwaited?: boolean
  /** True if it does not count towards the organization's limit; by default if Kontor is the sender. */
  isSystem?: boolean
  /** True for mails such as cancellations and signatures, which wait beyond the limit instead of failing the operation. */
  waitsForLimit?: boolean
  /** A mail with the same key replaces one that is still delayed. */
  collect?: { key: string; mayWait: boolean }
}

interface MailRow
  extends Omit<
    QueuedMail,
    'senderName' | 'letter' | 'attachments' | 'isAwaited' | 'isSystem' | 'waitsForLimit' | 'collect'
  > {
  id: string
  sender: string
  text: string
  html: string
  /** The texts with their secret links, encrypted; null if there are none or the mail has been sent. */
  sealed: Buffer | null
  attachments: Attached[]
  outcomes: RecipientOutcomes
}

interface MailJob {
  organizationId: string
  mailId: string
}

const queue = 'mail'

/** Writes the mail and its job in the operation's transaction. */
export async function queueMail(context: Context, mail: QueuedMail): Promise<void> {
  const { organizationId, services } = context
  if (services.isSilent) return
  const { logo, ...organization } = await letterheadOf(context)
  const letterhead = { ...organization, hasLogo: logo !== null }
  const content = renderMailBody(mail.subject, mail.body, letterhead, footerOf(mail, organization))
  const { text, html, sealed } = sealSecretLinks(services, content)
  const attachments = logo ? [...mail.attachments, logo] : mail.attachments
  const columns = sql`kind, sender, reply_to, subject, body_text, body_html, sealed, attachments, calendar`
  const values = sql`${mail.kind}, ${mail.senderName ?? kontor}, ${mail.replyTo}, ${mail.subject}, ${text}, ${html}, ${sealed}::bytea,
    ${JSON.stringify(attachments)}::jsonb, ${mail.calendar ? JSON.stringify(mail.calendar) : null}::jsonb`
  if (mail.collect && (await replaceWaiting(context, mail, columns, values))) return
  const { isSystem = mail.senderName === null, to, cc, waitsForLimit = false } = mail
  const delay = isSystem ? 0 : await mailLimitDelay(context, to.length + cc.length, waitsForLimit)
  const id = randomUUID()
  const wait = delay || (mail.collect?.mayWait && (await isThrottled(context, mail)) ? collectForSeconds : 0)
  await context.write(
    sql`insert into mails (organization_id, id, created_at, updated_at, subject_id, recipients, copies, is_system, collect_key, send_after,
          ${columns})
        values (${organizationId}, ${id}, now(), now(), ${mail.subjectId}, ${to}::text[], ${cc}::text[], ${isSystem}, ${mail.collect?.key ?? null},
          ${wait ? new Date(context.clock.now().getTime() + wait * 1000) : null}, ${values})`,
  )
  await context.enqueue<MailJob>(queue, { organizationId, mailId: id }, wait, mail.isAwaited)
}

/** Mails about one thing to one person that are sent at once within five minutes; further ones are delayed. */
const maxImmediateMails = 3
const collectForSeconds = 60

const whereSameNotification = ({ organizationId }: Context, { subjectId, to, collect }: QueuedMail) =>
  sql`organization_id = ${organizationId} and subject_id = ${subjectId} and collect_key = ${collect?.key} and recipients = ${to}::text[]`

/** True if this mail replaced a delayed one. */
async function replaceWaiting(context: Context, mail: QueuedMail, columns: Sql, values: Sql): Promise<boolean> {
  const replaced = await context.writeReturning(
    sql`update mails set (${columns}, updated_at) = (${values}, now())
        where ${whereSameNotification(context, mail)} and status = 'queued' and unknown_outcomes = 0 and outcomes = '{}' and send_after is not null returning id`,
  )
  return replaced.length > 0
}

async function isThrottled(context: Context, mail: QueuedMail): Promise<boolean> {
  const [row] = await context.query<{ count: number }>(
    select`count(*)::int as count from mails where ${whereSameNotification(context, mail)} and created_at > now() - interval '5 minutes'`,
  )
  return (row?.count ?? 0) >= maxImmediateMails
}

interface Content {
  text: string
  html: string
}

const sealedFor = 'mail'

/** The content as stored, and encrypted as sent if that differs. */
function sealSecretLinks(
  { secrets, publicUrl }: Pick<Services, 'secrets' | 'publicUrl'>,
  content: Content,
): Pick<MailRow, 'text' | 'html' | 'sealed'> {
  const [text, html] = [content.text, content.html].map((part) => blankSecretLinks(part, publicUrl)) as [string, string]
  const hasSecret = text !== content.text || html !== content.html
  return { text, html, sealed: hasSecret ? secrets.seal(JSON.stringify(content), sealedFor) : null }
}

/** The content as sent. */
export const decryptMailContent = (
  { secrets }: Pick<Services, 'secrets'>,
  { text, html, sealed }: Pick<MailRow, 'text' | 'html' | 'sealed'>,
): Content => (sealed ? JSON.parse(secrets.open(sealed, sealedFor)) : { text, html })

/** Details of the organization, or of Kontor. */
function footerOf({ senderName, body: { language } }: QueuedMail, organization: Written): string[] {
  if (senderName === null) return [kontor]
  const { name, street, postalCode, city } = organization
  const address = [street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [name, ...(address ? [address] : []), ...formatRegistration(organization, language)]
  return senderName === name ? lines : [senderName, ...lines]
}

const kontor = 'Kontor'

/** Company details of the organization. */
interface Written extends RegisteredCompany {
  name: string
  street: string | null
  postalCode: string | null
  city: string | null
}

/** Bytes. A larger logo would outweigh the mail. */
const maxLogoBytes = 150_000

/** The organization as sender, with its logo as attachment. */
async function letterheadOf(context: Context) {
  const { organizationId } = context
  const [found] = await context.query<
    Written & { accentColor: string | null; fileId: string | null; contentType: string; sha256: string }
  >(
    select`coalesce(o.legal_name, o.name) as name, o.street, o.postal_code as "postalCode", o.city,
          o.register_court as "registerCourt", o.register_number as "registerNumber",
          o.managing_directors as "managingDirectors", o.accent_color as "accentColor",
          f.id as "fileId", f.content_type as "contentType", f.sha256
        from organizations o left join files f on f.organization_id = o.id and f.id = o.logo_file_id
          and f.size_bytes <= ${maxLogoBytes} and f.content_type in ('image/png', 'image/jpeg')
        where o.id = ${organizationId}`,
  )
  if (!found) throw notFound()
  const { fileId, contentType, sha256, ...organization } = found
  const filename = `logo.${contentType === 'image/png' ? 'png' : 'jpg'}`
  return {
    ...organization,
    logo: fileId && { filename, contentType, key: createObjectKey(organizationId, fileId), sha256, contentId: 'logo' },
  }
}

/**
 * The job that sends a mail to all recipients who have neither received nor finally refused it. Temporary failures are retried
 * with the job.
 */
export function createMailJob(services: () => Services, transport: MailTransport, from: string): JobKind<MailJob> {
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from
  return {
    name: queue,
    // As many as kept connections to the mail server; a slow mail does not delay the others.
    concurrency: 3,
    async run({ organizationId, mailId }, attempt) {
      const { storage } = services()
      const inTenant = <Row>(statement: Statement) =>
        services().database.tenant(organizationId, (transaction) => transaction.writeReturning<Row>(statement))
      const ofMail = sql`organization_id = ${organizationId} and id = ${mailId} and status = 'queued'`
      // Counted before sending, so that a mail whose outcome cannot be stored is not sent endlessly.
      const [mail] = await inTenant<MailRow & { unknownOutcomes: number }>(
        sql`update mails set unknown_outcomes = unknown_outcomes + 1 where ${ofMail}
            returning id, kind, subject_id as "subjectId", sender, reply_to as "replyTo", recipients as "to", copies as "cc", subject,
              body_text as "text", body_html as "html", sealed, attachments, calendar, unknown_outcomes as "unknownOutcomes", outcomes`,
      )
      if (!mail) return
      const pending = outstanding(mail)
      const record = (outcomes: RecipientOutcomes) => recordOutcomes(services(), organizationId, mailId, outcomes)
      const fail = (cause: FailureCause, reply?: string) =>
        record(sharedOutcome(pending, { state: 'failed', cause, reply }))
      if (mail.unknownOutcomes > maxUnknownOutcomes) return fail('unknown_outcome')
      let refused: readonly RefusedRecipient[]
      try {
        const attachments = (await Promise.all(mail.attachments.map((attachment) => read(storage, attachment)))).flat()
        const metadata = bounceMetadata(services(), organizationId, mailId)
        refused = await traceSpan(
          () => ({
            name: 'send mail',
            kind: 'client',
            attributes: { 'kontor.mail.id': mail.id, 'kontor.mail.kind': mail.kind },
          }),
          () =>
            transport.send({
              ...mail,
              ...decryptMailContent(services(), mail),
              messageId: mail.id,
              from: { name: mail.sender, address },
              attachments,
              metadata,
              ...(pending.length < mail.to.length + mail.cc.length && { envelope: pending }),
            }),
        )
      } catch (error) {
        if (error instanceof MailRefused) return fail(error.failure, error.message)
        if (attempt?.isLast) return fail('given_up', (error as Error).message)
        await inTenant(sql`update mails set unknown_outcomes = unknown_outcomes - 1 where ${ofMail}`)
        throw error
      }
      const outcomes = new Map(pending.map((recipient): [string, RecipientOutcome] => [recipient, { state: 'sent' }]))
      for (const { address: recipient, isFinal, reply } of refused) {
        if (isFinal) outcomes.set(recipient, { state: 'failed', cause: 'refused', reply })
        else if (attempt?.isLast) outcomes.set(recipient, { state: 'failed', cause: 'given_up', reply })
        else outcomes.set(recipient, { state: 'deferred', cause: 'deferred', reply })
      }
      await record(Object.fromEntries(outcomes))
      // The reply is not logged, because it may contain the address.
      const deferred = [...outcomes.values()].filter(({ state }) => state === 'deferred').length
      if (deferred > 0) throw new Error(`A mail server refused ${deferred} recipients for now.`)
    },
  }
}

/** Recipients that are still to be tried, without duplicates. */
const outstanding = ({ to, cc, outcomes }: Pick<MailRow, 'to' | 'cc' | 'outcomes'>): string[] => [
  ...new Set([...to, ...cc].filter((address) => (outcomes[address]?.state ?? 'deferred') === 'deferred')),
]

const sharedOutcome = (addresses: readonly string[], outcome: RecipientOutcome): RecipientOutcomes =>
  Object.fromEntries(addresses.map((address) => [address, outcome]))

/** Signed metadata that a mail service returns with a bounce. */
export const bounceMetadata = ({ secrets }: Pick<Services, 'secrets'>, organizationId: string, mailId: string) => ({
  mail_id: mailId,
  organization_id: organizationId,
  signature: secrets.sign(bounceText(organizationId, mailId), bouncePurpose),
})

const bouncePurpose = 'bounce'
const bounceText = (organizationId: string, mailId: string) => `${organizationId} ${mailId}`

/** True if the signature belongs to one of our mails. */
export const isBounceSignature = (
  { secrets }: Pick<Services, 'secrets'>,
  organizationId: string,
  mailId: string,
  signature: string,
) => secrets.verify(bounceText(organizationId, mailId), signature, bouncePurpose)

/** Marks the recipient with this address as bounced, or all who received the mail if it is unknown. */
export const recordBounce = (
  services: Services,
  organizationId: string,
  mailId: string,
  bounce: { address: string | undefined; reply: string },
): Promise<void> =>
  recordOutcomes(services, organizationId, mailId, ({ to, cc, outcomes, status }) => {
    const reached = [...to, ...cc].filter((address) => (outcomes[address]?.state ?? status) === DeliveryState.sent)
    const isMeant = (address: string) => toAsciiDomain(address).toLowerCase() === bounce.address?.toLowerCase()
    const about = reached.some(isMeant) ? reached.filter(isMeant) : reached
    return sharedOutcome(about, { state: 'bounced', cause: 'refused', reply: bounce.reply })
  })

type Delivered = Pick<MailRow, 'kind' | 'subjectId' | 'to' | 'cc' | 'outcomes'> & { status: DeliveryState }

/** Stores outcomes of recipients. When no attempt is left and some have not received it, the feature of its resource is told. */
async function recordOutcomes(
  services: Services,
  organizationId: string,
  id: string,
  decide: RecipientOutcomes | ((mail: Delivered) => RecipientOutcomes),
): Promise<void> {
  const failed = await operateAsSystem(services, organizationId, async (context) => {
    const ofMail = sql`organization_id = ${organizationId} and id = ${id}`
    const [mail] = await context.writeReturning<Delivered>(
      sql`update mails set updated_at = now() where ${ofMail} and recipients <> '{}'
          returning kind, subject_id as "subjectId", recipients as "to", copies as "cc", outcomes, status`,
    )
    if (!mail) return null
    const added = typeof decide === 'function' ? decide(mail) : decide
    if (Object.keys(added).length === 0) return null
    const blanked = Object.entries(added).map(([address, { reply, ...outcome }]) => [
      address,
      { ...outcome, ...(reply && { reply: blankSecretLinks(reply, services.publicUrl).slice(0, 500) }) },
    ])
    const outcomes: RecipientOutcomes = { ...mail.outcomes, ...Object.fromEntries(blanked) }
    const status = combineDeliveryStates([...mail.to, ...mail.cc], outcomes, mail.status)
    const isSent = status === DeliveryState.sent
    const isPending = status === DeliveryState.queued
    await context.write(
      sql`update mails set status = ${status}, outcomes = ${JSON.stringify(isSent ? {} : outcomes)}::jsonb,
            unknown_outcomes = greatest(unknown_outcomes - 1, 0)${isPending ? empty : sql`, sealed = null`}${isSent ? sql`, sent_at = now()` : empty}
          where ${ofMail}`,
    )
    if (isSent || isPending) return null
    if (mail.subjectId) await services.onUndelivered[mail.kind]?.record(context, mail.subjectId)
    return { ...mail, status, outcomes }
  })
  if (!failed) return
  const { kind, subjectId, status, outcomes } = failed
  // Only the code is logged, because replies may contain addresses.
  const replies = Object.values(outcomes).map(({ reply = '' }) => reply)
  const code = /\b[45]\d\d(?:[ -][45]\.\d{1,3}\.\d{1,3})?\b/.exec(replies.join('\n'))?.[0]
  services.log.warn(
    { organization_id: organizationId, mail_id: id, kind, subject_id: subjectId, state: status, code },
    status === DeliveryState.bounced ? 'mail bounced' : 'mail not delivered',
  )
}

/** Fails mails whose jobs are gone: pg-boss drops jobs that were not started within 14 days. */
export async function expireOldMails(services: Services, system: Pool): Promise<void> {
  const old = await queryAllTenants<MailJob & Pick<MailRow, 'to' | 'cc' | 'outcomes'>>(
    system,
    (
      reached,
    ) => sql`select organization_id as "organizationId", id as "mailId", recipients as "to", copies as "cc", outcomes from mails
        where status = 'queued' and created_at < now() - interval '14 days' and ${reached('organization_id')} limit 1000`,
  )
  for (const { organizationId, mailId, ...mail } of old) {
    const expired = sharedOutcome(outstanding(mail), { state: 'failed', cause: 'expired' })
    await recordOutcomes(services, organizationId, mailId, expired)
  }
}

/** Attempts with an unknown outcome before a mail is given up. */
const maxUnknownOutcomes = 3

/** Reads an attachment; throws if it has changed since. A missing logo is left out. */
async function read(storage: Storage, { key, sha256, ...attachment }: Attached) {
  const content = await storage.read(key).catch((error) => {
    if (attachment.contentId && error instanceof ObjectMissing) return null
    throw error
  })
  if (!content) return []
  if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error(`${key} has changed.`)
  return [{ ...attachment, content }]
}
