import { Arg, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/operation/context'
import { CountedAs } from '#core/schema/cost'
import { Refuses } from '#core/schema/refusals'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { Client } from './client.entity.ts'
import { ImportClientsInput, mostImported } from './client.inputs.ts'
import { clients } from './client.policy.ts'
import { importClients, knownAmong } from './import-clients.ts'

@ObjectType({ simpleResolvers: true, description: 'An entry of an import that is a client already.' })
class KnownClient {
  @Field(() => Int, { description: 'Position of the entry, from 0.' })
  index!: number

  @Field(() => UUID, { description: 'The client.' })
  clientId!: string
}

@ObjectType({ simpleResolvers: true, description: 'What an import would do.' })
class ClientImportPreview {
  @CountedAs(mostImported)
  @Field(() => [KnownClient], {
    description:
      'Entries that are clients already, by external id, email address or number: an import leaves them as they are.',
  })
  known!: KnownClient[]
}

@ObjectType({ simpleResolvers: true, description: 'What an import did.' })
class ImportedClients {
  @CountedAs(mostImported)
  @Field(() => [Client], { description: 'The clients that were created, in the order of the entries.' })
  clients!: Client[]

  @CountedAs(mostImported)
  @Field(() => [KnownClient], { description: 'Entries that were clients already, and stay as they are.' })
  known!: KnownClient[]
}

@Resolver()
export class ClientImportResolver {
  @Rest('POST /clients/import/preview')
  @May(clients.write)
  @Query(() => ClientImportPreview, {
    description: 'Checks an import and keeps nothing: a refusal names everything wrong in `errors`, by position.',
  })
  async clientImportPreview(
    @Ctx() context: Context,
    @Arg('input', () => ImportClientsInput) { clients: entries }: ImportClientsInput,
  ): Promise<ClientImportPreview> {
    return { known: await knownAmong(context, entries) }
  }

  @Rest('POST /clients/import')
  @Refuses('email_taken')
  @May(clients.write)
  @Mutation(() => ImportedClients, {
    description:
      'Creates clients, all of them or none. Who is a client already (by external id, email address or number) is left as they are, so that the same import may be sent twice.',
  })
  importClients(
    @Ctx() context: Context,
    @Arg('input', () => ImportClientsInput) { clients: entries }: ImportClientsInput,
  ): Promise<ImportedClients> {
    return importClients(context, entries)
  }
}
