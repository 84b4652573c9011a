import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { Client } from '#features/people/clients/client.entity'
import { assertQuoteOfClient } from '../invoices/drafts/quote-of-client.ts'
import { Contract, ContractStatus } from './contract.entity.ts'
import type { CreateContractInput, UpdateContractInput } from './contract.inputs.ts'
import type { ContractTerm } from './contract-term.ts'

export async function createContractDraft(context: Context, input: CreateContractInput): Promise<Contract> {
  const { contract } = await buildContract(context, input)
  context.transaction.add(contract)
  context.record('contract.created', contract)
  return contract
}

/** Builds a draft without storing it. */
export async function buildContract(
  context: Context,
  input: CreateContractInput,
  isKept = true,
): Promise<{ contract: Contract; client: Row<Client> }> {
  const { clientId, ...fields } = input
  assertTerm(fields)
  const [client] = await Promise.all([
    context.readReferenced(Client, clientId, 'clientId'),
    input.quoteId && assertQuoteOfClient(context, input.quoteId, clientId, isKept),
  ])
  const contract = context.draft(Contract, { ...fields, client: context.ref(Client, client.id) } as Partial<Contract>)
  return { contract, client }
}

/** Not printed on the document, so changeable after sending. */
const fieldsOutsideDocument: readonly (keyof UpdateContractInput)[] = ['quoteId', 'metadata', 'externalId']

/** A sent contract only allows changes of fields outside the document. */
export async function updateContract(context: Context, id: string, input: UpdateContractInput): Promise<Contract> {
  const contract = await context.load(Contract, id)
  const { clientId, ...fields } = input
  const sent = Object.entries(input).filter(([, value]) => value !== undefined) as [
    keyof UpdateContractInput,
    unknown,
  ][]
  if (contract.status !== ContractStatus.draft && !sent.every(([name]) => fieldsOutsideDocument.includes(name)))
    contract.assertDraft()
  if (input.quoteId) await assertQuoteOfClient(context, input.quoteId, clientId ?? contract.clientId)
  context.assign(contract, fields as Partial<Contract>)
  assertTerm(contract)
  if (clientId && clientId !== contract.clientId) {
    await context.readReferenced(Client, clientId, 'clientId')
    contract.client = context.ref(Client, clientId)
    // The quote belongs to the previous client.
    if (!input.quoteId) contract.quoteId = null
  }
  return contract
}

function assertTerm({ startsOn, endsOn }: Partial<ContractTerm>) {
  if (startsOn && endsOn && endsOn < startsOn)
    throw invalidField('endsOn', { de: 'liegt vor dem Beginn des Vertrags', en: 'is before the contract starts' })
}
