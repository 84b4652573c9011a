import sql from 'sql-template-tag'
import { documentDamaged } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Signable } from '#core/operation/signable'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { type DocumentKind, readArchivedBytes } from '../issuing/archive.ts'
import { buildDocumentMail, issueDocument, toFileName } from '../issuing/issue-document.ts'
import type { Evidence, EvidenceStep } from './evidence/evidence.ts'
import {
  assertOpenForSigning,
  formatDocumentTitle,
  type LinkedDocument,
  lockLinkedDocument,
  readStoredSignature,
  resolveSigningLink,
  type StoredSignature,
} from './linked-document.ts'
import { notifySender } from './notify-sender.ts'
import { evidenceRenderer, parseSignature } from './signature.ts'
import type { SignInput } from './signing.inputs.ts'

/** Archive kind of the document with its evidence page. */
export const signedDocumentKind = (kind: string) => `signed_${kind}` as DocumentKind

/**
 * Renders and seals the evidence page outside a transaction, then marks, archives and mails the document in one. Of concurrent attempts to
 * sign or decline, one succeeds; others get 409.
 */
export async function signDocument(
  context: Context,
  token: string,
  { name, signature: given }: SignInput,
): Promise<LinkedDocument> {
  const before = await resolveSigningLink(context, token)
  assertOpenForSigning(before.shown)
  const { typed, image } = await parseSignature(context, given)
  const { link, shown, signable } = before
  const { address, userAgent } = context.sender
  const signature = {
    ...{ signerName: name, typed, image, address, userAgent: toPrintable(userAgent), language: shown.language },
    sentTo: [...link.sentTo],
    sentAt: link.createdAt.toISOString(),
    number: shown.number,
    documentSha256: shown.pdfSha256,
  }
  const kept = (at: Date): StoredSignature => ({
    ...signature,
    signedAt: at.toISOString(),
    openedAt: (link.openedAt ?? at).toISOString(),
  })
  let signed = before
  await issueSigned(context, signable, link.subjectId, {
    number: shown.number,
    title: formatDocumentTitle(shown.language, signable, shown),
    evidenceAt: kept,
    async lock(at) {
      signed = await lockLinkedDocument(context, token)
      await signable.sign(context, signed.entity, { name, at })
      await insertSignature(context, link.subjectId, signable.kind, kept(at))
    },
    sentTo: link.sentTo,
  })
  await notifySender(context, signed, { signer: name })
  return { ...signed, shown: await signable.show(context, signed.entity) }
}

export interface ConversionRecord {
  /** The signed document. */
  id: string
  kind: string
  title: string
  /** What it was converted to: `Rechnung`, or an invoice number. */
  note: string
}

/**
 * Adds the conversion to the evidence page in the same transaction: the file is rendered and sealed again, and the previous one stays
 * archived. Does nothing if the document was signed without a link.
 */
export async function recordConversion(context: Context, { id, kind, title, note }: ConversionRecord): Promise<void> {
  const signable = context.services.signable.find((each) => each.kind === kind)
  const kept = await readStoredSignature(context, id)
  if (!kept || !signable) return
  const image = kept.image && Buffer.from(kept.image)
  await issueSigned(context, signable, id, {
    number: kept.number,
    title,
    evidenceAt: () => ({ ...kept, image }),
    more: (at) => [{ name: 'converted', at: at.toISOString(), note }],
  })
}

interface SignedIssue {
  number: string
  title: string
  /** Content of the evidence page for a time of signing. */
  evidenceAt(at: Date): StoredSignature
  more?: (at: Date) => readonly EvidenceStep[]
  lock?(at: Date): Promise<void>
  /** Recipients of the signed document. */
  sentTo?: readonly string[]
}

async function issueSigned(
  context: Context,
  { kind }: Signable,
  subjectId: string,
  { number, title, evidenceAt, more = () => [], lock, sentTo = [] }: SignedIssue,
) {
  const seller = await readOrganization(context)
  const { services } = context
  const name = seller.legalName ?? seller.name
  await issueDocument(context, {
    kind: signedDocumentKind(kind),
    subjectId,
    number,
    buildContent: ({ at }): Evidence => {
      const kept = evidenceAt(at)
      const { language, typed, image, address, userAgent, documentSha256 } = kept
      const file = `${toFileName(number)}.pdf`
      return {
        ...{ language, title, file, seller: name, accentColor: seller.accentColor, signer: kept.signerName },
        ...{ typed, image: image?.toString('base64') ?? null, address, userAgent, sentTo: kept.sentTo, documentSha256 },
        signedAt: kept.signedAt,
        steps: [
          { name: 'sent', at: kept.sentAt },
          { name: 'opened', at: kept.openedAt },
          { name: 'signed', at: kept.signedAt },
          ...more(at),
        ],
      }
    },
    render: async (evidence, outside) => {
      const archived = { kind: kind as DocumentKind, number, pdfSha256: evidence.documentSha256, xmlSha256: null }
      const pdf = await readArchivedBytes(context, archived, 'pdf')
      const drawn = await outside.services.threads.run(context.organizationId, evidenceRenderer, 'renderEvidence', {
        ...evidence,
        pdf,
      })
      return { pdf: await services.seals.seal(context.organizationId, drawn), xml: null }
    },
    lock: async ({ at }) => lock?.(at),
    buildMail: () => (sentTo.length ? composeCopyMail(evidenceAt(new Date(0)).language, title, seller, sentTo) : null),
  })
}

/** Signatures are never changed. */
async function insertSignature(
  context: Context,
  subjectId: string,
  kind: string,
  kept: StoredSignature,
): Promise<void> {
  const { signedAt, signerName, typed, image, address, userAgent, language, sentTo, sentAt, openedAt } = kept
  if (!kept.documentSha256) throw documentDamaged()
  await context.write(
    sql`insert into signatures (organization_id, subject_id, kind, signed_at, signer_name, typed, image, address, user_agent,
          language, sent_to, sent_at, opened_at, number, document_sha256)
        values (${context.organizationId}, ${subjectId}, ${kind}, ${signedAt}, ${signerName}, ${typed}, ${image}, ${address},
          ${userAgent}, ${language}, ${sentTo}::text[], ${sentAt}, ${openedAt}, ${kept.number}, ${kept.documentSha256})`,
  )
}

/** Replaces unprintable characters of a user agent. */
const toPrintable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300)

function composeCopyMail(
  language: 'de' | 'en',
  title: string,
  seller: Awaited<ReturnType<typeof readOrganization>>,
  to: readonly string[],
) {
  const name = seller.legalName ?? seller.name
  const words = texts[language]
  const letter = buildDocumentMail(
    seller,
    { language, greeting: words.greeting, paragraphs: words.paragraphs(title), subject: words.subject(title, name) },
    { to: [...to] },
  )
  return { ...letter, waitsForLimit: true }
}

const texts = {
  de: {
    greeting: 'Guten Tag,',
    subject: (title: string, seller: string) => `Unterschrieben: ${title} – ${seller}`,
    paragraphs: (title: string) => [
      `vielen Dank für Ihre Unterschrift. Anbei erhalten Sie Ihr Exemplar: ${title}, mit dem Nachweis der Unterschrift.`,
      'Mit freundlichen Grüßen',
    ],
  },
  en: {
    greeting: 'Hello,',
    subject: (title: string, seller: string) => `Signed: ${title} – ${seller}`,
    paragraphs: (title: string) => [
      `Thank you for your signature. Please find your copy attached: ${title}, with the evidence of the signature.`,
      'Kind regards',
    ],
  },
} as const
