import { combineProblems, invalidField } from '#core/errors/problem'
import { assertMayResend } from '#core/mail/resend-limit'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { neededForSending } from '../invoices/document/assert-sendable.ts'
import { resolveDocumentLanguage } from '../invoices/document/build-document.ts'
import { assertCanResend, resolveRecipients } from '../invoices/document/recipients.ts'
import { SendChannel } from '../invoices/invoice.inputs.ts'
import { readArchivedBytes, readArchivedDocument } from '../issuing/archive.ts'
import { issueDocument, mailArchivedDocument } from '../issuing/issue-document.ts'
import { createSigningLink } from '../signing/signing-link.ts'
import { type Contract, contractMailKinds } from './contract.entity.ts'
import type { SendContractInput } from './contract.inputs.ts'
import { composeContractMail } from './contract.mail.ts'
import { readContractContent } from './contract.reads.ts'
import { renderContractInThread, toContractDocument } from './contract-document.ts'
import type { ContractDocument } from './document/contract.document.ts'

/** Numbers, locks, archives and mails a contract with a signing link, in one transaction. */
export async function sendContract(context: Context, contract: Contract, wish: SendContractInput): Promise<Contract> {
  contract.assertUnsent()
  const client = await context.readReferenced(Client, contract.clientId, 'clientId')
  const seller = await readOrganization(context)
  const language = resolveDocumentLanguage(contract, client, context)
  const content = await readContractContent(context, contract.id)
  const document = toContractDocument(contract, content, seller, client, language)
  assertPartiesComplete(document)
  const isMailed = wish.channel !== SendChannel.none
  if (isMailed && !resolveRecipients(client, wish)) throw invalidField('client.email', neededForSending)

  let link = ''
  await issueDocument(context, {
    kind: 'contract',
    subjectId: contract.id,
    number: ['contract', seller.contractNumberPattern, context.clock.today()],
    buildContent: (known) => ({ ...document, ...known, at: known.at.toISOString(), logoFileId: seller.logoFileId }),
    render: renderContractInThread,
    async lock({ number, at, pdfSha256, partHashes }) {
      contract.language = language
      contract.lock(number, at)
      contract.pdfSha256 = pdfSha256
      contract.parties = {
        seller: document.seller,
        buyer: document.buyer,
        ...(partHashes && { logoSha256: partHashes.logo }),
      }
      if (isMailed) link = await createLink(context, contract, client, wish)
    },
    buildMail: () => (isMailed ? composeContractMail(contract, seller, client, wish, link) : null),
  })
  return contract
}

/** Mails the same bytes with a new link, which replaces earlier ones and the client's rejection. */
export async function resendContract(context: Context, contract: Contract, wish: SendContractInput): Promise<Contract> {
  // The audit log keeps the rejection and its reason.
  context.audit('contract.reopened', contract, ['rejectedAt', 'rejectionReason'])
  contract.offerAgain()
  const client = await context.readReferenced(Client, contract.clientId, 'clientId')
  assertCanResend(client, wish)
  await assertMayResend(context, contractMailKinds, contract.id)
  const archived = await readArchivedDocument(context, contract.id, 'contract')
  await readArchivedBytes(context, archived, 'pdf')
  const link = await createLink(context, contract, client, wish)
  const seller = await readOrganization(context)
  await mailArchivedDocument(context, contract.id, archived, composeContractMail(contract, seller, client, wish, link))
  return contract
}

const linkLifetimeDays = 30

const createLink = (context: Context, { id }: Contract, client: Row<Client>, wish: SendContractInput) =>
  createSigningLink(context, {
    kind: 'contract',
    id,
    sentTo: [...(resolveRecipients(client, wish) ?? []), ...(wish.cc ?? [])],
    expiresAt: new Date(context.clock.now().getTime() + linkLifetimeDays * 86_400_000),
  })

/** Throws 422 naming every missing field of the parties. */
function assertPartiesComplete(parties: Parties) {
  const refusal = combineProblems(listMissingFields(parties).map((field) => invalidField(field, neededForSending)))
  if (refusal) throw refusal
}

type Parties = Pick<ContractDocument, 'seller' | 'buyer'>

/** Missing fields of the parties, named as in the error. */
export function listMissingFields({ seller, buyer }: Parties): string[] {
  const needs = {
    'organization.legal_name': seller.legalName,
    'organization.street': seller.street,
    'organization.postal_code': seller.postalCode,
    'organization.city': seller.city,
    'client.street': buyer.street,
    'client.postal_code': buyer.postalCode,
    'client.city': buyer.city,
  }
  return Object.entries(needs).flatMap(([field, value]) => (value?.trim() ? [] : [field]))
}
