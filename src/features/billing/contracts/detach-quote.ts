import { LockMode } from '@mikro-orm/postgresql'
import type { Context } from '#core/operation/context'
import type { Quote } from '../quotes/quote.entity.ts'
import { Contract } from './contract.entity.ts'

/** On deletion of a quote. */
export async function detachQuoteFromContracts(context: Context, { id: quoteId }: Quote) {
  const followers = await context.em.find(
    Contract,
    { quoteId },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  for (const contract of followers) contract.quoteId = null
}
