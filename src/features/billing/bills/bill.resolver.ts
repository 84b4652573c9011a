import { Ctx, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/operation/context'
import { inFiveMinutes, ticketAddress } from '#core/operation/ticket'
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
    const expiresAt = inFiveMinutes(context.clock)
    return { url: await ticketAddress(context, billUploadPath, expiresAt), expiresAt }
  }
}
