import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, Info, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { externalIdTaken } from '#core/database/external-id'
import { conflict, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { createListType } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { Row } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Client } from './client.entity.ts'
import { ClientListArgs, CreateClientInput, UpdateClientInput } from './client.inputs.ts'
import { clients } from './client.policy.ts'
import { readClients } from './client.reads.ts'

@ObjectType({ simpleResolvers: true })
class ClientList extends createListType('clients', Client) {}

@Resolver(() => Client)
export class ClientResolver {
  @Rest('GET /clients')
  @May(clients.read)
  @Query(() => ClientList, { description: 'The clients of the organization.' })
  async clients(
    @Ctx() context: Context,
    @Args(() => ClientListArgs) args: ClientListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ClientList> {
    const { rows, total } = await readClients(context, args, info)
    return { clients: rows, total }
  }

  @Rest('GET /clients/{id}')
  @May(clients.read)
  @Query(() => Client, { description: 'A client with its linked resources.' })
  async client(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Client>> {
    return context.read(Client, id)
  }

  @Rest('POST /clients', 201)
  @Refuses('email_taken')
  @May(clients.write)
  @Mutation(() => Client, { description: 'Creates a client.' })
  createClient(@Ctx() context: Context, @Arg('input', () => CreateClientInput) input: CreateClientInput): Client {
    const client = context.create(Client, input)
    client.assertBuyerReference()
    context.record('client.created', client)
    return client
  }

  @Rest('PUT /clients/{id}')
  @Refuses('email_taken')
  @May(clients.write)
  @Mutation(() => Client, { description: 'Updates a client: only the fields that are sent change.' })
  async updateClient(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateClientInput) input: UpdateClientInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Client> {
    const client = await context.load(Client, id)
    client.assertNotErased()
    client.assertDebtorNumberChangeable(input.debtorNumber)
    context.audit('client.updated', client, auditedFields)
    context.assign(client, input)
    // An invalid reference that is already stored must not prevent other changes.
    if (input.kind || input.country || input.buyerReference) client.assertBuyerReference()
    context.record('client.updated', client)
    return client
  }

  @Rest('DELETE /clients/{id}')
  @Refuses('client_in_use')
  @May(clients.write)
  @Mutation(() => Boolean, { description: 'Deletes a client that no invoice, quote or contract refers to.' })
  async deleteClient(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const client = await context.load(Client, id)
    const lastState = await context.snapshot('Client', client)
    await context.runDeleteHandlers(client)
    context.em.remove(client)
    context.record('client.deleted', client, lastState)
    return true
  }
}

/** Fields that matter for accounting and tax. */
const auditedFields = ['kind', 'country', 'vatId', 'debtorNumber'] as const

const emailTaken = () =>
  conflict(
    'email_taken',
    { de: 'Diese E-Mail-Adresse gehört schon zu einem anderen Kunden.', en: 'Another client has this email address.' },
    'email',
  )

const debtorNumberTaken = () =>
  conflict(
    'conflict',
    { de: 'Diese Debitorennummer ist schon vergeben.', en: 'This debtor number is taken.' },
    'debtorNumber',
  )

const clientInUse = () =>
  conflict('client_in_use', {
    de: 'Zu diesem Kunden gibt es Rechnungen, Angebote oder Verträge; er kann nicht gelöscht werden.',
    en: 'There are invoices, quotes or contracts of this client; it cannot be deleted.',
  })

export const clientConstraints = {
  clients_external_id_key: externalIdTaken,
  clients_email_key: emailTaken,
  clients_debtor_number_key: debtorNumberTaken,
  invoices_client_id_fkey: clientInUse,
  contracts_client_id_fkey: clientInUse,
  quotes_client_id_fkey: clientInUse,
  recurring_invoices_client_id_fkey: clientInUse,
  client_refunds_client_id_fkey: { missing: notFound, used: clientInUse },
}
