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

@ObjectType({ simpleResolvers: true, description: 'An issue that needs attention.' })
class Notice {
  @Field(() => String, { description: 'Kind of the notice, such as `webhook_disabled`.' })
  kind!: string

  @Field(() => String, { description: "The notice, in the reader's language." })
  message!: string

  @Field(() => String, { nullable: true, description: 'Details, such as addresses and the response of a server.' })
  detail!: string | null

  @Field(() => String, { description: 'URL in the app where it can be resolved.' })
  url!: string

  @Field(() => DateTime, { nullable: true, description: 'When it occurred; null if unknown.' })
  since!: Date | null
}

@ObjectType({ simpleResolvers: true, description: 'The open notices.' })
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
      'Open notices for the caller: emails that were not delivered, disabled webhooks, a missing base rate and, for owners of the organization that runs the installation, its backup and certificate. They are also mailed daily.',
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
