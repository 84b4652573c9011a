import type { Context } from '#core/operation/context'
import { type LinkedDocument, lockLinkedDocument } from './linked-document.ts'
import { notifySender } from './notify-sender.ts'
import type { RejectInput } from './signing.inputs.ts'

/** Declines the document and notifies its sender. */
export async function rejectDocument(
  context: Context,
  token: string,
  { reason }: RejectInput,
): Promise<LinkedDocument> {
  const linked = await lockLinkedDocument(context, token)
  const given = reason?.trim() || null
  await linked.signable.reject(context, linked.entity, given)
  await notifySender(context, linked, { reason: given })
  return { ...linked, shown: await linked.signable.show(context, linked.entity) }
}
