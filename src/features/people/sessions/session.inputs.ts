import { ArgsType, Field } from 'type-graphql'
import { Text, Trimmed } from '#core/schema/checks'
import { UUID } from '#core/schema/scalars'

@ArgsType()
export class SignInArgs {
  @Field(() => String, { description: 'Email address of the member.' })
  @Trimmed()
  @Text(254)
  email!: string

  @Field(() => String, { description: 'Password of the member.' })
  @Text(200)
  password!: string

  @Field(() => UUID, { nullable: true, description: 'Organization to sign in to, if the password matches in several.' })
  organizationId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Code of the authenticator app, or a recovery code; required after `codeRequired`.',
  })
  @Trimmed()
  @Text(40)
  code?: string | null
}

@ArgsType()
export class OwnPasswordArgs {
  @Field(() => String, { nullable: true, description: 'Current password; required if the member has one.' })
  @Text(200)
  currentPassword?: string | null
}

@ArgsType()
export class OwnFactorsArgs extends OwnPasswordArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Code of the authenticator app, or a recovery code; required if the member has a second factor.',
  })
  @Text(40)
  code?: string | null
}
