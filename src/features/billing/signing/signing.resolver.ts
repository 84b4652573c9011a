import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Public } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { Rest } from '#core/schema/rest'
import { DocumentToSign } from './document-to-sign.type.ts'
import { resolveSigningLink, toDocumentToSign } from './linked-document.ts'
import { rejectDocument } from './reject-document.ts'
import { signDocument } from './sign-document.ts'
import { RejectInput, SignInput } from './signing.inputs.ts'

const link = { description: 'The signing link that stands in the mail: what comes after `/sign/`.' }

@Resolver(() => DocumentToSign)
export class SigningResolver {
  @Rest('GET /public/sign/{token}')
  @Public()
  @Refuses('expired')
  @Query(() => DocumentToSign, { description: 'The document that a signing link leads to.' })
  async documentToSign(
    @Ctx() context: Context,
    @Arg('token', () => String, link) token: string,
  ): Promise<DocumentToSign> {
    return toDocumentToSign(context, await resolveSigningLink(context, token))
  }

  @Rest('POST /public/sign/{token}/sign')
  @Public()
  @Refuses('expired', 'document_damaged')
  @Mutation(() => DocumentToSign, {
    description:
      'Signs the document that a signing link leads to: once, and for good. Its evidence page is made and sealed.',
  })
  async signDocument(
    @Ctx() context: Context,
    @Arg('token', () => String, link) token: string,
    @Arg('input', () => SignInput) input: SignInput,
  ): Promise<DocumentToSign> {
    return toDocumentToSign(context, await signDocument(context, token, input))
  }

  @Rest('POST /public/sign/{token}/reject')
  @Public()
  @Refuses('expired')
  @Mutation(() => DocumentToSign, { description: 'Declines the document that a signing link leads to.' })
  async rejectDocument(
    @Ctx() context: Context,
    @Arg('token', () => String, link) token: string,
    @Arg('input', () => RejectInput, { nullable: true }) input?: RejectInput,
  ): Promise<DocumentToSign> {
    return toDocumentToSign(context, await rejectDocument(context, token, input ?? {}))
  }
}
