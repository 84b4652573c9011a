import type { Context } from '#core/operation/context'
import { followLinkToChange, type Linked } from './documents.ts'
import type { RejectInput } from './signing.inputs.ts'

/** Declines what a link leads to. */
export async function rejectDocument(context: Context, token: string, { reason }: RejectInput): Promise<Linked> {
  const linked = await followLinkToChange(context, token)
  await linked.signable.reject(context, linked.thing, reason?.trim() || null)
  return { ...linked, shown: await linked.signable.show(context, linked.thing) }
}
