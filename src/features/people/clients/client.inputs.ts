import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { IntegratedInput, IntegratedListArgs } from '#core/database/integrated'
import {
  AtLeast,
  Between,
  CountryCode,
  EmailAddress,
  HexColor,
  Items,
  NotNull,
  OneOf,
  Text,
  VatId,
  WebAddress,
} from '#core/schema/checks'
import { Sort } from '#core/schema/list'
import { Cents } from '#core/schema/scalars'
import { Nested } from '#core/schema/validation'
import { PrintableLine, PrintableName } from '#documents/printable'
import { ClientKind, InvoiceFormat } from './client.entity.ts'

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateClientInput extends IntegratedInput {
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
  @Text(50)
  phone?: string | null

  @Field(() => String, { nullable: true })
  @WebAddress()
  website?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine()
  street?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine(20)
  postalCode?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine(100)
  city?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine(50)
  customerNumber?: string | null

  @Field(() => String, { nullable: true })
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
  @AtLeast(0)
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

/** So many are imported at once: more come with the next request. */
export const mostImported = 100

@InputType({ description: 'A client to create, unless there is one already.' })
export class ImportClientInput extends CreateClientInput {}

@InputType({ description: 'Clients to import.' })
export class ImportClientsInput {
  @Field(() => [ImportClientInput], { description: 'At most 100; send more in several requests.' })
  @Items(1, mostImported)
  @Nested({ each: true })
  clients!: ImportClientInput[]
}

@ArgsType()
export class ClientListArgs extends IntegratedListArgs {
  @Sort('Client', 'created_at', 'name')
  override sort?: string

  @Field(() => Boolean, { nullable: true })
  archived?: boolean

  @Field(() => String, { nullable: true })
  @CountryCode()
  country?: string
}
