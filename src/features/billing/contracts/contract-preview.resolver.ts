import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { resolveDocumentLanguage } from '../invoices/document/build-document.ts'
import { DocumentPicture, previewDescription, renderDocumentPreview } from '../issuing/document-preview.ts'
import { Contract, ContractStatus, contractIsLocked } from './contract.entity.ts'
import { CreateContractInput } from './contract.inputs.ts'
import { contracts } from './contract.policy.ts'
import { renderContractPreview, toContractDocument } from './contract-document.ts'
import { buildContract } from './draft-contract.ts'

@Resolver()
export class ContractPreviewResolver {
  @Rest('POST /contracts/picture')
  @Refuses('invalid_state')
  @May(contracts.write)
  @Query(() => DocumentPicture, {
    description: `The first page of a contract that is being written. ${previewDescription}`,
  })
  async contractPicture(
    @Ctx() context: Context,
    @Arg('input', () => CreateContractInput) input: CreateContractInput,
    @Arg('draftId', () => UUID, {
      nullable: true,
      description: 'Draft that is being changed. Its language is kept where none is sent.',
    })
    draftId?: string | null,
  ): Promise<DocumentPicture> {
    const draft = draftId ? await context.readReferenced(Contract, draftId, 'draftId') : null
    if (draft && draft.status !== ContractStatus.draft) throw contractIsLocked()
    const language = input.language === undefined ? (draft?.language ?? null) : input.language
    const { contract, client } = await buildContract(context, { ...input, language }, false)
    const seller = await readOrganization(context)
    const document = {
      ...toContractDocument(
        contract,
        contract.content,
        seller,
        client,
        resolveDocumentLanguage(contract, client, context),
      ),
      ...{ number: null, date: context.clock.today() },
    }
    return renderDocumentPreview(context, document, seller, renderContractPreview)
  }
}
