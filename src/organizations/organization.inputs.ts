import { Field, InputType, Int } from 'type-graphql'
import {
  AtLeast,
  Between,
  Bic,
  CountryCode,
  EmailAddress,
  Form,
  Iban,
  Name,
  OneOf,
  Text,
  VatId,
  WebAddress,
} from '../core/graphql/checks.ts'
import { Cents } from '../core/graphql/scalars.ts'
import { Nested } from '../core/graphql/validation.ts'
import { vatAccountings } from './organization.entity.ts'
import { Accounting, Dunning } from './settings.type.ts'

const pattern = (prefix = '') =>
  Form(new RegExp(`^${prefix}[^{}]{0,20}(\\{year\\}[^{}]{0,10})?\\{seq(:[1-9])?\\}[^{}]{0,10}$`), {
    de: `braucht {seq} oder {seq:4}${prefix && ` und beginnt mit ${prefix}`}, und {year} nur davor`,
    en: `needs {seq} or {seq:4}${prefix && ` and begins with ${prefix}`}, and {year} only before it`,
  })

@InputType({ description: 'The fields to change; null clears.' })
export class UpdateOrganizationInput {
  @Field(() => String, { nullable: true })
  @Name()
  name?: string

  @Field(() => String, { nullable: true })
  @Text()
  legalName?: string | null

  @Field(() => String, { nullable: true })
  @Text()
  street?: string | null

  @Field(() => String, { nullable: true })
  @Text(20)
  postalCode?: string | null

  @Field(() => String, { nullable: true })
  @Text(100)
  city?: string | null

  @Field(() => String, { nullable: true })
  @CountryCode()
  country?: string

  @Field(() => String, { nullable: true })
  @VatId()
  vatId?: string | null

  @Field(() => String, { nullable: true })
  @Text(30)
  taxNumber?: string | null

  @Field(() => Boolean, { nullable: true })
  smallBusiness?: boolean

  @Field(() => String, { nullable: true })
  @OneOf(vatAccountings)
  vatAccounting?: string

  @Field(() => String, { nullable: true })
  @Iban()
  iban?: string | null

  @Field(() => String, { nullable: true })
  @Bic()
  bic?: string | null

  @Field(() => String, { nullable: true })
  @Text(100)
  bankName?: string | null

  @Field(() => String, { nullable: true })
  @Text(70)
  accountHolder?: string | null

  @Field(() => String, { nullable: true })
  @EmailAddress()
  email?: string | null

  @Field(() => String, { nullable: true })
  @Text(50)
  phone?: string | null

  @Field(() => String, { nullable: true })
  @WebAddress()
  website?: string | null

  @Field(() => String, { nullable: true })
  @Text(100)
  registerCourt?: string | null

  @Field(() => String, { nullable: true })
  @Text(50)
  registerNumber?: string | null

  @Field(() => String, { nullable: true })
  @Text(200)
  managingDirectors?: string | null

  @Field(() => String, { nullable: true })
  @OneOf(['de', 'en'])
  defaultLanguage?: string

  @Field(() => Int, { nullable: true })
  @Between(0, 365)
  defaultPaymentTermsDays?: number

  @Field(() => Cents, { nullable: true })
  @AtLeast(0)
  hourlyRateCents?: number | null

  @Field(() => Int, { nullable: true })
  @Between(0, 1440)
  timeRoundingMinutes?: number

  @Field(() => String, { nullable: true })
  @pattern()
  invoiceNumberPattern?: string

  @Field(() => String, { nullable: true })
  @pattern('GS-')
  creditNoteNumberPattern?: string

  @Field(() => String, { nullable: true })
  @pattern()
  quoteNumberPattern?: string

  @Field(() => String, { nullable: true })
  @pattern()
  contractNumberPattern?: string

  @Field(() => Dunning, { nullable: true })
  @Nested()
  dunning?: Dunning

  @Field(() => Accounting, { nullable: true })
  @Nested()
  accounting?: Accounting
}
