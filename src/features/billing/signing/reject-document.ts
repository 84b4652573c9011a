import type { Context } from '#core/operation/context'
import { followLinkToChange, type Linked } from './documents.ts'
import type { RejectInput } from './signing.inputs.ts'
import { tellSender } from './tell-sender.ts'

/** Declines what a link leads to, and tells who sent it. */
export async function rejectDocument(context: Context, token: string, { reason }: RejectInput): Promise<Linked> {
  const linked = await followLinkToChange(context, token)
  const given = reason?.trim() || null
  await linked.signable.reject(context, linked.thing, given)
  await tellSender(context, linked, { reason: given })
  return { ...linked, shown: await linked.signable.show(context, linked.thing) }
}
