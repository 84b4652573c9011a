import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { externalIdTaken } from '#core/database/external-id'
import { conflict, notFound } from '#core/errors/problem'
import { Delivery, loadDelivery, noDelivery } from '#core/mail/delivery'
import type { Context } from '#core/operation/context'
import { createTicketUrl } from '#core/operation/ticket'
import { ListCost } from '#core/schema/cost'
import { Refuses } from '#core/schema/error-codes'
import { createListType } from '#core/schema/list'
import { Embed, GraphqlOnly, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { toDocumentParties } from '../invoices/document/build-document.ts'
import { Quote } from '../quotes/quote.entity.ts'
import { SentLink } from '../signing/sent-link.type.ts'
import { endSigningLinks, readLatestSigningLink } from '../signing/signing-link.ts'
import { Contract, ContractStatus, ContractWithContent, contractMailKinds } from './contract.entity.ts'
import { contractDocumentPath } from './contract.http.ts'
import {
  CancelContractInput,
  ContractListArgs,
  CreateContractInput,
  SendContractInput,
  UpdateContractInput,
} from './contract.inputs.ts'
import { contracts } from './contract.policy.ts'
import { readContractContent, readContracts } from './contract.reads.ts'
import { computeEarliestEnd, hasComputableEnd } from './contract-term.ts'
import { createContractDraft, updateContract } from './draft-contract.ts'
import { listMissingFields, resendContract, sendContract } from './send-contract.ts'

@ObjectType({ simpleResolvers: true })
class ContractList extends createListType('contracts', Contract, { description: 'Contracts without their text.' }) {}

@Resolver(() => Contract)
export class ContractResolver {
  @Rest('GET /contracts')
  @May(contracts.read)
  @Query(() => ContractList, { description: 'The contracts of the organization.' })
  async contracts(
    @Ctx() context: Context,
    @Args(() => ContractListArgs) args: ContractListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ContractList> {
    const { rows, total } = await readContracts(context, args, info)
    return { contracts: rows, total }
  }

  @Rest('GET /contracts/{id}')
  @May(contracts.read)
  @Query(() => ContractWithContent, { description: 'A contract with its text.' })
  async contract(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Contract>> {
    return context.read(Contract, id)
  }

  @Rest('POST /contracts', 201)
  @May(contracts.write)
  @Mutation(() => ContractWithContent, { description: 'Creates a draft.' })
  createContract(
    @Ctx() context: Context,
    @Arg('input', () => CreateContractInput) input: CreateContractInput,
  ): Promise<Contract> {
    return createContractDraft(context, input)
  }

  @Rest('PUT /contracts/{id}')
  @May(contracts.write)
  @Mutation(() => ContractWithContent, {
    description:
      'Updates a contract: only the fields that are sent change. A draft may change in everything; once it is sent, only `quote_id`, `metadata` and `external_id` may, which are not on the document.',
  })
  updateContract(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateContractInput) input: UpdateContractInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Contract> {
    return updateContract(context, id, input)
  }

  @Rest('DELETE /contracts/{id}')
  @May(contracts.write)
  @Mutation(() => Boolean, { description: 'Deletes a draft.' })
  async deleteContract(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<boolean> {
    const contract = await context.load(Contract, id)
    contract.assertDraft()
    await context.runDeleteHandlers(contract)
    context.em.remove(contract)
    return true
  }

  @Rest('POST /contracts/{id}/send')
  @May(contracts.write)
  @Mutation(() => ContractWithContent, {
    description: 'Sends a contract: assigns its number, locks, archives and mails it with a link to sign it.',
  })
  async sendContract(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => SendContractInput, { nullable: true }) input?: SendContractInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Contract> {
    return sendContract(context, await context.load(Contract, id), input ?? {})
  }

  @Rest('POST /contracts/{id}/resend')
  @Refuses('document_damaged')
  @May(contracts.write)
  @Mutation(() => ContractWithContent, {
    description: 'Sends the archived contract by mail again, with a new link to sign it; earlier links end.',
  })
  async resendContract(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => SendContractInput, { nullable: true }) input?: SendContractInput,
  ): Promise<Contract> {
    return resendContract(context, await context.load(Contract, id), input ?? {})
  }

  @Rest('POST /contracts/{id}/revoke-link')
  @May(contracts.write)
  @Mutation(() => ContractWithContent, {
    description: 'Ends the signing link of a sent contract; it stays open, and may be sent again.',
  })
  async revokeContractLink(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Contract> {
    const contract = await context.load(Contract, id)
    contract.assertOpen()
    await endSigningLinks(context, contract.id)
    return contract
  }

  @Rest('POST /contracts/{id}/withdraw')
  @May(contracts.write)
  @Mutation(() => ContractWithContent, {
    description: 'Withdraws a contract that was sent and not signed: it is cancelled, and its link ends.',
  })
  async withdrawContract(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Contract> {
    const contract = await context.load(Contract, id)
    contract.withdraw(context.clock.now())
    await endSigningLinks(context, contract.id)
    context.record('contract.cancelled', contract)
    return contract
  }

  @Rest('POST /contracts/{id}/cancel')
  @May(contracts.write)
  @Mutation(() => ContractWithContent, {
    description:
      'Cancels a signed contract: notice is given today or was on `noticed_on`, and it ends when the notice period is over. Where neither `ends_on` nor `notice_period_days` is agreed it ends on the day of the notice, unless the request names another: a period of its text or of the law is not known here.',
  })
  async cancelContract(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => CancelContractInput, { nullable: true }) input?: CancelContractInput,
  ): Promise<Contract> {
    const contract = await context.load(Contract, id)
    const { clock } = context
    const notice = { endsOn: input?.endsOn ?? null, noticedOn: input?.noticedOn ?? null }
    contract.cancel(notice, clock.now(), clock.today())
    context.record('contract.cancelled', contract)
    return contract
  }

  @Embed('id', 'name')
  @FieldResolver(() => Client)
  async client(@Root() { clientId }: RowOrEntity<Contract>, @Ctx() context: Context): Promise<Row<Client>> {
    return (await context.loadOne(Client, clientId)) as Row<Client>
  }

  @FieldResolver(() => Quote, { nullable: true })
  async quote(@Root() { quoteId }: RowOrEntity<Contract>, @Ctx() context: Context): Promise<Row<Quote> | null> {
    return quoteId ? ((await context.loadOne(Quote, quoteId)) ?? null) : null
  }

  @FieldResolver(() => Delivery, { description: 'What became of the last mail of the document.' })
  delivery(@Root() { id, status }: RowOrEntity<Contract>, @Ctx() context: Context): Delivery | Promise<Delivery> {
    return status === ContractStatus.draft ? noDelivery : loadDelivery(context, contractMailKinds, id)
  }

  @FieldResolver(() => CalendarDate, {
    nullable: true,
    description:
      'First day on which a signed contract can end, if notice is given today (Europe/Berlin); null unless it is signed, and where it has neither `ends_on` nor `notice_period_days`: then its text or the law says it.',
  })
  earliestEndOn(@Root() contract: RowOrEntity<Contract>, @Ctx() context: Context): string | null {
    const isKnown = contract.status === ContractStatus.signed && hasComputableEnd(contract)
    return isKnown ? computeEarliestEnd(contract, context.clock.today()) : null
  }

  @GraphqlOnly()
  @FieldResolver(() => String, {
    description: 'Signed address of the PDF, valid for five minutes without a token; drafts have a preview.',
  })
  pdfUrl(@Root() { id }: RowOrEntity<Contract>, @Ctx() context: Context): Promise<string> {
    return createTicketUrl(context, contractDocumentPath(id, 'pdf'))
  }
}

@Resolver(() => ContractWithContent)
export class ContractContentResolver {
  @ListCost(100)
  @FieldResolver(() => String, { description: 'Text of the contract in Markdown.' })
  async content(@Root() { id, content }: ContractWithContent, @Ctx() context: Context): Promise<string> {
    return content ?? readContractContent(context, id)
  }

  @GraphqlOnly()
  @ListCost(7)
  @FieldResolver(() => [String], {
    description:
      'What of the parties sending a draft would be refused for, as the refusal names it: `organization.street`, `client.city`. Usually empty.',
  })
  async missing(@Root() contract: RowOrEntity<Contract>, @Ctx() context: Context): Promise<string[]> {
    if (contract.status !== ContractStatus.draft) return []
    const [seller, client] = await Promise.all([readOrganization(context), context.loadOne(Client, contract.clientId)])
    return listMissingFields(toDocumentParties(seller, client as Row<Client>))
  }

  @GraphqlOnly()
  @FieldResolver(() => String, {
    description: 'Signed address of a picture of the first page, WebP, valid for five minutes without a token.',
  })
  previewUrl(@Root() { id }: ContractWithContent, @Ctx() context: Context): Promise<string> {
    return createTicketUrl(context, contractDocumentPath(id, 'preview'))
  }

  @GraphqlOnly()
  @FieldResolver(() => SentLink, {
    nullable: true,
    description: 'The last signing link that was mailed; null where none was.',
  })
  signingLink(@Root() { id }: ContractWithContent, @Ctx() context: Context): Promise<SentLink | null> {
    return readLatestSigningLink(context, id)
  }
}

/** Errors for violated database constraints. */
export const contractConstraints = {
  contracts_external_id_key: externalIdTaken,
  contracts_quote_id_fkey: { missing: notFound },
  contracts_number_key: () =>
    conflict(
      'conflict',
      {
        de: 'Das Nummernmuster ergibt eine Nummer, die es schon gibt: Das Muster ändern oder die nächste Nummer erhöhen (Einstellungen, Nummernkreise).',
        en: 'The number pattern makes a number that exists already: change the pattern or raise the next number (settings, number series).',
      },
      'organization.contractNumberPattern',
    ),
}
