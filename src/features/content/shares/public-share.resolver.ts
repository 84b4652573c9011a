import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Public } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { Rest } from '#core/schema/rest'
import { SignedAddress } from '../files/signed-address.ts'
import { downloadShare } from './download-share.ts'
import { PublicShare } from './public-share.type.ts'
import { resolveShareToken } from './resolve-share.ts'
import { DownloadShareInput, OpenShareInput, PublicShareArgs } from './share.inputs.ts'
import { assertSharePassword } from './share-password.ts'
import { showLocked, showShare } from './show-share.ts'

const link = { description: 'The public link: what comes after `/share/`.' }

@Resolver(() => PublicShare)
export class PublicShareResolver {
  @Rest('GET /public/shares/{token}')
  @Public()
  @Refuses('expired')
  @Query(() => PublicShare, {
    description:
      'What a public link leads to. Looking costs nothing; behind a password only that there is one is shown.',
  })
  async publicShare(
    @Ctx() context: Context,
    @Arg('token', () => String, link) token: string,
    @Args(() => PublicShareArgs) look: PublicShareArgs,
  ): Promise<PublicShare> {
    const share = await resolveShareToken(context, token)
    return share.passwordHash === null ? showShare(context, share, look) : showLocked(context, share)
  }

  @Rest('POST /public/shares/{token}/open')
  @Public()
  @Refuses('expired', 'forbidden')
  @Mutation(() => PublicShare, {
    description: 'What a link that asks for a password leads to. Looking costs nothing; wrong passwords are counted.',
  })
  async openShare(
    @Ctx() context: Context,
    @Arg('token', () => String, link) token: string,
    @Arg('input', () => OpenShareInput, { nullable: true }) { password, ...look }: OpenShareInput = {},
  ): Promise<PublicShare> {
    const share = await resolveShareToken(context, token)
    await assertSharePassword(context, share, password)
    return showShare(context, share, look)
  }

  @Rest('POST /public/shares/{token}/download')
  @Public()
  @Refuses('expired', 'forbidden')
  @Mutation(() => SignedAddress, {
    description:
      'Hands out the address of a download, and counts it: of the file, of one in the shared folder, or of a folder as a ZIP. After 5 wrong passwords in 15 minutes it is 429.',
  })
  async downloadShare(
    @Ctx() context: Context,
    @Arg('token', () => String, link) token: string,
    @Arg('input', () => DownloadShareInput, { nullable: true }) { password, ...wanted }: DownloadShareInput = {},
  ): Promise<SignedAddress> {
    const share = await resolveShareToken(context, token)
    await assertSharePassword(context, share, password)
    return downloadShare(context, share, wanted)
  }
}
