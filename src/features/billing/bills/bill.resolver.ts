import { Ctx, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createTicketUrl, getTicketExpiry } from '#core/operation/ticket'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { SignedAddress } from '#features/content/files/signed-address'
import { billUploadPath } from './bill.http.ts'

@Resolver()
export class BillResolver {
  @May(invoices.read)
  @Query(() => SignedAddress, {
    description: 'Signed address, valid for five minutes, that a browser posts the form of `POST /bills/read` to.',
  })
  async billReadUrl(@Ctx() context: Context): Promise<SignedAddress> {
    const expiresAt = getTicketExpiry(context.clock)
    return { url: await createTicketUrl(context, billUploadPath, expiresAt), expiresAt }
  }
}
