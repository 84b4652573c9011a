import { Arg, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Refuses } from '#core/schema/error-codes'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { Client } from './client.entity.ts'
import { ImportClientsInput, maxFileRows, maxImportedClients } from './client.inputs.ts'
import { clients } from './client.policy.ts'
import { ImportOutcome, importClients, previewClientImport } from './import-clients.ts'

@ObjectType({ simpleResolvers: true, description: 'An entry of an import that is a client already.' })
class KnownClient {
  @Field(() => Int, { description: 'Position of the entry, from 0.' })
  index!: number

  @Field(() => UUID, { description: 'The client.' })
  clientId!: string
}

@ObjectType({ simpleResolvers: true, description: 'What an import would do.' })
class ClientImportPreview {
  @ListCost(maxImportedClients)
  @Field(() => [KnownClient], {
    description:
      'Entries that are clients already, by external id, email address or number: an import leaves them as they are.',
  })
  known!: KnownClient[]
}

registerEnumType(ImportOutcome, {
  name: 'ImportOutcome',
  description: 'What became of a row, or would: created, a client already, or not valid and left out.',
})

@ObjectType({ simpleResolvers: true, description: 'What is wrong with a row.' })
class ImportFlaw {
  @Field(() => String, { description: 'Name of the field.' })
  field!: string

  @Field(() => String, { description: 'What is wrong, for people.' })
  message!: string
}

@ObjectType({ simpleResolvers: true, description: 'A row of an import.' })
class ImportedRow {
  @Field(() => Int, { description: 'Position among the rows, from 0; the row of column names does not count.' })
  index!: number

  @Field(() => ImportOutcome, { description: 'What became of the row; with `dry_run`, what would.' })
  outcome!: ImportOutcome

  @Field(() => UUID, { nullable: true, description: 'The client; null if there is none.' })
  clientId!: string | null

  @ListCost(3)
  @Field(() => [ImportFlaw], { description: 'What is wrong with a row that is `invalid`.' })
  errors!: ImportFlaw[]
}

@ObjectType({ simpleResolvers: true, description: 'What an import did, or would do.' })
class ImportedClients {
  @ListCost(maxImportedClients)
  @Field(() => [Client], { description: 'The clients that were created, in the order of the entries.' })
  clients!: Client[]

  @ListCost(maxImportedClients)
  @Field(() => [KnownClient], { description: 'Entries that were clients already, and stay as they are.' })
  known!: KnownClient[]

  @ListCost(maxFileRows)
  @Field(() => [ImportedRow], { description: 'What became of each row, in their order.' })
  rows!: ImportedRow[]
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
    @Arg('input', () => ImportClientsInput) input: ImportClientsInput,
  ): Promise<ClientImportPreview> {
    return { known: await previewClientImport(context, input) }
  }

  @Rest('POST /clients/import')
  @Refuses('email_taken')
  @May(clients.write)
  @Mutation(() => ImportedClients, {
    description:
      'Creates the clients of a list, all of them or none, or those of a CSV file, row by row. Who is a client already (by external id, email address or number) is left as they are, so that the same import may be sent twice.',
  })
  importClients(
    @Ctx() context: Context,
    @Arg('input', () => ImportClientsInput) input: ImportClientsInput,
  ): Promise<ImportedClients> {
    return importClients(context, input)
  }
}
