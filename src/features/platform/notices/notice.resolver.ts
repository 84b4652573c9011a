import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { policy, Role, roles } from '#core/access/policy'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Rest } from '#core/schema/rest'
import { DateTime } from '#core/schema/scalars'
import { createAppUrl, findNotices } from './find-notices.ts'

/** Everybody has their own notices. Features decide who reads those of the organization. */
const notices = policy({ read: roles.everyone, readInstallation: [Role.owner] })

@ObjectType({ simpleResolvers: true, description: 'Something that is open and that somebody should see to.' })
class Notice {
  @Field(() => String, { description: 'What it is about, such as `webhook_disabled`.' })
  kind!: string

  @Field(() => String, { description: "What is open, in the reader's language." })
  message!: string

  @Field(() => String, { nullable: true, description: 'Addresses and what a server answered, where there are any.' })
  detail!: string | null

  @Field(() => String, { description: 'Address in the app where it is handled.' })
  url!: string

  @Field(() => DateTime, { nullable: true, description: 'Since when it is open; null where nothing says so.' })
  since!: Date | null
}

@ObjectType({ simpleResolvers: true, description: 'What is open.' })
class NoticeList {
  @ListCost(20)
  @Field(() => [Notice], { description: 'Each notice, the newest first.' })
  notices!: Notice[]

  @Field(() => Int, { description: 'Number of notices.' })
  total!: number
}

@Resolver()
export class NoticeResolver {
  @Rest('GET /notices')
  @May(notices.read)
  @Query(() => NoticeList, {
    description:
      'What the caller should see to: emails that were not delivered, disabled webhooks, a missing base rate and, for owners of the organization that runs the installation, its backup and certificate. A mail a day says the same.',
  })
  async notices(@Ctx() context: Context): Promise<NoticeList> {
    const { language, services } = context
    const installation = context.may(notices.readInstallation)
      ? await context.prepareOutside('notices', (outside) => outside.notices.readInstallation())
      : { organizationId: null, notices: [] }
    const found = await findNotices(context, installation, context.member)
    const rows = found
      .toSorted((a, b) => (b.since?.getTime() ?? 0) - (a.since?.getTime() ?? 0))
      .map(({ kind, message, detail, path, since }) => ({
        ...{ kind, since, message: message[language], detail: detail?.[language] ?? null },
        url: createAppUrl({ services }, path),
      }))
    return { notices: rows, total: rows.length }
  }
}
