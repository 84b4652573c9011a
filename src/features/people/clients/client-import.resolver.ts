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

@ObjectType({ simpleResolvers: true, description: 'An entry of an import that matches an existing client.' })
class KnownClient {
  @Field(() => Int, { description: 'Position of the entry, from 0.' })
  index!: number

  @Field(() => UUID, { description: 'The client.' })
  clientId!: string
}

@ObjectType({ simpleResolvers: true, description: 'Preview of an import.' })
class ClientImportPreview {
  @ListCost(maxImportedClients)
  @Field(() => [KnownClient], {
    description:
      'Entries that match existing clients by external id, email address or number. An import does not change them.',
  })
  known!: KnownClient[]
}

registerEnumType(ImportOutcome, {
  name: 'ImportOutcome',
  description: 'Outcome of a row: created, an existing client, or invalid and skipped.',
})

@ObjectType({ simpleResolvers: true, description: 'An error in a row.' })
class ImportFlaw {
  @Field(() => String, { description: 'Name of the field.' })
  field!: string

  @Field(() => String, { description: 'The error, for display.' })
  message!: string
}

@ObjectType({ simpleResolvers: true, description: 'A row of an import.' })
class ImportedRow {
  @Field(() => Int, { description: 'Position among the rows, from 0; the row of column names does not count.' })
  index!: number

  @Field(() => ImportOutcome, { description: 'Outcome of the row; with `dry_run`, the expected one.' })
  outcome!: ImportOutcome

  @Field(() => UUID, { nullable: true, description: 'The client; null if there is none.' })
  clientId!: string | null

  @ListCost(3)
  @Field(() => [ImportFlaw], { description: 'Errors of an `invalid` row.' })
  errors!: ImportFlaw[]
}

@ObjectType({ simpleResolvers: true, description: 'Result of an import.' })
class ImportedClients {
  @ListCost(maxImportedClients)
  @Field(() => [Client], { description: 'The clients that were created, in the order of the entries.' })
  clients!: Client[]

  @ListCost(maxImportedClients)
  @Field(() => [KnownClient], { description: 'Entries that match existing clients, which do not change.' })
  known!: KnownClient[]

  @ListCost(maxFileRows)
  @Field(() => [ImportedRow], { description: 'Outcome of each row, in their order.' })
  rows!: ImportedRow[]
}

@Resolver()
export class ClientImportResolver {
  @Rest('POST /clients/import/preview')
  @May(clients.write)
  @Query(() => ClientImportPreview, {
    description: 'Validates an import without saving. A refusal lists all errors in `errors`, by position.',
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
      'Creates the clients of a list, all of them or none, or those of a CSV file, row by row. Existing clients (by external id, email address or number) do not change, so that an import can be repeated.',
  })
  importClients(
    @Ctx() context: Context,
    @Arg('input', () => ImportClientsInput) input: ImportClientsInput,
  ): Promise<ImportedClients> {
    return importClients(context, input)
  }
}
