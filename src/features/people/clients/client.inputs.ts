import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { ExternalIdInput, ExternalIdListArgs } from '#core/database/external-id'
import {
  Between,
  CountryCode,
  EitherRequired,
  EmailAddress,
  HexColor,
  ItemCount,
  Minimum,
  NotNull,
  OneOf,
  Text,
  Trimmed,
  VatId,
  WebAddress,
} from '#core/schema/checks'
import { Sort } from '#core/schema/list'
import { Cents, UUID } from '#core/schema/scalars'
import { PrintableLine, PrintableName } from '#documents/printable'
import { maxColumns } from '../../../client-csv/column-mapping.ts'
import { ClientKind, InvoiceFormat } from './client.entity.ts'

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateClientInput extends ExternalIdInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @PrintableName()
  name?: string

  @Field(() => ClientKind, { nullable: true })
  @NotNull()
  kind?: ClientKind

  @Field(() => String, { nullable: true })
  @EmailAddress()
  email?: string | null

  @Field(() => String, { nullable: true })
  @EmailAddress()
  invoiceEmail?: string | null

  @Field(() => String, { nullable: true })
  @VatId()
  vatId?: string | null

  @Field(() => String, { nullable: true })
  @CountryCode()
  country?: string | null

  @Field(() => String, { nullable: true })
  @HexColor()
  color?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine()
  contactName?: string | null

  @Field(() => String, { nullable: true })
  @Trimmed()
  @Text(50)
  phone?: string | null

  @Field(() => String, { nullable: true })
  @WebAddress()
  website?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine()
  street?: string | null

  @Field(() => String, { nullable: true })
  @Trimmed()
  @PrintableLine(20)
  postalCode?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine(100)
  city?: string | null

  @Field(() => String, { nullable: true })
  @Trimmed()
  @PrintableLine(50)
  customerNumber?: string | null

  @Field(() => String, { nullable: true })
  @Trimmed()
  @PrintableLine(50)
  registrationNumber?: string | null

  @Field(() => String, { nullable: true })
  @Trimmed()
  @PrintableLine(100)
  buyerReference?: string | null

  @Field(() => InvoiceFormat, { nullable: true })
  @NotNull()
  invoiceFormat?: InvoiceFormat

  @Field(() => String, { nullable: true })
  @OneOf(['de', 'en'])
  language?: string | null

  @Field(() => Int, { nullable: true })
  @Between(0, 365)
  paymentTermsDays?: number | null

  @Field(() => Cents, { nullable: true })
  @Minimum(0)
  hourlyRateCents?: number | null

  @Field(() => Int, { nullable: true })
  @Between(0, 1440)
  timeRoundingMinutes?: number | null

  @Field(() => Int, { nullable: true })
  @Between(10000, 69999)
  debtorNumber?: number | null

  @Field(() => String, { nullable: true })
  @Text(10_000)
  notes?: string | null

  @Field(() => Boolean, { nullable: true })
  @NotNull()
  archived?: boolean
}

@InputType({ description: 'The client to create.' })
export class CreateClientInput extends UpdateClientInput {
  @Field(() => String)
  @PrintableName()
  override name!: string
}

export const maxImportedClients = 100

@InputType({ description: 'A client to create, unless there is one already.' })
export class ImportClientInput extends CreateClientInput {}

export const maxFileRows = 1000

@EitherRequired('clients', 'fileId')
@InputType({ description: 'Clients to import: as a list, or as a CSV file that was uploaded before.' })
export class ImportClientsInput {
  @Field(() => [ImportClientInput], {
    nullable: true,
    description: 'At most 100; send more in several requests. All are created, or none.',
  })
  @ItemCount(1, maxImportedClients)
  clients?: ImportClientInput[] | null

  @Field(() => UUID, {
    nullable: true,
    description: `A CSV file of at most ${maxFileRows} rows and ${maxColumns} columns, with the columns of Kontor, Excel, Outlook or Google. Rows that are not valid are left out.`,
  })
  fileId?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Validate without saving, and return the expected outcome of each row; `false` unless sent.',
  })
  @NotNull()
  dryRun?: boolean
}

@ArgsType()
export class ClientListArgs extends ExternalIdListArgs {
  @Sort('Client', 'created_at', 'name')
  override sort?: string

  @Field(() => Boolean, { nullable: true })
  archived?: boolean

  @Field(() => String, { nullable: true })
  @CountryCode()
  country?: string
}
