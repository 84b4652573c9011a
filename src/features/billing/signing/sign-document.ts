import sql from 'sql-template-tag'
import { documentDamaged } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Signable } from '#core/operation/signable'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { archivedDocument, type DocumentKind } from '../issuing/archive.ts'
import { fileName, issue, letterFrom } from '../issuing/issue.ts'
import {
  assertOpen,
  calledIn,
  followLink,
  followLinkToChange,
  type KeptSignature,
  type Linked,
  readKeptSignature,
} from './documents.ts'
import type { Evidence, Step } from './evidence/evidence.ts'
import { readSignature, renderer } from './signature.ts'
import type { SignInput } from './signing.inputs.ts'
import { tellSender } from './tell-sender.ts'

/** The document with its evidence page, in the archive. */
export const signedKind = (kind: string) => `signed_${kind}` as DocumentKind

/**
 * Signs what a link leads to: draws its evidence page and seals it with no transaction open, then marks, archives and mails it
 * in one. Of several who sign or decline at once one is first, and the others are told (409).
 */
export async function signDocument(
  context: Context,
  token: string,
  { name, signature: given }: SignInput,
): Promise<Linked> {
  const before = await followLink(context, token)
  assertOpen(before.shown)
  const { typed, image } = await readSignature(context, given)
  const { link, shown, signable } = before
  const { address, userAgent } = context.sender
  const signature = {
    ...{ signerName: name, typed, image, address, userAgent: plain(userAgent), language: shown.language },
    sentTo: [...link.sentTo],
    sentAt: link.createdAt.toISOString(),
    number: shown.number,
    documentSha256: shown.pdfSha256,
  }
  const kept = (at: Date): KeptSignature => ({
    ...signature,
    signedAt: at.toISOString(),
    openedAt: (link.openedAt ?? at).toISOString(),
  })
  let signed = before
  await issueSigned(context, signable, link.subjectId, {
    number: shown.number,
    title: calledIn(shown.language, signable, shown),
    evidenceAt: kept,
    async lock(at) {
      signed = await followLinkToChange(context, token)
      await signable.sign(context, signed.thing, { name, at })
      await keep(context, link.subjectId, signable.kind, kept(at))
    },
    sentTo: link.sentTo,
  })
  await tellSender(context, signed, { signer: name })
  return { ...signed, shown: await signable.show(context, signed.thing) }
}

/** What followed the signature. */
export interface Conversion {
  /** The document that was signed. */
  id: string
  kind: string
  title: string
  /** What it became: `Rechnung`, or the number of one. */
  note: string
}

/**
 * Adds to the evidence of a signed document what it became, in the same transaction: its file is drawn and sealed anew, and
 * the one before it stays in the archive. Nothing to add to where it was signed without a link.
 */
export async function addConversion(context: Context, { id, kind, title, note }: Conversion): Promise<void> {
  const signable = context.services.signable.find((each) => each.kind === kind)
  const kept = await readKeptSignature(context, id)
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
  /** What its page says, where it is signed at a moment. */
  evidenceAt(at: Date): KeptSignature
  more?: (at: Date) => readonly Step[]
  lock?(at: Date): Promise<void>
  /** Who is mailed the signed document. */
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
  await issue(context, {
    kind: signedKind(kind),
    subjectId,
    number,
    content: ({ at }): Evidence => {
      const kept = evidenceAt(at)
      const { language, typed, image, address, userAgent, documentSha256 } = kept
      const file = `${fileName(number)}.pdf`
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
    draw: async (evidence, outside) => {
      const archived = { kind: kind as DocumentKind, number, pdfSha256: evidence.documentSha256, xmlSha256: null }
      const pdf = await archivedDocument(context, archived, 'pdf')
      const drawn = await outside.services.threads.run(context.organizationId, renderer, 'drawEvidence', {
        ...evidence,
        pdf,
      })
      return { pdf: await services.seals.seal(context.organizationId, drawn), xml: null }
    },
    lock: async ({ at }) => lock?.(at),
    letter: () => (sentTo.length ? letterOf(evidenceAt(new Date(0)).language, title, seller, sentTo) : null),
  })
}

/** A signature is written once, and never changed. */
async function keep(context: Context, subjectId: string, kind: string, kept: KeptSignature): Promise<void> {
  const { signedAt, signerName, typed, image, address, userAgent, language, sentTo, sentAt, openedAt } = kept
  if (!kept.documentSha256) throw documentDamaged()
  await context.write(
    sql`insert into signatures (organization_id, subject_id, kind, signed_at, signer_name, typed, image, address, user_agent,
          language, sent_to, sent_at, opened_at, number, document_sha256)
        values (${context.organizationId}, ${subjectId}, ${kind}, ${signedAt}, ${signerName}, ${typed}, ${image}, ${address},
          ${userAgent}, ${language}, ${sentTo}::text[], ${sentAt}, ${openedAt}, ${kept.number}, ${kept.documentSha256})`,
  )
}

/** What a program says of itself, as it can be printed. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300)

function letterOf(
  language: 'de' | 'en',
  title: string,
  seller: Awaited<ReturnType<typeof readOrganization>>,
  to: readonly string[],
) {
  const name = seller.legalName ?? seller.name
  const words = texts[language]
  const letter = letterFrom(
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
