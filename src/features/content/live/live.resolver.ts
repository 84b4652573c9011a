import { Ctx, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createTicket } from '#core/operation/ticket'
import { pages } from '#features/content/pages/page.policy'
import { livePath } from './live-path.ts'

@Resolver()
export class LiveResolver {
  @May(pages.read)
  @Query(() => String, {
    description:
      'What an editor sends to `/live` in place of a token, for whoever has signed in with a browser. Opens pages for five minutes, and ends with the session.',
  })
  liveTicket(@Ctx() context: Context): Promise<string> {
    return createTicket(context, livePath)
  }
}
